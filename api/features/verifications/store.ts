// SQL of all kinds of verification. Personal data enters and leaves sealed. What only performers
// have, their consent and their posts, is in performers/store.ts.
import type { ProducerRequestId, ProfileId, UserId } from '@camarim/contract/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import type { DB, Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';
import {
  countWaitingIn,
  type QueueSize,
  type WaitingCase,
  type WaitingCases,
} from '../../platform/database/waiting.ts';
import { notPostponed } from '../../platform/failing-items/store.ts';
import type { Ctx } from '../../context.ts';
import { type ProducerStage, nameContains } from '../profiles/index.ts';
import type { VerificationKind } from './kinds.ts';
import { openPerson } from './secrets.ts';
import { hasHeldCopy, isAccountUnderLegalHold, keepHeldCopy } from '../access/index.ts';

type Request = 'age' | 'producer';

export type RequestStages = {
  age: Selectable<DB['age_requests']>['stage'];
  producer: Selectable<DB['producer_requests']>['stage'];
};

/** A member's request: of an age verification, or to become a producer. */
export type RequestRow<K extends Request> = {
  kind: K;
  id: K extends 'producer' ? ProducerRequestId : string;
  profile_id: ProfileId;
  user_id: UserId;
  stage: RequestStages[K];
  profile_stage: ProducerStage;
  sealed: Buffer | null;
  requested_at: Date;
  decided_at: Date | null;
  reason: string;
};

const REQUESTS: Record<Request, RawBuilder<unknown>> = {
  age: sql`SELECT 'age' AS kind, r.id, r.profile_id, p.user_id, r.stage,
    p.producer_stage AS profile_stage, NULL::bytea AS sealed, r.requested_at, r.decided_at, r.reason
    FROM age_requests r JOIN profiles p ON p.id = r.profile_id`,
  producer: sql`SELECT 'producer' AS kind, r.id, r.profile_id, p.user_id, r.stage,
    p.producer_stage AS profile_stage, r.sealed, r.requested_at, r.decided_at, r.reason
    FROM producer_requests r JOIN profiles p ON p.id = r.profile_id`,
};

const listWhere = async <K extends Request>(
  db: Database,
  kind: K,
  rest: RawBuilder<unknown>,
): Promise<RequestRow<K>[]> =>
  (await sql<RequestRow<K>>`${REQUESTS[kind]} WHERE ${rest}`.execute(db)).rows;

export const latestRequest = async <K extends Request>(
  db: Database,
  kind: K,
  profileId: ProfileId,
): Promise<RequestRow<K> | null> => {
  const latest = sql`r.profile_id = ${profileId}::uuid ORDER BY r.requested_at DESC, r.id DESC
    LIMIT 1`;
  return (await listWhere(db, kind, latest))[0] ?? null;
};

/** Locks an age request until the end of the transaction. */
export const lockAgeRequest = async (tx: Database, id: string): Promise<RequestRow<'age'> | null> =>
  (await listWhere(tx, 'age', sql`r.id = ${id}::uuid FOR UPDATE OF r`))[0] ?? null;

/** The undecided producer request of a token that has not expired. */
export const requestByToken = async (
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<RequestRow<'producer'> | null> => {
  const valid = sql`r.token_hash = ${tokenHash} AND r.token_expires_at > ${now}::timestamptz
    AND r.stage = 'requested'`;
  return (await listWhere(db, 'producer', valid))[0] ?? null;
};

/** Age requests that wait, the longest waiting first. */
export const listAgeRequests = (
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRow<'age'>[]> =>
  listWhere(
    db,
    'age',
    sql`r.stage = 'requested' ORDER BY r.requested_at, r.id LIMIT ${limit} OFFSET ${offset}`,
  );

export type ProducerFilter = {
  /** The request of a suspended producer stays approved. */
  stage: RequestStages['producer'] | 'suspended';
  /** A part of the profile's name. */
  search: string | null;
  sort: 'oldest' | 'newest';
  /** The last request of the page before. */
  after: { at: Date; id: string } | null;
  limit: number;
};

/** The newest request of each person to become a producer, of one stage. */
export const listProducerRequests = (
  db: Database,
  { stage, search, sort, after, limit }: ProducerFilter,
): Promise<RequestRow<'producer'>[]> => {
  const [beyond, order] = sort === 'oldest' ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  const conditions = [
    sql`r.stage = ${stage === 'suspended' ? 'approved' : stage}`,
    sql`NOT EXISTS (SELECT FROM producer_requests n WHERE n.profile_id = r.profile_id
      AND (n.requested_at, n.id) > (r.requested_at, r.id))`,
    ...(stage === 'approved' ? [sql`p.producer_stage <> 'suspended'`] : []),
    ...(stage === 'suspended' ? [sql`p.producer_stage = 'suspended'`] : []),
    ...(search === null ? [] : [nameContains(search)]),
    ...(after === null
      ? []
      : [sql`(r.requested_at, r.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`]),
  ];
  return listWhere(
    db,
    'producer',
    sql`${sql.join(conditions, sql` AND `)}
      ORDER BY r.requested_at ${order}, r.id ${order} LIMIT ${limit}`,
  );
};

/** False when a request is open: a unique index decides, so of two concurrent inserts one wins. */
export const insertAgeRequest = async (
  tx: Database,
  { id, profileId, now }: { id: string; profileId: ProfileId; now: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('age_requests')
    .values({ id, profile_id: profileId, requested_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export type NewProducerRequest = {
  id: ProducerRequestId;
  profileId: ProfileId;
  sealed: Buffer;
  documentHash: Buffer;
  now: Date;
} & (
  | { tokenHash: Buffer; tokenExpiresAt: Date; stage?: never }
  | { tokenHash?: never; tokenExpiresAt?: never; stage: 'approved' }
);

/** False when a request is open, as with the age. One with stage `approved` was never submitted. */
export const insertProducerRequest = async (
  tx: Database,
  { id, profileId, now, sealed, documentHash, ...rest }: NewProducerRequest,
): Promise<boolean> => {
  const row = await tx
    .insertInto('producer_requests')
    .values({
      id,
      profile_id: profileId,
      sealed,
      document_hash: documentHash,
      requested_at: now,
      ...(rest.stage
        ? { stage: rest.stage, decided_at: now }
        : { token_hash: rest.tokenHash, token_expires_at: rest.tokenExpiresAt }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Whether another profile has an open or approved request with the CPF. An advisory lock serialises
 * requests with the same CPF.
 */
export const isDocumentTaken = async (
  tx: Database,
  documentHash: Buffer,
  profileId: ProfileId,
): Promise<boolean> => {
  await lockName(tx, documentHash.toString('hex'));
  const row = await tx
    .selectFrom('producer_requests')
    .select('id')
    .where('document_hash', '=', documentHash)
    .where('stage', '<>', 'rejected')
    .where('profile_id', '<>', profileId)
    .executeTakeFirst();
  return row !== undefined;
};

export const approvedWithDocument = async (
  db: Database,
  documentHash: Buffer,
): Promise<ProfileId[]> => {
  const rows = await db
    .selectFrom('producer_requests')
    .select('profile_id')
    .where('document_hash', '=', documentHash)
    .where('stage', '=', 'approved')
    .execute();
  return rows.map(({ profile_id }) => profile_id as ProfileId);
};

export type RecordedDecision = {
  kind: VerificationKind;
  id: string;
  stage: string;
  reason: string;
  adminId: ProfileId;
  now: Date;
};

const RECORD: Record<VerificationKind, (decision: RecordedDecision) => RawBuilder<unknown>> = {
  age: ({ id, stage, reason, adminId, now }) =>
    sql`UPDATE age_requests SET stage = ${stage}, reason = ${reason}, decided_by = ${adminId}::uuid,
      decided_at = ${now} WHERE id = ${id}::uuid`,
  // The first decision ends the token. A suspension and its end are stages of the profile; the
  // request keeps their reason, which the producer reads.
  producer: ({ id, stage, reason, adminId, now }) =>
    stage === 'suspended'
      ? sql`UPDATE producer_requests SET reason = ${reason} WHERE id = ${id}::uuid`
      : sql`UPDATE producer_requests SET reason = ${reason}, token_hash = NULL,
        token_expires_at = NULL, decided_at = coalesce(decided_at, ${now}),
          stage = CASE stage WHEN 'requested' THEN ${stage} ELSE stage END,
          decided_by = CASE stage WHEN 'requested' THEN ${adminId}::uuid ELSE decided_by END
            WHERE id = ${id}::uuid`,
  performer: ({ id, stage, reason, adminId, now }) =>
    sql`UPDATE performers SET review = ${stage}, reason = ${reason}, reviewed_by = ${adminId}::uuid,
      reviewed_at = ${now} WHERE id = ${id}::uuid`,
};

export const recordDecision = async (tx: Database, decision: RecordedDecision): Promise<void> => {
  await RECORD[decision.kind](decision).execute(tx);
};

/** A rejected producer request waits for a decision again. */
export const reopenRequest = async (tx: Database, id: string): Promise<void> => {
  await tx
    .updateTable('producer_requests')
    .set({ stage: 'requested', decided_at: null, decided_by: null, reason: '' })
    .where('id', '=', id)
    .execute();
};

/** Null when no request is open. */
export const deleteOpenRequest = async (
  tx: Database,
  kind: 'age' | 'producer',
  profileId: ProfileId,
): Promise<string | null> => {
  const table = kind === 'age' ? 'age_requests' : 'producer_requests';
  const open = await tx
    .selectFrom(table)
    .select('id')
    .where('profile_id', '=', profileId)
    .where('stage', '=', 'requested')
    .forUpdate()
    .executeTakeFirst();
  if (!open) return null;
  if (kind === 'producer') await keepHeldCopy(tx, kind, open.id);
  await tx.deleteFrom(table).where('id', '=', open.id).execute();
  return open.id;
};

const BLANK: Record<VerificationKind, ((id: string) => RawBuilder<unknown>) | null> = {
  age: null,
  producer: (id) => sql`UPDATE producer_requests SET sealed = NULL WHERE id = ${id}::uuid`,
  performer: (id) =>
    sql`UPDATE performers SET sealed = NULL, email_hash = NULL, token_hash = NULL,
      token_expires_at = NULL WHERE id = ${id}::uuid`,
};

/** Deletes the personal data of a case, and a performer's link. */
export const blankPerson = async (
  tx: Database,
  kind: VerificationKind,
  id: string,
): Promise<void> => {
  // The law has documents of an age check destroyed with the decision, whatever else is kept.
  if (kind !== 'age') await keepHeldCopy(tx, kind, id);
  await BLANK[kind]?.(id).execute(tx);
};

/** Cases of each kind that wait for a decision. */
export const WAITING: Record<VerificationKind, WaitingCases> = {
  age: sql<WaitingCase>`SELECT id::text AS id, requested_at AS since,
    profile_id AS about, NULL::uuid[] AS parties, NULL::timestamptz AS due FROM age_requests WHERE stage = 'requested'`,
  producer: sql<WaitingCase>`SELECT id::text AS id, requested_at AS since,
    profile_id AS about, NULL::uuid[] AS parties, NULL::timestamptz AS due FROM producer_requests WHERE stage = 'requested'`,
  performer: sql<WaitingCase>`SELECT id::text AS id, answered_at AS since,
    producer_id AS about, NULL::uuid[] AS parties, NULL::timestamptz AS due FROM performers WHERE review = 'waiting'
    AND consent = 'given'`,
};

/** How many of one kind wait, and since when the oldest does. */
export const countWaiting = (db: Database, kind: VerificationKind): Promise<QueueSize> =>
  countWaitingIn(db, WAITING[kind]);

const HOLDERS: Record<VerificationKind, RawBuilder<unknown>> = {
  age: sql`age_requests WHERE stage = 'requested'`,
  producer: sql`producer_requests WHERE sealed IS NOT NULL`,
  performer: sql`performers WHERE sealed IS NOT NULL`,
};

/**
 * Whether the documents of a case are still needed: false once it was erased, unless a legal hold
 * keeps it, or never stored.
 */
export const needsDocuments = async (
  db: Database,
  kind: VerificationKind,
  id: string,
): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM ${HOLDERS[kind]} AND id = ${id}::uuid`.execute(db);
  return rows.length > 0 || hasHeldCopy(db, id);
};

/** The name under which failed items are postponed. */
export const ERASURE_JOB = 'producers.forget';

/** Producer requests rejected before `before` that still have personal data. */
export const listErasableRequests = async (
  db: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<ProducerRequestId[]> => {
  const rows = await db
    .selectFrom('producer_requests')
    .select('id')
    .where('stage', '=', 'rejected')
    .where('decided_at', '<', before)
    .where('sealed', 'is not', null)
    .where(sql<boolean>`NOT ${sql.raw(isAccountUnderLegalHold('producer_requests.profile_id'))}`)
    .where(notPostponed(ERASURE_JOB, sql.ref('producer_requests.id'), now))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id as ProducerRequestId);
};

/** The person's requests with the data that they sent, for a personal data archive. */
export const exportRequestsOf = ({ db, seal }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('account/age.json', async () => {
    const { rows: verified } = await sql`SELECT verified_at AS "verifiedAt" FROM age_verifications
        WHERE profile_id = ${profileId}::uuid`.execute(db);
    const { rows: requests } =
      await sql`SELECT stage, requested_at AS "requestedAt", decided_at AS "decidedAt", reason
        FROM age_requests WHERE profile_id = ${profileId}::uuid ORDER BY requested_at`.execute(db);
    return { verified, requests };
  }),
  jsonFile('profiles/producer-requests.json', async () => {
    const { rows } = await sql<{ id: ProducerRequestId; sealed: Buffer | null }>`
      SELECT id, sealed, stage, requested_at AS "requestedAt", decided_at AS "decidedAt", reason
        FROM producer_requests WHERE profile_id = ${profileId}::uuid ORDER BY requested_at`.execute(
      db,
    );
    return rows.map(({ sealed, ...request }) => ({
      ...request,
      person: openPerson<object>({ seal }, { kind: 'producer', id: request.id, sealed }),
    }));
  }),
];

export const deleteProducerRequestsOf = async (
  db: Database,
  profileId: ProfileId,
): Promise<void> => {
  await db.deleteFrom('producer_requests').where('profile_id', '=', profileId).execute();
};

export const deleteAgeOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('age_requests').where('profile_id', '=', profileId).execute();
  await db.deleteFrom('age_verifications').where('profile_id', '=', profileId).execute();
};
