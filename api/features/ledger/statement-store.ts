// Statements: one account's entries, newest first, with the other entries of their transfers. Two
// queries per page, whatever its size.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AccountKind, MovementKind } from './movements.ts';

/**
 * Accounts that are read together: the wallet with its locked and owed money, the earnings with the
 * pending ones.
 */
const STATEMENT_ACCOUNTS = {
  wallet: ['wallet', 'locked', 'debt'],
  earnings: ['pending', 'earnings'],
} as const satisfies Record<string, AccountKind[]>;

export type EntryRow = {
  entryId: number;
  transferId: TransferId;
  kind: MovementKind;
  account: 'wallet' | 'locked' | 'debt' | 'pending' | 'earnings';
  amount: Centavos;
  releaseAt: Date | null;
  referenceType: string | null;
  referenceId: string | null;
  memo: { feeBps?: number; message?: string; reason?: string } | null;
  createdAt: Date;
  /** An earlier entry of the same share shows price and fee. */
  later: boolean;
  /** Another transfer took it back. */
  reversed: boolean;
};

/** Filters; an undefined one does not apply. `from` and `to` are São Paulo days, both included. */
export type StatementFilters = {
  kind?: MovementKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
  direction?: 'in' | 'out' | undefined;
};

/**
 * Newest first before an entry (null: from the newest), or oldest first after one and up to
 * another.
 */
export type StatementRange = { before: number | null } | { after: number; upTo: number };

export type EntryQuery = StatementRange & {
  profileId: ProfileId;
  account: keyof typeof STATEMENT_ACCOUNTS;
  filters?: StatementFilters;
  limit: number;
};

const matchesFilters = ({ kind, from, to, direction }: StatementFilters) => sql`
  (${direction ?? null}::text IS NULL OR (e.amount > 0) = (${direction ?? null}::text = 'in'))
  AND (${from ?? null}::date IS NULL
    OR e.created_at >= ${from ?? null}::date::timestamp AT TIME ZONE 'America/Sao_Paulo')
  AND (${to ?? null}::date IS NULL
    OR e.created_at < (${to ?? null}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo')
  AND (${kind ?? null}::text IS NULL OR EXISTS (SELECT FROM ledger_transfers t
    WHERE t.id = e.transfer_id AND t.kind = ${kind ?? null}::text))`;

/** A page; each account is one range of its index, merged. */
export const loadEntries = async (
  db: Database,
  { profileId, account, filters, limit, ...place }: EntryQuery,
): Promise<EntryRow[]> => {
  const oldestFirst = 'after' in place;
  const edge = oldestFirst
    ? sql`e.id > ${place.after}::bigint AND e.id <= ${place.upTo}::bigint`
    : sql`e.id < coalesce(${place.before}::bigint, 9223372036854775807)`;
  const order = oldestFirst ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<EntryRow>`
    SELECT e.id AS "entryId", e.transfer_id AS "transferId", t.kind, e.account, e.amount,
      e.release_at AS "releaseAt",
      t.reference_type AS "referenceType", t.reference_id AS "referenceId", t.memo,
        e.created_at AS "createdAt",
      t.kind IN ('subscription', 'reversal') AND EXISTS (SELECT FROM ledger_entries f
        WHERE f.transfer_id = e.transfer_id AND f.account_id = e.account_id
        AND f.id < e.id) AS later,
      EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id) AS reversed
    FROM (
      SELECT page.*, a.kind AS account FROM ledger_accounts a CROSS JOIN LATERAL (
        SELECT * FROM ledger_entries e WHERE e.account_id = a.id AND ${edge}
          AND ${filters ? matchesFilters(filters) : sql`true`} ORDER BY e.id ${order} LIMIT ${limit}
      ) page
      WHERE a.owner_profile_id = ${profileId}::uuid
        AND a.kind = ANY(${STATEMENT_ACCOUNTS[account]}::text[])
      ORDER BY page.id ${order} LIMIT ${limit}
    ) e JOIN ledger_transfers t ON t.id = e.transfer_id ORDER BY e.id ${order}`.execute(db);
  return rows;
};

/**
 * The newest entry of the whole ledger: entries never change, so the entries up to it are a
 * snapshot.
 */
export const newestEntry = async (db: Database): Promise<number> => {
  const { rows } = await sql<{
    id: number | null;
  }>`SELECT max(id) AS id FROM ledger_entries`.execute(db);
  return Number(rows[0]?.id ?? 0);
};

export type OtherEntry = {
  transferId: TransferId;
  owner: ProfileId | null;
  account: AccountKind;
  amount: Centavos;
};

/** The entries of these transfers that are not the reader's. */
export const loadOtherEntries = async (
  db: Database,
  transferIds: readonly TransferId[],
  profileId: ProfileId,
): Promise<OtherEntry[]> => {
  const { rows } = await sql<OtherEntry>`
    SELECT e.transfer_id AS "transferId", a.owner_profile_id AS owner, a.kind AS account, e.amount
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WHERE e.transfer_id = ANY(${transferIds}::uuid[])
      AND a.owner_profile_id IS DISTINCT FROM ${profileId}::uuid ORDER BY e.id`.execute(db);
  return rows;
};
