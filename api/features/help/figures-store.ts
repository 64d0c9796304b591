// Appeals, for the transparency figures and the monthly pack.
import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, csvFile } from '../../platform/archive/archive.ts';
import { sampleFile } from '../../platform/archive/samples.ts';
import {
  facets,
  type FigureSource,
  hoursBetween,
  type Span,
} from '../../platform/database/figures.ts';
import { DECIDERS } from './store.ts';

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

type AppealRecord = Record<(typeof COLUMNS)[number], unknown> & { id: string };
const COLUMNS = ['id', 'about', 'receivedAt', 'dueAt', 'decidedAt', 'outcome'] as const;

/** Appeals that were received or decided in the span, with samples of decided ones. */
export const appealRecords = ({ db }: Ctx, span: Span): ArchiveFile[] => [
  csvFile<AppealRecord>('records/appeals.csv', COLUMNS, (after, limit) =>
    sql<AppealRecord>`
      SELECT t.id, l.action AS about, t.created_at AS "receivedAt", t.due_at AS "dueAt",
        t.answered_at AS "decidedAt",
        CASE WHEN t.answered_at IS NOT NULL THEN coalesce(t.outcome, 'upheld') END AS outcome
      FROM help_tickets t JOIN admin_log l ON l.id = t.appeals WHERE t.id > ${after}::uuid
        AND ((t.created_at >= ${span.from} AND t.created_at < ${span.to})
          OR (t.answered_at >= ${span.from} AND t.answered_at < ${span.to}))
      ORDER BY t.id LIMIT ${limit}`.execute(db),
  ),
  sampleFile(db, {
    path: 'samples/appeals.json',
    span,
    cases: sql`
      SELECT t.id, coalesce(t.outcome, 'upheld') AS class, a.action AS about,
        a.created_at AS "contestedDecisionAt", t.created_at AS "receivedAt", t.due_at AS "dueAt",
        t.answered_at AS "decidedAt",
        NOT (t.answered_by = ANY(${DECIDERS})) AS "decidedByAnother",
        (SELECT encode(c.hash, 'hex') FROM admin_log_chain c
          WHERE c.entry_id = a.id) AS "contestedAuditHash"
      FROM help_tickets t JOIN admin_log a ON a.id = t.appeals
      WHERE t.answered_at >= ${span.from} AND t.answered_at < ${span.to}`,
    statement: () => ({ decidedBy: 'a person of the team' }),
  }),
];
