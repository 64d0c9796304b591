// Appeals, for the transparency figures.
import { sql } from 'kysely';
import { facets, type FigureSource, hoursBetween } from '../../platform/database/figures.ts';

/** What the appealed decision was about. */
const ABOUT = sql<string>`split_part(l.action, '.', 1)`;

export const appealFigures: readonly FigureSource[] = [
  {
    subject: 'appealsReceived',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['about', ABOUT])} AS facets
      FROM help_tickets t JOIN admin_log l ON l.id = t.appeals WHERE t.created_at >= ${from}
        AND t.created_at < ${to}`,
  },
  {
    subject: 'appealsDecided',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, ${hoursBetween('t.created_at', 't.answered_at')} AS hours, ${facets(
        ['about', ABOUT],
        ['outcome', sql`coalesce(t.outcome, 'upheld')`],
      )} AS facets
      FROM help_tickets t JOIN admin_log l ON l.id = t.appeals WHERE t.answered_at >= ${from}
        AND t.answered_at < ${to}`,
  },
];
