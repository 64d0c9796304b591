// What administrators and jobs decided, for the transparency figures.
import { sql } from 'kysely';
import { isView } from '../../platform/audit/audit.ts';
import { facets, type FigureSource } from '../../platform/database/figures.ts';

export const staffFigures: readonly FigureSource[] = [
  {
    subject: 'staffDecisions',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(
        ['area', sql`split_part(l.action, '.', 1)`],
        ['decidedBy', sql`CASE WHEN l.admin_profile_id IS NULL THEN 'automatic' ELSE 'staff' END`],
      )} AS facets
      FROM admin_log l WHERE l.created_at >= ${from} AND l.created_at < ${to} AND NOT ${isView}`,
  },
];
