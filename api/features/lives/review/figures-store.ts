// Decisions on live shows, for the transparency figures.
import { sql } from 'kysely';
import { facets, type FigureSource } from '../../../platform/database/figures.ts';

export const liveFigures: readonly FigureSource[] = [
  {
    subject: 'liveDecisions',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['decision', sql`d.decision`])} AS facets
      FROM live_decisions d WHERE d.created_at >= ${from} AND d.created_at < ${to}`,
  },
];
