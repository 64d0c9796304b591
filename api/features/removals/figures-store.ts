// Removal requests and what was removed, for the transparency figures and the monthly pack.
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

type RemovalRecord = Record<(typeof COLUMNS)[number], unknown> & { id: string };
const COLUMNS = [
  'id',
  'ground',
  'byRepresentative',
  'receivedAt',
  'dueAt',
  'decidedAt',
  'outcome',
  'medias',
  'removed',
] as const;

const decidedSamples = ({ db, config }: Ctx, span: Span): ArchiveFile =>
  sampleFile(db, {
    path: 'samples/removal-requests.json',
    span,
    cases: sql`
      SELECT r.id, r.ground AS class, r.by_representative AS "byRepresentative",
        r.confirmed_at AS "receivedAt", r.due_at AS "dueAt", r.searched_at AS "searchedAt",
        (SELECT min(w.withheld_at) FROM withholdings w WHERE w.cause = 'removal'
          AND w.cause_id = r.id) AS "withheldAt",
        r.decided_at AS "decidedAt", r.outcome,
        (SELECT min(t.created_at) FROM help_tickets t WHERE t.removal_id = r.id) AS "contestedAt",
        (SELECT count(*)::int FROM removal_items i WHERE i.request_id = r.id) AS medias,
        (SELECT count(*)::int FROM removal_items i WHERE i.request_id = r.id
          AND i.removed) AS removed
      FROM removal_requests r WHERE r.decided_at >= ${span.from} AND r.decided_at < ${span.to}`,
    statement: () => ({
      decidedBy: 'a person of the team',
      contestWithinDays: config.APPEAL_DAYS,
    }),
  });

/**
 * Requests that were confirmed or decided in the span, with samples of decided ones; not their
 * references, which open them.
 */
export const removalRecords = (ctx: Ctx, span: Span): ArchiveFile[] => [
  requestRecords(ctx, span),
  decidedSamples(ctx, span),
];

const requestRecords = ({ db }: Ctx, { from, to }: Span): ArchiveFile =>
  csvFile<RemovalRecord>('records/removals.csv', COLUMNS, (after, limit) =>
    sql<RemovalRecord>`
      SELECT r.id, r.ground, r.by_representative AS "byRepresentative",
        r.confirmed_at AS "receivedAt", r.due_at AS "dueAt",
        r.decided_at AS "decidedAt", r.outcome, count(i.media_id) AS medias,
          count(i.media_id) FILTER (WHERE i.removed) AS removed
      FROM removal_requests r LEFT JOIN removal_items i ON i.request_id = r.id
      WHERE r.id > ${after}::uuid
        AND ((r.confirmed_at >= ${from} AND r.confirmed_at < ${to}) OR (r.decided_at >= ${from}
          AND r.decided_at < ${to}))
      GROUP BY r.id ORDER BY r.id LIMIT ${limit}`.execute(db),
  );
