// Movements of the ledger as administrators search them, and failed refunds.
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { lockName } from '../../../../platform/database/transaction.ts';
import type { GatewayName, TopUpMethod } from '../../../../platform/payments/port.ts';
import type { MovementKind } from '../../../ledger/index.ts';
import type { Suspicion } from '../reviews/rules.ts';
import type { ChargeStatus } from '../charges/rules.ts';

export type EntryRow = {
  owner: ProfileId | null;
  account: string;
  amount: Centavos;
  releaseAt: string | null;
  /** A pending part that is not released yet. */
  held: boolean;
};

export type TransactionRow = {
  id: TransferId;
  kind: MovementKind;
  referenceType: string | null;
  referenceId: string | null;
  reason: string | null;
  /** The fan's message with a tip. */
  message: string | null;
  createdAt: Date;
  entries: EntryRow[];
  reversedBy: TransferId | null;
  /** The charge of a top-up or of a failed refund. */
  chargeId: ChargeId | null;
  charge: { method: TopUpMethod; status: ChargeStatus; provider: GatewayName } | null;
  /** A dispute took back at least a part of a top-up. */
  takenBack: boolean;
  /** The transfer by which an administrator released its share early, or its locked money. */
  releasedBy: TransferId | null;
  releasedAt: Date | null;
  refund: 'requested' | 'done' | 'failed' | null;
  /** The reason of its open fraud review and its deadline; null otherwise. */
  heldFor: Suspicion | null;
  heldUntil: Date | null;
};

/** The idempotency key of an administrator's release of one sale. */
export const releaseKey = (id: TransferId): string => `transfer:${id}`;

const SELECTED = sql`
  SELECT t.id, t.kind, t.reference_type AS "referenceType", t.reference_id AS "referenceId",
    t.memo ->> 'reason' AS reason, CASE WHEN t.kind = 'tip' THEN t.memo ->> 'message' END AS message,
    t.created_at AS "createdAt", r.id AS "reversedBy", f.status AS refund,
    l.entries, early.id AS "releasedBy", early.created_at AS "releasedAt", v.reason AS "heldFor", v.due_at AS "heldUntil",
    t.kind = 'topUp' AND EXISTS (SELECT FROM ledger_transfers x WHERE x.kind = 'chargeback'
      AND x.reference_id = t.reference_id) AS "takenBack",
    CASE WHEN t.reference_type = 'charge'
      AND t.kind IN ('topUp', 'refundFailed') THEN t.reference_id END AS "chargeId",
    (SELECT jsonb_build_object('method', c.method, 'status', c.status, 'provider', c.provider)
      FROM charges c
      WHERE c.id = CASE WHEN t.kind = 'topUp' THEN t.reference_id::uuid END) AS charge
  FROM ledger_transfers t
  LEFT JOIN ledger_transfers r ON r.reverses = t.id
  LEFT JOIN payment_refunds f ON f.transfer_id = t.id
  LEFT JOIN charge_reviews v ON v.transfer_id = t.id AND v.decision IS NULL
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('owner', a.owner_profile_id, 'account', a.kind, 'amount',
      e.amount, 'releaseAt', e.release_at, 'held', a.kind = 'pending' AND e.amount <=
        coalesce((SELECT h.amount FROM ledger_holds h
          WHERE h.account_id = e.account_id AND h.release_at = e.release_at), 0)
        + coalesce((SELECT sum(u.amount) FROM ledger_unfolded u
          WHERE u.account_id = e.account_id AND u.release_at = e.release_at), 0))
        ORDER BY e.id) AS entries,
      max(a.owner_profile_id::text) FILTER (WHERE a.kind = 'pending') AS holder
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.transfer_id = t.id
  ) l
  LEFT JOIN ledger_transfers early ON early.idempotency_key = CASE
    WHEN t.kind IN ('topUp', 'refundFailed') THEN 'unlock:' || t.reference_id
    ELSE 'release:' || l.holder || ':transfer:' || t.id END`;

export const findTransaction = async (
  db: Database,
  id: TransferId,
): Promise<TransactionRow | null> => {
  const { rows } = await sql<TransactionRow>`${SELECTED} WHERE t.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** When the share of a sale was released with others before its time; null when it was not. */
export const findEarlyRelease = async (db: Database, id: TransferId): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    SELECT r.created_at AS at FROM ledger_entries e JOIN ledger_entries r
      ON r.account_id = e.account_id AND r.id > e.id AND r.release_at = e.release_at
        AND r.amount < 0
      JOIN ledger_transfers x ON x.id = r.transfer_id AND x.kind = 'release'
    WHERE e.transfer_id = ${id}::uuid AND e.amount > 0 ORDER BY r.id LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
};

/** Serialises corrections of one movement; call it before reading the movement. */
export const lockTransaction = async (tx: Database, id: TransferId): Promise<void> => {
  await lockName(tx, `transaction/${id}`);
};

export type TransactionQuery = {
  before: string | null;
  kind: string | null;
  /** Only those whose money is locked. */
  held: boolean;
  limit: number;
  ids: readonly string[] | null;
  profileId: ProfileId | null;
};

/** Newest first: ids are UUIDv7. For one profile, each account is a range of its index. */
export const listTransactions = async (
  db: Database,
  { before, kind, held, limit, ids, profileId }: TransactionQuery,
): Promise<TransactionRow[]> => {
  const of = sql`(${before}::uuid IS NULL OR t.id < ${before}::uuid) AND (${kind}::text IS NULL
    OR t.kind = ${kind}::text)`;
  const wanted = ids
    ? sql`SELECT t.id FROM ledger_transfers t WHERE ${of} AND (t.id = ANY(${ids}::uuid[])
      OR t.idempotency_key = ANY(${ids.flatMap((id) => [`topUp:${id}`, `payout:${id}`, `payoutPaid:${id}`, `payoutReturned:${id}`])}::text[]))`
    : profileId
      ? sql`SELECT DISTINCT x.id FROM ledger_accounts a CROSS JOIN LATERAL (
          SELECT t.id FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
            WHERE e.account_id = a.id AND ${of} ORDER BY e.id DESC LIMIT ${limit}
        ) x WHERE a.owner_profile_id = ${profileId}::uuid`
      : held
        ? sql`SELECT t.id FROM charge_reviews v JOIN ledger_transfers t ON t.id = v.transfer_id
          WHERE v.decision IS NULL AND ${of}`
        : sql`SELECT t.id FROM ledger_transfers t WHERE ${of}`;
  const { rows } = await sql<TransactionRow>`${SELECTED} WHERE t.id IN (SELECT id FROM (${wanted}) w
      ORDER BY id DESC LIMIT ${limit}) ORDER BY t.id DESC`.execute(db);
  return rows;
};

export const findProfileByName = async (
  db: Database,
  domainName: string,
): Promise<ProfileId | null> => {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('domain_name', '=', domainName)
    .executeTakeFirst();
  return (row?.id as ProfileId | undefined) ?? null;
};

/** Refunds of a charge that its gateway reported as failed. */
export const failedRefundsOf = async (
  db: Database,
  chargeId: ChargeId,
): Promise<{ id: string; providerRef: string | null }[]> => {
  const { rows } = await sql<{ id: string; providerRef: string | null }>`
    SELECT id, provider_ref AS "providerRef" FROM payment_refunds
      WHERE charge_id = ${chargeId}::uuid AND status = 'failed'`.execute(db);
  return rows;
};
