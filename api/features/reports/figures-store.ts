// Reports that were filed and decided, for the transparency figures.
import { sql } from 'kysely';
import { facets, type FigureSource, hoursBetween } from '../../platform/database/figures.ts';
import { CLASSES } from './rules.ts';

const CLASS = sql<string>`CASE r.reason ${sql.join(
  Object.entries(CLASSES).map(
    ([reason, name]) => sql`WHEN ${sql.lit(reason)} THEN ${sql.lit(name)}`,
  ),
  sql` `,
)} END`;
/** An account that is removed since counts as none. */
const SOURCE = sql<string>`CASE WHEN r.reporter_id IS NULL THEN 'visitor' ELSE 'member' END`;

export const reportFigures: readonly FigureSource[] = [
  {
    subject: 'reportsReceived',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['class', CLASS], ['source', SOURCE])} AS facets
      FROM reports r WHERE r.created_at >= ${from} AND r.created_at < ${to}`,
  },
  {
    subject: 'reportsDecided',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, ${hoursBetween('r.created_at', 'r.decided_at')} AS hours, ${facets(
        ['class', CLASS],
        ['reason', sql`r.reason`, CLASS],
        ['outcome', sql`r.outcome`],
        ['inTime', sql`CASE WHEN r.decided_at <= r.due_at THEN 'inTime' ELSE 'late' END`],
      )} AS facets
      FROM reports r WHERE r.decided_at >= ${from} AND r.decided_at < ${to}`,
  },
];
