// Checks of ages and identities, and what performers answered, for the transparency figures and
// the monthly pack.
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, csvFile, csvRows } from '../../platform/archive/archive.ts';
import { sampleFile } from '../../platform/archive/samples.ts';
import { dayOf } from '../../platform/clock/days.ts';
import { type DayCountSource, decisionsOf } from '../../platform/days/day-counts.ts';
import {
  facets,
  type FigureCase,
  type FigureSource,
  hoursBetween,
  type Span,
} from '../../platform/database/figures.ts';

const checked = (
  check: string,
  { table, since, decided, result }: Record<'table' | 'since' | 'decided' | 'result', string>,
  { from, to }: Span,
): RawBuilder<FigureCase> => sql`
  SELECT 1 AS cases, ${hoursBetween(since, decided)} AS hours, ${facets(
    ['check', sql`${sql.lit(check)}`],
    ['result', sql`${sql.ref(result)}`, sql`${sql.lit(check)}`],
  )} AS facets
  FROM ${sql.table(table)} WHERE ${sql.ref(decided)} >= ${from} AND ${sql.ref(decided)} < ${to}`;

const REQUEST = { since: 'requested_at', decided: 'decided_at', result: 'stage' };
const PERFORMER = { since: 'created_at', decided: 'reviewed_at', result: 'review' };

export const verificationFigures: readonly FigureSource[] = [
  {
    subject: 'ageTries',
    cases: ({ from, to }) => sql`
      SELECT a.count AS cases, NULL::float8 AS hours,
        ${facets(['outcome', sql`a.outcome`], ['method', sql`a.method`])} AS facets
      FROM age_counts a WHERE a.day >= ${dayOf(from)}::date AND a.day < ${dayOf(to)}::date
        AND a.outcome <> 'begun'`,
  },
  {
    subject: 'identityChecks',
    cases: (span) => sql`
      ${checked('age', { table: 'age_requests', ...REQUEST }, span)}
      UNION ALL ${checked('producer', { table: 'producer_requests', ...REQUEST }, span)}
      UNION ALL ${checked('performer', { table: 'performers', ...PERFORMER }, span)}`,
  },
  {
    subject: 'performerAnswers',
    cases: ({ from, to }) => sql`
      SELECT 1 AS cases, NULL::float8 AS hours, ${facets(['answer', sql`e.act`])} AS facets
      FROM consent_entries e WHERE e.signed_at >= ${from} AND e.signed_at < ${to}`,
  },
];

/** Requests of producers that were decided, and how long they waited. */
export const decidedRequests: readonly DayCountSource[] = [
  decisionsOf(
    'producerRequest',
    sql`producer_requests WHERE decided_at IS NOT NULL`,
    'requested_at',
    'decided_at',
  ),
  decisionsOf(
    'ageCheck',
    sql`age_requests WHERE decided_by IS NOT NULL`,
    'requested_at',
    'decided_at',
  ),
  decisionsOf(
    'performerCheck',
    sql`performers WHERE reviewed_by IS NOT NULL`,
    'answered_at',
    'reviewed_at',
  ),
];

const CONSENT = [
  'id',
  'place',
  'performerId',
  'act',
  'scope',
  'mediaId',
  'textVersion',
  'signedBy',
  'signedAt',
  'hash',
] as const;
type ConsentRecord = Record<(typeof CONSENT)[number], unknown> & { id: string };
const CHECKED = [
  'id',
  'consent',
  'review',
  'registeredAt',
  'reviewedAt',
  'posts',
  'medias',
] as const;
type PerformerRecord = Record<(typeof CHECKED)[number], unknown> & { id: string };
const REQUESTED = ['id', 'requestedAt', 'decidedAt', 'result'] as const;
type RequestRecord = Record<(typeof REQUESTED)[number], unknown> & { id: string };
const AGE = ['day', 'place', 'method', 'outcome', 'count'] as const;
type AgeRecord = Record<(typeof AGE)[number], unknown>;

/** Age checks by a document that were refused, and withdrawals of consent with what followed. */
const verificationSamples = ({ db, config }: Ctx, span: Span): ArchiveFile[] => [
  sampleFile(db, {
    path: 'samples/age-refusals.json',
    span,
    cases: sql`
      SELECT a.id, a.stage AS class, a.requested_at AS "requestedAt", a.decided_at AS "decidedAt"
      FROM age_requests a WHERE a.stage = 'refused' AND a.decided_at >= ${span.from}
        AND a.decided_at < ${span.to}`,
    statement: () => ({
      decidedBy: 'a person of the team',
      contestWithinDays: config.APPEAL_DAYS,
    }),
  }),
  sampleFile(db, {
    path: 'samples/consent-withdrawals.json',
    span,
    cases: sql`
      SELECT e.id, e.scope AS class, e.place, e.performer_id AS "performerId",
        e.media_id AS "mediaId", e.text_version AS "textVersion", e.signed_by AS "signedBy",
        e.signed_at AS "signedAt", encode(e.hash, 'hex') AS hash,
        (SELECT count(*)::int FROM consent_refunds f WHERE f.performer_id = e.performer_id
          AND f.refunded_at >= e.signed_at) AS "refundsSince",
        (SELECT count(*)::int FROM removal_requests r WHERE r.performer_id = e.performer_id
          AND r.created_at >= e.signed_at) AS "requestsAboutCopiesSince"
      FROM consent_entries e WHERE e.act = 'withdrawal' AND e.signed_at >= ${span.from}
        AND e.signed_at < ${span.to}`,
  }),
];

/**
 * Entries of the consent ledger, checks of performers and checks of ages by a document in the span,
 * by id; other age checks by day, place and verifier. With samples.
 */
export const verificationRecords = (ctx: Ctx, span: Span): ArchiveFile[] => [
  ...checkRecords(ctx, span),
  ...verificationSamples(ctx, span),
];

const checkRecords = ({ db }: Ctx, { from, to }: Span): ArchiveFile[] => [
  csvFile<ConsentRecord>('records/consents.csv', CONSENT, (after, limit) =>
    sql<ConsentRecord>`
      SELECT id, place, performer_id AS "performerId", act, scope, media_id AS "mediaId",
        text_version AS "textVersion", signed_by AS "signedBy",
        signed_at AS "signedAt", encode(hash, 'hex') AS hash
      FROM consent_entries WHERE id > ${after}::uuid AND signed_at >= ${from} AND signed_at < ${to}
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  csvFile<PerformerRecord>('records/performers.csv', CHECKED, (after, limit) =>
    sql<PerformerRecord>`
      SELECT p.id, p.consent, p.review, p.created_at AS "registeredAt",
        p.reviewed_at AS "reviewedAt",
        (SELECT count(*) FROM post_performers d WHERE d.performer_id = p.id) AS posts,
        (SELECT count(*) FROM media_performers d WHERE d.performer_id = p.id) AS medias
      FROM performers p WHERE p.id > ${after}::uuid
        AND ((p.created_at >= ${from} AND p.created_at < ${to}) OR (p.reviewed_at >= ${from}
          AND p.reviewed_at < ${to}))
      ORDER BY p.id LIMIT ${limit}`.execute(db),
  ),
  csvFile<RequestRecord>('records/age-requests.csv', REQUESTED, (after, limit) =>
    sql<RequestRecord>`
      SELECT id, requested_at AS "requestedAt", decided_at AS "decidedAt", stage AS result
      FROM age_requests WHERE id > ${after}::uuid
        AND ((requested_at >= ${from} AND requested_at < ${to}) OR (decided_at >= ${from}
          AND decided_at < ${to}))
      ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  csvRows<AgeRecord>('records/age-checks.csv', AGE, async function* () {
    const { rows } = await sql<AgeRecord>`
      SELECT day::text, place, method, outcome, count FROM age_counts
      WHERE day >= ${dayOf(from)}::date AND day < ${dayOf(to)}::date ORDER BY day, place, method,
        outcome`.execute(db);
    yield* rows;
  }),
];
