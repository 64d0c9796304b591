// Cash-outs and their steps in the database.
import type { CashOutId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { lockName } from '../../../platform/database/transaction.ts';
import type { DayCountSource } from '../../../platform/days/day-counts.ts';
import { hoursBetween } from '../../../platform/database/figures.ts';
import type { WaitingCase, WaitingCases } from '../../../platform/database/waiting.ts';
import { isAccountUnderLegalHold } from '../../access/index.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';
import type { GatewayName } from '../../../platform/payments/port.ts';
import type { CashOutWait } from './reserve/rules.ts';
import type { CashOutStatus, UsedAmounts } from './rules.ts';

/** What caused a step. */
export type Source = 'person' | 'admin' | 'job' | 'webhook';

export type CashOut = {
  id: CashOutId;
  profileId: ProfileId;
  status: CashOutStatus;
  amount: Centavos;
  /** With the producer's other cash-outs of that day that were not returned. */
  dayAmount: Centavos;
  fee: Centavos;
  sealed: Buffer | null;
  destination: string;
  provider: GatewayName;
  reason: string | null;
  version: number;
  createdAt: Date;
  /** When the gateway was first asked to send it; null: never. */
  askedAt: Date | null;
  finishedAt: Date | null;
  /** Why it waited for an administrator; null: it did not, or that was not kept yet. */
  waitsFor: CashOutWait[] | null;
};

const COLUMNS = sql`id, profile_id AS "profileId", status, amount_centavos AS amount,
  (SELECT coalesce(sum(o.amount_centavos), 0) FROM cash_outs o WHERE o.profile_id =
    cash_outs.profile_id AND o.day = cash_outs.day AND o.status <> 'returned')::bigint AS "dayAmount",
  fee_centavos AS fee, sealed, destination, provider, reason, version,
  created_at AS "createdAt", asked_at AS "askedAt", finished_at AS "finishedAt",
  waits_for AS "waitsFor"`;

/** Serialises the cash-outs of one producer, and the changes of the rules about them. */
export const lockPayouts = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await lockName(tx, `cash_outs/${profileId}`);
};

/** Locks, and returns the amounts used in the day and the month. Returned ones do not count. */
export const lockUsed = async (
  tx: Database,
  profileId: ProfileId,
  day: string,
): Promise<UsedAmounts> => {
  await lockPayouts(tx, profileId);
  return loadUsed(tx, profileId, day);
};

export const loadUsed = async (
  db: Database,
  profileId: ProfileId,
  day: string,
): Promise<UsedAmounts> => {
  const { rows } = await sql<UsedAmounts>`
    SELECT coalesce(sum(amount_centavos) FILTER (WHERE day = ${day}::date), 0)::bigint AS day,
      coalesce(sum(amount_centavos), 0)::bigint AS month
    FROM cash_outs WHERE profile_id = ${profileId}::uuid AND status <> 'returned'
      AND day >= date_trunc('month', ${day}::date) AND day < date_trunc('month',
      ${day}::date) + interval '1 month'`.execute(db);
  return rows[0] ?? ({ day: 0, month: 0 } as UsedAmounts);
};

export type NewCashOut = Omit<
  CashOut,
  'dayAmount' | 'reason' | 'version' | 'askedAt' | 'finishedAt'
> & {
  day: string;
  nextCheckAt: Date | null;
};

export const insertCashOut = async (
  tx: Database,
  {
    id,
    profileId,
    status,
    amount,
    fee,
    sealed,
    destination,
    provider,
    createdAt,
    day,
    nextCheckAt,
    waitsFor,
  }: NewCashOut,
): Promise<void> => {
  await sql`
    INSERT INTO cash_outs (id, profile_id, status, amount_centavos, fee_centavos, sealed,
      destination, provider, created_at, day, next_check_at, waits_for)
    VALUES (${id}, ${profileId}, ${status}, ${amount}, ${fee}, ${sealed}, ${destination},
      ${provider}, ${createdAt}, ${day}, ${nextCheckAt}, ${waitsFor}::text[])`.execute(tx);
  await sql`INSERT INTO cash_out_events (cash_out_id, version, to_status, source, at)
    VALUES (${id}, 1, ${status}, 'person', ${createdAt})`.execute(tx);
};

export const findCashOut = async (db: Database, id: string): Promise<CashOut | null> => {
  const { rows } =
    await sql<CashOut>`SELECT ${COLUMNS} FROM cash_outs WHERE id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

export type Step = {
  to: CashOutStatus;
  reason: string | null;
  providerRef: string | null;
  finishedAt: Date | null;
  nextCheckAt: Date | null;
  source: Source;
  at: Date;
};

/**
 * Applies a step to the version that it was decided on, and records it. Returns false when the
 * version had changed.
 */
export const moveCashOut = async (
  tx: Database,
  { id, version, status }: CashOut,
  { to, reason, providerRef, finishedAt, nextCheckAt, source, at }: Step,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE cash_outs SET status = ${to}, reason = coalesce(${reason}, reason),
      provider_ref = coalesce(${providerRef}, provider_ref), finished_at = coalesce(${finishedAt},
      finished_at),
      next_check_at = ${nextCheckAt}, version = version + 1
    WHERE id = ${id}::uuid AND version = ${version}`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    INSERT INTO cash_out_events (cash_out_id, version, from_status, to_status, reason, source, at)
    VALUES (${id}, ${version + 1}, ${status}, ${to}, ${reason}, ${source}, ${at})`.execute(tx);
  return true;
};

/** The statuses of each cash-out, in order. */
export const loadSteps = async (
  db: Database,
  ids: readonly CashOutId[],
): Promise<Map<CashOutId, { status: CashOutStatus; at: Date }[]>> => {
  const { rows } = await sql<{ id: CashOutId; status: CashOutStatus; at: Date }>`
    SELECT cash_out_id AS id, to_status AS status, at FROM cash_out_events
      WHERE cash_out_id = ANY(${ids}::uuid[]) ORDER BY cash_out_id, version`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
};

/** Recorded before the first request: from here on the gateway may have it. */
export const recordFirstRequest = async (db: Database, id: CashOutId, now: Date): Promise<void> => {
  await sql`UPDATE cash_outs SET asked_at = coalesce(asked_at, ${now})
    WHERE id = ${id}::uuid`.execute(db);
};

export const schedulePoll = async (
  db: Database,
  { id, version }: CashOut,
  at: Date | null,
): Promise<void> => {
  await sql`UPDATE cash_outs SET next_check_at = ${at} WHERE id = ${id}::uuid
    AND version = ${version}`.execute(db);
};

/** The job whose failing items are postponed. */
export const POLL_CASH_OUTS_JOB = 'funds.reconcileCashOuts';

/** Takes up to `limit` due ones; they are due again at `againAt` if this process dies. */
export const takeDueCashOuts = async (
  db: Database,
  { now, againAt, limit }: { now: Date; againAt: Date; limit: number },
): Promise<CashOutId[]> => {
  const { rows } = await sql<{ id: CashOutId }>`
    UPDATE cash_outs SET next_check_at = ${againAt} WHERE id IN (
      SELECT id FROM cash_outs WHERE next_check_at <= ${now}
        AND ${notPostponed(POLL_CASH_OUTS_JOB, sql.ref('cash_outs.id'), now)}
        ORDER BY next_check_at, id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
};

export const listCashOuts = async (
  db: Database,
  {
    profileId,
    status,
    limit,
    offset,
  }: { profileId?: ProfileId; status?: CashOutStatus; limit: number; offset: number },
): Promise<{ rows: CashOut[]; total: number }> => {
  const where =
    profileId === undefined
      ? sql`status = ${status ?? 'requested'}`
      : sql`profile_id = ${profileId}::uuid`;
  const order = profileId === undefined ? sql`created_at, id` : sql`created_at DESC, id DESC`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<CashOut>`SELECT ${COLUMNS} FROM cash_outs WHERE ${where} ORDER BY ${order}
      LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM cash_outs WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
};

/** The transfer that booked a cash-out as paid. */
export const paidTransferOf = async (tx: Database, id: CashOutId): Promise<string | null> => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM ledger_transfers WHERE idempotency_key = ${`payoutPaid:${id}`}`.execute(tx);
  return rows[0]?.id ?? null;
};

/**
 * Deletes the destinations of cash-outs finished before an instant; the masked line stays. Those of
 * an account under a legal hold stay until the release.
 */
export const forgetDestinations = async (db: Database, finishedBefore: Date): Promise<void> => {
  await sql`
    UPDATE cash_outs SET sealed = NULL WHERE sealed IS NOT NULL AND finished_at < ${finishedBefore}
      AND NOT ${sql.raw(isAccountUnderLegalHold('cash_outs.profile_id'))}`.execute(db);
};

/** Cash-outs that wait for a person. */
export const REQUESTED_CASH_OUTS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, created_at AS since, profile_id AS about,
    NULL::uuid[] AS parties, NULL::timestamptz AS due
    FROM cash_outs WHERE status = 'requested'`;

/** Cash-outs that administrators approved, and how long they waited. */
export const approvedCashOuts: DayCountSource = ({ from, to }) => sql`
  SELECT 'cashOut' AS figure, '' AS part,
    ${hoursBetween('c.created_at', 'e.at')} AS hours, 1 AS cases
  FROM cash_out_events e JOIN cash_outs c ON c.id = e.cash_out_id
  WHERE e.to_status = 'approved' AND e.source = 'admin' AND e.at >= ${from} AND e.at < ${to}`;
