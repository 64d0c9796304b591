// What was withheld without a person's decision, for the transparency figures.
import { sql } from 'kysely';
import { facets, type FigureSource } from '../../platform/database/figures.ts';

export const withholdingFigures: readonly FigureSource[] = [
  {
    subject: 'withholdings',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours,
        ${facets(['cause', sql`w.cause`], ['kind', sql`w.target_kind`])} AS facets
      FROM withholdings w WHERE w.withheld_at >= ${from} AND w.withheld_at < ${to}
        AND w.cause IN ('report', 'removal')`,
  },
];
