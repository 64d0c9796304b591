// Removal requests and what was removed, for the transparency figures.
import { sql } from 'kysely';
import { facets, type FigureSource, hoursBetween } from '../../platform/database/figures.ts';

export const removalFigures: readonly FigureSource[] = [
  {
    subject: 'removalsReceived',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['ground', sql`r.ground`])} AS facets
      FROM removal_requests r WHERE r.confirmed_at >= ${from} AND r.confirmed_at < ${to}`,
  },
  {
    subject: 'removalsDecided',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, ${hoursBetween('r.confirmed_at', 'r.decided_at')} AS hours, ${facets(
        ['ground', sql`r.ground`],
        ['outcome', sql`r.outcome`],
        ['inTime', sql`CASE WHEN r.decided_at <= r.due_at THEN 'inTime' ELSE 'late' END`],
      )} AS facets
      FROM removal_requests r WHERE r.decided_at >= ${from} AND r.decided_at < ${to}`,
  },
  {
    subject: 'mediasRemoved',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['via', sql`i.via`])} AS facets
      FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
      WHERE i.removed AND r.decided_at >= ${from} AND r.decided_at < ${to}`,
  },
];
