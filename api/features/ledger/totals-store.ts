// What one profile has and what came and went, for administrators: two queries, of which the second
// reads all entries of the profile.
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AccountKind } from './movements.ts';

type Sums = { in: Centavos; out: Centavos };

export type Totals = {
  balances: Record<'wallet' | 'locked' | 'escrow' | 'debt' | 'pending' | 'earnings', Centavos>;
  /** The sum of wallet, locked and escrow: a transfer between them is neither in nor out. */
  walletSums: Sums;
  /** The sum of pending and available earnings. */
  earningsSums: Sums;
};

const GROUPS = { wallet: ['wallet', 'locked', 'escrow'], earnings: ['pending', 'earnings'] };

/** Entries are the truth: balances of accounts with many payers are folded later. */
export const loadTotals = async (db: Database, profileId: ProfileId): Promise<Totals> => {
  const { rows: accounts } = await sql<{ kind: AccountKind; balance: Centavos }>`
    SELECT a.kind, (a.balance + coalesce((SELECT sum(u.amount) FROM ledger_unfolded u
      WHERE u.account_id = a.id), 0))::bigint AS balance
    FROM ledger_accounts a WHERE a.owner_profile_id = ${profileId}::uuid`.execute(db);
  const { rows: sums } = await sql<{ earnings: boolean; in: Centavos; out: Centavos }>`
    SELECT earnings, coalesce(sum(net) FILTER (WHERE net > 0), 0)::bigint AS in,
      coalesce(-sum(net) FILTER (WHERE net < 0), 0)::bigint AS out
    FROM (
      SELECT a.kind = ANY(${GROUPS.earnings}::text[]) AS earnings, sum(e.amount) AS net
      FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
      WHERE a.owner_profile_id = ${profileId}::uuid
        AND a.kind = ANY(${[...GROUPS.wallet, ...GROUPS.earnings]}::text[])
      GROUP BY 1, e.transfer_id
    ) moved GROUP BY earnings`.execute(db);
  const of = (kind: AccountKind) =>
    centavos(
      accounts.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.balance, 0),
    );
  const sumsOf = (earnings: boolean): Sums => {
    const row = sums.find((one) => one.earnings === earnings);
    return { in: row?.in ?? centavos(0), out: row?.out ?? centavos(0) };
  };
  return {
    balances: {
      wallet: of('wallet'),
      locked: of('locked'),
      escrow: of('escrow'),
      debt: centavos(-of('debt')),
      pending: of('pending'),
      earnings: of('earnings'),
    },
    walletSums: sumsOf(false),
    earningsSums: sumsOf(true),
  };
};
