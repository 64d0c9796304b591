// Refunds of payments in the database: requests to gateways and their outcomes.
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { notPostponed } from '../../../../platform/failing-items/store.ts';

export type NewRefund = {
  id: string;
  transferId: TransferId;
  chargeId: ChargeId;
  profileId: ProfileId;
  amount: Centavos;
  /** Its money was locked by a fraud review. */
  fromLocked: boolean;
};

/** The gateway request, the same at each attempt: stored before the first one. */
export type RefundTerms = {
  receiptRef: string;
  receiptCentavos: Centavos;
  otherRefs: readonly string[];
};

export type Refund = NewRefund & {
  /** Null until the first request. */
  terms: RefundTerms | null;
  /** The gateway's reference, once an answer named it. */
  providerRef: string | null;
  /** When it was first requested; null: never, so the gateway can't know it. */
  askedAt: Date | null;
  attempts: number;
  createdAt: Date;
};

export const insertRefund = async (
  tx: Database,
  { id, transferId, chargeId, profileId, amount, fromLocked }: NewRefund,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO payment_refunds (id, transfer_id, charge_id, profile_id, amount_centavos,
      from_locked, created_at, next_try_at)
    VALUES (${id}::uuid, ${transferId}::uuid, ${chargeId}::uuid, ${profileId}::uuid, ${amount},
      ${fromLocked}, ${now}, ${now})`.execute(tx);
};

/** Null once it is finished. */
export const findOpenRefund = async (db: Database, id: string): Promise<Refund | null> => {
  const { rows } = await sql<
    Omit<Refund, 'terms'> & {
      receiptRef: string | null;
      receiptCentavos: Centavos | null;
      otherRefs: string[] | null;
    }
  >`
    SELECT id, transfer_id AS "transferId", charge_id AS "chargeId", profile_id AS "profileId",
      amount_centavos AS amount, from_locked AS "fromLocked", receipt_ref AS "receiptRef",
      receipt_centavos AS "receiptCentavos", other_refs AS "otherRefs",
        provider_ref AS "providerRef", asked_at AS "askedAt", attempts, created_at AS "createdAt"
    FROM payment_refunds WHERE id = ${id}::uuid AND status = 'requested'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { receiptRef, receiptCentavos, otherRefs, ...refund } = row;
  return {
    ...refund,
    terms:
      receiptRef !== null && receiptCentavos !== null
        ? { receiptRef, receiptCentavos, otherRefs: otherRefs ?? [] }
        : null,
  };
};

/** Records the request before it is made. Terms that exist are not changed. */
export const recordTerms = async (
  db: Database,
  id: string,
  { receiptRef, receiptCentavos, otherRefs }: RefundTerms,
  now: Date,
): Promise<RefundTerms> => {
  const { rows } = await sql<RefundTerms>`
    UPDATE payment_refunds SET receipt_ref = coalesce(receipt_ref, ${receiptRef}),
      receipt_centavos = coalesce(receipt_centavos, ${receiptCentavos}::bigint),
      other_refs = coalesce(other_refs, ${[...otherRefs]}::text[]), asked_at = coalesce(asked_at,
        ${now})
    WHERE id = ${id}::uuid RETURNING receipt_ref AS "receiptRef",
      receipt_centavos AS "receiptCentavos", other_refs AS "otherRefs"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`refund ${id} is gone`);
  return row;
};

/** Records the gateway's reference. */
export const recordProviderRef = async (db: Database, id: string, ref: string): Promise<void> => {
  await sql`UPDATE payment_refunds SET provider_ref = ${ref} WHERE id = ${id}::uuid`.execute(db);
};

/** Counts an attempt without a result, and schedules the next one. */
export const postponeRefund = async (db: Database, id: string, nextTryAt: Date): Promise<void> => {
  await sql`UPDATE payment_refunds SET attempts = attempts + 1, next_try_at = ${nextTryAt}
    WHERE id = ${id}::uuid AND status = 'requested'`.execute(db);
};

/** The job whose failing items are postponed. */
export const POLL_REFUNDS_JOB = 'funds.reconcileRefunds';

/** Takes up to `limit` due ones; they are due again at `againAt` if this process dies. */
export const takeDueRefunds = async (
  db: Database,
  { now, againAt, limit }: { now: Date; againAt: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    UPDATE payment_refunds SET next_try_at = ${againAt} WHERE id IN (
      SELECT id FROM payment_refunds WHERE status = 'requested' AND next_try_at <= ${now}
        AND ${notPostponed(POLL_REFUNDS_JOB, sql.ref('payment_refunds.id'), now)}
        ORDER BY next_try_at, id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * False when another process finished it first. Its charge is polled again soon: returns and
 * reversals must agree.
 */
export const finishRefund = async (
  tx: Database,
  { id, chargeId }: Pick<Refund, 'id' | 'chargeId'>,
  status: 'done' | 'failed',
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`UPDATE payment_refunds SET status = ${status}, finished_at = ${now}
      WHERE id = ${id}::uuid AND status = 'requested'`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`UPDATE charges SET next_check_at = ${now} WHERE id = ${chargeId}::uuid`.execute(tx);
  return true;
};
