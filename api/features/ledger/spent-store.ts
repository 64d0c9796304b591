// SQL of what one person spent on another. Found from the wallet of the payer, because a producer
// has far more entries.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALE_KINDS, type SaleKind } from '@camarim/contract/sales';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * What the payer paid the payee, without what was taken back: `t` the transfer, `e` its entry. A
 * sale in two steps counts when it is settled, out of the escrow.
 */
const payments = (payerId: ProfileId, payeeId: ProfileId) => sql`
  FROM ledger_accounts w JOIN ledger_entries e ON e.account_id = w.id AND e.amount < 0
    JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = ANY (${SALE_KINDS}::text[])
  WHERE w.owner_profile_id = ${payerId}::uuid AND w.kind IN ('wallet', 'escrow')
    AND EXISTS (SELECT FROM ledger_entries p JOIN ledger_accounts a ON a.id = p.account_id
      WHERE p.transfer_id = t.id AND a.owner_profile_id = ${payeeId}::uuid)
    AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)`;

export type SpentSum = { kind: SaleKind; amount: Centavos; count: number };

/** What the payer spent on the payee, by kind of sale, the most first. */
export const spentOn = async (
  db: Database,
  payerId: ProfileId,
  payeeId: ProfileId,
): Promise<SpentSum[]> => {
  const { rows } = await sql<SpentSum>`
    SELECT t.kind, (-sum(e.amount))::bigint AS amount,
      count(DISTINCT t.id)::integer AS count ${payments(payerId, payeeId)}
    GROUP BY t.kind ORDER BY 2 DESC, 1`.execute(db);
  return rows;
};

export type Payment = { kind: SaleKind; amount: Centavos; at: Date };

/** The newest first. */
export const lastPayments = async (
  db: Database,
  payerId: ProfileId,
  payeeId: ProfileId,
  limit: number,
): Promise<Payment[]> => {
  const { rows } = await sql<Payment>`
    SELECT t.kind, (-sum(e.amount))::bigint AS amount,
      t.created_at AS at ${payments(payerId, payeeId)}
    GROUP BY t.id, t.kind, t.created_at ORDER BY t.created_at DESC, t.id DESC
      LIMIT ${limit}`.execute(db);
  return rows;
};
