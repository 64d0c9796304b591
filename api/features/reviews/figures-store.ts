// Reviews before publication, for the transparency figures and the monthly pack.
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

type ReviewRecord = Record<(typeof COLUMNS)[number], unknown> & { id: string };
const COLUMNS = [
  'id',
  'kind',
  'subjectId',
  'cause',
  'state',
  'reason',
  'strike',
  'heldAt',
  'decidedAt',
  'restoredAt',
] as const;

const CASES = sql`SELECT r.id, coalesce(r.reason, 'approved') AS class, r.kind,
    r.subject_id AS "subjectId", r.cause, r.state, r.strike, r.created_at AS "heldAt",
    r.decided_at AS "decidedAt", r.restored_at AS "restoredAt" FROM content_reviews r`;

const decidedSamples = ({ db }: Ctx, span: Span): ArchiveFile[] => {
  const decided = sql`r.decided_at >= ${span.from} AND r.decided_at < ${span.to}`;
  const statement = ({ class: rule, state }: { class: string; state?: unknown }) =>
    state === 'refused' ? { rule, decidedBy: 'a person of the team' } : null;
  return [
    sampleFile(db, {
      path: 'samples/reviews.json',
      span,
      cases: sql`${CASES} WHERE ${decided}`,
      statement,
    }),
    sampleFile(db, {
      path: 'samples/strikes.json',
      span,
      cases: sql`${CASES} WHERE r.strike AND ${decided}`,
      statement,
    }),
  ];
};

/** Content that was submitted for review or decided in the span, with samples of decisions. */
export const reviewRecords = (ctx: Ctx, span: Span): ArchiveFile[] => [
  caseRecords(ctx, span),
  ...decidedSamples(ctx, span),
];

const caseRecords = ({ db }: Ctx, { from, to }: Span): ArchiveFile =>
  csvFile<ReviewRecord>('records/reviews.csv', COLUMNS, (after, limit) =>
    sql<ReviewRecord>`
      SELECT id, kind, subject_id AS "subjectId", cause, state, reason, strike,
        created_at AS "heldAt", decided_at AS "decidedAt", restored_at AS "restoredAt"
      FROM content_reviews WHERE id > ${after}::uuid
        AND ((created_at >= ${from} AND created_at < ${to}) OR (decided_at >= ${from}
          AND decided_at < ${to}))
      ORDER BY id LIMIT ${limit}`.execute(db),
  );
