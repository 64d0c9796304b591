// Balances under lock, sales since a charge, and debts, for disputes.
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALE_KINDS } from '@camarim/contract/sales';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { unlockKey } from '../rules.ts';

/** Wallet and debt of a person, locked until the transaction ends. `owed` is not negative. */
export const lockBalances = async (
  tx: Database,
  profileId: ProfileId,
): Promise<{ wallet: Centavos; owed: Centavos }> => {
  const { rows } = await sql<{ kind: string; balance: Centavos }>`
    SELECT kind, balance FROM ledger_accounts WHERE owner_profile_id = ${profileId}::uuid
      AND kind IN ('wallet', 'debt') ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const of = (kind: string): number => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { wallet: of('wallet') as Centavos, owed: Math.max(0, -of('debt')) as Centavos };
};

/**
 * What a profile holds of one charge: credited, less everything taken back. `locked` is the part
 * under fraud review; `chargebacks` counts returns that its payer's bank made. Call it with the
 * wallet locked, so that two reports of one return run one after the other.
 */
export const loadChargeBalance = async (
  tx: Database,
  chargeId: ChargeId,
): Promise<{ held: Centavos; locked: Centavos; chargebacks: number }> => {
  const { rows } = await sql<{ held: Centavos; locked: Centavos; chargebacks: number }>`
    WITH of_charge AS (
      SELECT t.id, t.kind FROM ledger_transfers t
        WHERE t.idempotency_key IN (${`topUp:${chargeId}`}, ${unlockKey(chargeId)})
      UNION ALL SELECT r.id, r.kind FROM ledger_transfers t
        JOIN ledger_transfers r ON r.reverses = t.id
        WHERE t.idempotency_key = ${`topUp:${chargeId}`}
      UNION ALL SELECT t.id, t.kind FROM ledger_transfers t
        WHERE t.kind IN ('chargeback', 'refundFailed') AND t.reference_id = ${chargeId}
    )
    SELECT coalesce(-sum(e.amount) FILTER (WHERE a.kind = 'clearing'), 0)::bigint AS held,
      coalesce(sum(e.amount) FILTER (WHERE a.kind = 'locked'), 0)::bigint AS locked,
      (count(DISTINCT c.id) FILTER (WHERE c.kind = 'chargeback'))::int AS chargebacks
    FROM of_charge c JOIN ledger_entries e ON e.transfer_id = c.id
      JOIN ledger_accounts a ON a.id = e.account_id`.execute(tx);
  return rows[0] ?? { held: 0 as Centavos, locked: 0 as Centavos, chargebacks: 0 };
};

export type SaleRow = { transferId: TransferId; price: Centavos };

/** Sales paid since a charge was credited that were not reversed, newest first. */
export const loadSalesSince = async (
  tx: Database,
  chargeId: ChargeId,
  profileId: ProfileId,
  limit: number,
): Promise<SaleRow[]> => {
  const { rows } = await sql<SaleRow>`
    SELECT e.transfer_id AS "transferId", (-e.amount)::bigint AS price
    FROM ledger_accounts a
    JOIN ledger_transfers top_up ON top_up.idempotency_key IN (${`topUp:${chargeId}`},
      ${unlockKey(chargeId)})
    JOIN ledger_entries credit ON credit.transfer_id = top_up.id AND credit.account_id = a.id
    JOIN ledger_entries e ON e.account_id = a.id AND e.id > credit.id AND e.amount < 0
    JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = ANY(${SALE_KINDS}::text[])
    WHERE a.owner_profile_id = ${profileId}::uuid AND a.kind = 'wallet'
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)
    ORDER BY e.id DESC LIMIT ${limit}`.execute(tx);
  return rows;
};

/** Debt of a profile in centavos; mostly zero. */
export const loadDebt = async (db: Database, profileId: ProfileId): Promise<Centavos> => {
  const { rows } = await sql<{ owed: Centavos }>`
    SELECT (-balance)::bigint AS owed FROM ledger_accounts
      WHERE owner_profile_id = ${profileId}::uuid AND kind = 'debt' AND balance < 0`.execute(db);
  return rows[0]?.owed ?? (0 as Centavos);
};

export type Debtor = { profileId: ProfileId; owed: Centavos; since: Date };

/** Profiles with a debt, the largest first; `since` is the newest chargeback. */
export const loadDebtors = async (db: Database, limit: number): Promise<Debtor[]> => {
  const { rows } = await sql<Debtor>`
    SELECT a.owner_profile_id AS "profileId", (-a.balance)::bigint AS owed,
      (SELECT e.created_at FROM ledger_entries e WHERE e.account_id = a.id AND e.amount < 0
        ORDER BY e.id DESC LIMIT 1) AS since
    FROM ledger_accounts a WHERE a.kind = 'debt' AND a.balance < 0 ORDER BY a.balance, a.id
      LIMIT ${limit}`.execute(db);
  return rows;
};
