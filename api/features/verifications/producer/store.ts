// SQL of producer requests. Personal data enters and leaves sealed.
import type { ProducerRequestId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type ArchiveFile, jsonFile } from '../../../platform/archive/archive.ts';
import type { DB } from '../../../platform/database/database.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { nameContains, type ProducerStage } from '../../profiles/index.ts';

type Db = Kysely<DB>;

/** The sealed part: who the person is. */
export type Person = {
  fullName: string;
  /** CPF, digits. */
  document: string;
  celphone: string;
  /** YYYY-MM-DD */
  birthDate: string;
  street: string;
  number: string;
  addressLineTwo: string;
  county: string;
  city: string;
  stateCode: string;
  zip: string;
  country: 'BR';
};

export type RequestStage = Selectable<DB['producer_requests']>['stage'];

export type RequestRow = {
  id: ProducerRequestId;
  profile_id: ProfileId;
  stage: RequestStage;
  sealed: Buffer | null;
  token_expires_at: Date | null;
  requested_at: Date;
  decided_at: Date | null;
  reason: string;
  profile_stage: ProducerStage;
};

const COLUMNS = sql`r.id, r.profile_id, r.stage, r.sealed, r.token_expires_at, r.requested_at, r.decided_at, r.reason, p.producer_stage AS profile_stage`;
const TABLES = sql`producer_requests r JOIN profiles p ON p.id = r.profile_id`;

export type NewRequest = {
  id: ProducerRequestId;
  profileId: ProfileId;
  sealed: Buffer;
  documentHash: Buffer;
  tokenHash: Buffer;
  tokenExpiresAt: Date;
  now: Date;
};

/**
 * False when the profile has an open request: a unique index decides, so of two concurrent inserts
 * one wins.
 */
export const insertRequest = async (tx: Db, request: NewRequest): Promise<boolean> => {
  const row = await tx
    .insertInto('producer_requests')
    .values({
      id: request.id,
      profile_id: request.profileId,
      sealed: request.sealed,
      document_hash: request.documentHash,
      token_hash: request.tokenHash,
      token_expires_at: request.tokenExpiresAt,
      requested_at: request.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Inserts an approved request that was never submitted. */
export const insertApprovedRequest = async (
  db: Db,
  {
    id,
    profileId,
    sealed,
    documentHash,
    now,
  }: Pick<NewRequest, 'id' | 'profileId' | 'sealed' | 'documentHash' | 'now'>,
): Promise<void> => {
  await db
    .insertInto('producer_requests')
    .values({
      id,
      profile_id: profileId,
      stage: 'approved',
      sealed,
      document_hash: documentHash,
      requested_at: now,
      decided_at: now,
    })
    .execute();
};

/**
 * Whether another profile has an open or approved request with the CPF. An advisory lock serialises
 * requests with the same CPF.
 */
export const isDocumentTaken = async (
  tx: Db,
  documentHash: Buffer,
  profileId: ProfileId,
): Promise<boolean> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(encode(${documentHash}::bytea, 'hex'), 0))`.execute(
    tx,
  );
  const row = await tx
    .selectFrom('producer_requests')
    .select('id')
    .where('document_hash', '=', documentHash)
    .where('stage', '<>', 'rejected')
    .where('profile_id', '<>', profileId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Locks the profile and returns its stage. */
export const lockStage = async (tx: Db, profileId: ProfileId): Promise<ProducerStage> => {
  const row = await tx
    .selectFrom('profiles')
    .select('producer_stage')
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.producer_stage;
};

/** Fails with the constraint `profiles_domain_name_key` when the name is taken. */
export const updateProducerStage = async (
  tx: Db,
  profileId: ProfileId,
  change: { producer_stage: ProducerStage; domain_name?: string },
): Promise<void> => {
  await tx.updateTable('profiles').set(change).where('id', '=', profileId).execute();
};

export const latestRequest = async (db: Db, profileId: ProfileId): Promise<RequestRow | null> => {
  const { rows } =
    await sql<RequestRow>`SELECT ${COLUMNS} FROM ${TABLES} WHERE r.profile_id = ${profileId}::uuid ORDER BY r.requested_at DESC, r.id DESC LIMIT 1`.execute(
      db,
    );
  return rows[0] ?? null;
};

export const requestById = async (db: Db, id: string): Promise<RequestRow | null> => {
  const { rows } =
    await sql<RequestRow>`SELECT ${COLUMNS} FROM ${TABLES} WHERE r.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** The undecided request of a token that has not expired. */
export const requestByToken = async (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<RequestRow | null> => {
  const { rows } = await sql<RequestRow>`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE r.token_hash = ${tokenHash} AND r.token_expires_at > ${now}::timestamptz AND r.stage = 'requested'`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** Decides an open request and ends its token. False when it was decided before. */
export const decideRequest = async (
  tx: Db,
  id: ProducerRequestId,
  {
    stage,
    reason,
    adminId,
    now,
  }: { stage: 'approved' | 'rejected'; reason: string; adminId: ProfileId; now: Date },
): Promise<boolean> => {
  const row = await tx
    .updateTable('producer_requests')
    .set({
      stage,
      reason,
      decided_by: adminId,
      decided_at: now,
      token_hash: null,
      token_expires_at: null,
    })
    .where('id', '=', id)
    .where('stage', '=', 'requested')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** For a withdrawal; null when no request is open. */
export const deleteOpenRequest = async (
  tx: Db,
  profileId: ProfileId,
): Promise<ProducerRequestId | null> => {
  const row = await tx
    .deleteFrom('producer_requests')
    .where('profile_id', '=', profileId)
    .where('stage', '=', 'requested')
    .returning('id')
    .executeTakeFirst();
  return (row?.id as ProducerRequestId | undefined) ?? null;
};

/** The reason that a suspended producer reads. */
export const updateReason = async (
  tx: Db,
  id: ProducerRequestId,
  reason: string,
): Promise<void> => {
  await tx.updateTable('producer_requests').set({ reason }).where('id', '=', id).execute();
};

export type QueueFilter = {
  stage: RequestStage;
  search: string | null;
  limit: number;
  offset: number;
};

/** One stage's requests, the longest waiting first. */
export const listRequests = async (
  db: Db,
  { stage, search, limit, offset }: QueueFilter,
): Promise<RequestRow[]> => {
  const { rows } = await sql<RequestRow>`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE r.stage = ${stage} ${search === null ? sql`` : sql`AND ${nameContains(search)}`}
    ORDER BY r.requested_at, r.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** The name under which failed items are postponed. */
export const ERASURE_JOB = 'producers.forget';

/** Requests rejected before `before` that still have personal data. */
export const listErasableRequests = async (
  db: Db,
  before: Date,
  now: Date,
): Promise<ProducerRequestId[]> => {
  const rows = await db
    .selectFrom('producer_requests')
    .select('id')
    .where('stage', '=', 'rejected')
    .where('decided_at', '<', before)
    .where('sealed', 'is not', null)
    .where(notPostponed(ERASURE_JOB, sql.ref('producer_requests.id'), now))
    .limit(500)
    .execute();
  return rows.map(({ id }) => id as ProducerRequestId);
};

export const blankRequest = async (db: Db, id: ProducerRequestId): Promise<void> => {
  await db.updateTable('producer_requests').set({ sealed: null }).where('id', '=', id).execute();
};

/** Whether the request exists. */
export const requestExists = async (db: Db, id: string): Promise<boolean> =>
  (await requestById(db, id)) !== null;

/** The person's requests with the data that they sent, for a personal data archive. */
export const exportProducerRequestsOf = (
  { db, seal }: Pick<Platform, 'db' | 'seal'>,
  profileId: ProfileId,
): ArchiveFile[] => [
  jsonFile('profiles/producer-requests.json', async () => {
    const { rows } = await sql<{ id: ProducerRequestId; sealed: Buffer | null }>`
      SELECT id, sealed, stage, requested_at AS "requestedAt", decided_at AS "decidedAt", reason FROM producer_requests WHERE profile_id = ${profileId}::uuid ORDER BY requested_at`.execute(
      db,
    );
    return rows.map(({ sealed, ...request }) => ({
      ...request,
      person: sealed && seal.open<object>(`producer_requests/${request.id}`, sealed),
    }));
  }),
];
