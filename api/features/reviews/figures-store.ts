// Reviews before publication, for the transparency figures.
import { sql } from 'kysely';
import { facets, type FigureSource, hoursBetween } from '../../platform/database/figures.ts';

export const reviewFigures: readonly FigureSource[] = [
  {
    subject: 'reviewsDecided',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, ${hoursBetween('r.created_at', 'r.decided_at')} AS hours, ${facets(
        ['kind', sql`r.kind`],
        ['result', sql`coalesce(r.reason, 'approved')`],
      )} AS facets
      FROM content_reviews r WHERE r.decided_at >= ${from} AND r.decided_at < ${to}`,
  },
];
