// Recomputes the ledger from its entries and compares: every invariant is one set-based query over
// a single snapshot.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** One thing out of place. `expected` and `found` are centavos, or counts where the rule counts. */
export type Discrepancy = {
  rule: string;
  account: string | null;
  transfer: string | null;
  expected: number | null;
  found: number | null;
};

/** Rows reported per rule; a broken ledger may break millions. */
const ROWS_MAX = 100;

type Rule = { rule: string; query: ReturnType<typeof sql<Omit<Discrepancy, 'rule'>>> };

const RULES: Rule[] = [
  {
    rule: 'all entries together sum to zero',
    query: sql`SELECT NULL::text AS account, NULL::text AS transfer, 0::bigint AS expected,
      sum(amount)::bigint AS found FROM ledger_entries HAVING sum(amount) <> 0`,
  },
  {
    rule: 'a transfer has at least two entries that sum to zero',
    query: sql`
      SELECT NULL::text AS account, t.id::text AS transfer, 0::bigint AS expected,
        coalesce(e.total, 0)::bigint AS found
      FROM ledger_transfers t LEFT JOIN (SELECT transfer_id, sum(amount) AS total,
        count(*) AS entries FROM ledger_entries GROUP BY transfer_id) e ON e.transfer_id = t.id
      WHERE e.entries IS NULL OR e.entries < 2 OR e.total <> 0`,
  },
  {
    rule: 'an entry belongs to a transfer and to an account',
    query: sql`
      SELECT e.account_id::text AS account,
        e.transfer_id::text AS transfer, NULL::bigint AS expected, e.amount AS found
      FROM ledger_entries e LEFT JOIN ledger_transfers t ON t.id = e.transfer_id
        LEFT JOIN ledger_accounts a ON a.id = e.account_id
      WHERE t.id IS NULL OR a.id IS NULL`,
  },
  {
    rule: "an account's balance is the sum of its folded entries",
    query: sql`
      SELECT a.id::text AS account, NULL::text AS transfer,
        (coalesce(e.total, 0) - coalesce(u.total, 0))::bigint AS expected, a.balance AS found
      FROM ledger_accounts a
      LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_entries
        GROUP BY account_id) e ON e.account_id = a.id
      LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_unfolded
        GROUP BY account_id) u ON u.account_id = a.id
      WHERE a.balance <> coalesce(e.total, 0) - coalesce(u.total, 0)`,
  },
  {
    rule: 'an account that may not go below zero is not below zero',
    query: sql`
      SELECT a.id::text AS account, NULL::text AS transfer, 0::bigint AS expected,
        a.balance AS found
      FROM ledger_accounts a JOIN ledger_account_kinds k ON k.kind = a.kind
      WHERE a.allow_negative <> k.allow_negative OR k.owned <> (a.owner_profile_id IS NOT NULL)
        OR (a.balance < 0 AND NOT k.allow_negative)`,
  },
  {
    rule: 'what is held until an instant is the sum of its folded entries',
    query: sql`
      SELECT account_id::text AS account, 'release at ' || release_at AS transfer,
        sum(expected)::bigint AS expected, sum(found)::bigint AS found
      FROM (
        SELECT account_id, release_at, amount AS expected, 0 AS found FROM ledger_entries
          WHERE release_at IS NOT NULL
        UNION ALL SELECT account_id, release_at, -amount, 0 FROM ledger_unfolded
          WHERE release_at IS NOT NULL
        UNION ALL SELECT account_id, release_at, 0, amount FROM ledger_holds
      ) held GROUP BY account_id, release_at HAVING sum(expected) <> sum(found)`,
  },
  {
    rule: 'only held accounts have releases, and all their entries do',
    query: sql`
      SELECT e.account_id::text AS account,
        e.transfer_id::text AS transfer, NULL::bigint AS expected, e.amount AS found
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
        JOIN ledger_account_kinds k ON k.kind = a.kind
      WHERE k.held <> (e.release_at IS NOT NULL)`,
  },
  {
    rule: 'daily totals are the sums of the folded entries of their day and kind',
    query: sql`
      SELECT account_id::text AS account, transfer_kind || ' on ' || day AS transfer,
        sum(expected)::bigint AS expected, sum(found)::bigint AS found
      FROM (
        SELECT e.account_id, (e.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day,
          t.kind AS transfer_kind, e.amount AS expected, 0 AS found, 1 AS entries
        FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
          JOIN ledger_accounts a ON a.id = e.account_id
          JOIN ledger_account_kinds k ON k.kind = a.kind AND k.daily
        UNION ALL SELECT account_id, day, transfer_kind, -amount, 0, -entries FROM ledger_unfolded
        UNION ALL SELECT account_id, day, transfer_kind, 0, amount, -entries
          FROM ledger_daily_totals
      ) daily GROUP BY account_id, day, transfer_kind HAVING sum(expected) <> sum(found)
        OR sum(entries) <> 0`,
  },
  {
    rule: 'a reversal takes back from everyone what the transfer gave',
    query: sql`
      SELECT coalesce(a.owner_profile_id::text, a.kind || ' ' || a.label) AS account,
        r.id::text AS transfer, 0::bigint AS expected, sum(e.amount)::bigint AS found
      FROM ledger_transfers r JOIN ledger_entries e ON e.transfer_id IN (r.id, r.reverses)
        JOIN ledger_accounts a ON a.id = e.account_id
      WHERE r.reverses IS NOT NULL GROUP BY r.id, 1 HAVING sum(e.amount) <> 0`,
  },
];

/** Names of all rules. */
export const LEDGER_RULES = RULES.map(({ rule }) => rule);

const check = async (db: Database, { rule, query }: Rule): Promise<Discrepancy[]> => {
  const { rows } = await sql<
    Omit<Discrepancy, 'rule'>
  >`SELECT * FROM (${query}) broken LIMIT ${ROWS_MAX}`.execute(db);
  return rows.map((row) => ({ rule, ...row }));
};

/** How many entries were checked, and all discrepancies. */
export type LedgerCheck = { entries: number; discrepancies: Discrepancy[] };

/** Runs every rule on one snapshot, beside a working system. */
export const checkLedger = (db: Database): Promise<LedgerCheck> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Sums over every entry: worth more memory than a query of the product gets.
      await sql`SET LOCAL work_mem = '128MB'`.execute(tx);
      const { rows } = await sql<{
        entries: number;
      }>`SELECT count(*) AS entries FROM ledger_entries`.execute(tx);
      const discrepancies: Discrepancy[] = [];
      for (const rule of RULES) discrepancies.push(...(await check(tx, rule)));
      return { entries: rows[0]?.entries ?? 0, discrepancies };
    });
