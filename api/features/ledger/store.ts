// Transfers and balances in the database. All writes go through ledger_post (migration 0129).
import { hash } from 'node:crypto';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import type { SideEffects } from '../../platform/database/side-effects.ts';
import type { AccountKind, Posting, NewTransfer } from './movements.ts';

/** One element of ledger_post's batch; `legs` is the database function's name of postings. */
export type PostingItem = Record<string, unknown> & {
  legs: { account: AccountKind; amount: number }[];
};

export type PostOutcome = {
  /** `gone`: the receiving account is removed. */
  outcome: 'posted' | 'replay' | 'mismatch' | 'insufficient' | 'gone';
  transferId: TransferId;
  /**
   * Balance of the first posting's account after the transfer; when insufficient, what the short
   * account has.
   */
  balance: Centavos | null;
  shortOf: AccountKind | null;
};

/**
 * A transfer as ledger_post reads it. Its id is created here, so that a retry of the item is the
 * same transfer.
 */
export const itemOf = (
  transfer: NewTransfer,
  at: Date,
  sideEffects?: SideEffects,
): PostingItem => ({
  id: newId(),
  kind: transfer.kind,
  key: transfer.key,
  hash: `\\x${hash('sha256', JSON.stringify([transfer.kind, transfer.request]))}`,
  // Nulls are left out: less to write and read for every tip.
  actor: transfer.actorId ?? undefined,
  reference_type: transfer.referenceType ?? undefined,
  reference_id: transfer.referenceId ?? undefined,
  memo: transfer.memo ?? undefined,
  reverses: transfer.reverses ?? undefined,
  at,
  legs: transfer.postings.map(({ owner, account, label, amount, releaseAt }) => ({
    owner: owner ?? undefined,
    account,
    label,
    amount,
    release_at: releaseAt,
  })),
  side_effects: sideEffects,
});

/**
 * Posts items and returns one outcome each, in order. One statement, atomic by itself or within the
 * caller's transaction.
 */
export const postBatch = async (
  db: Database,
  items: readonly PostingItem[],
): Promise<PostOutcome[]> => {
  const { rows } = await sql<PostOutcome>`
    SELECT outcome, transfer_id AS "transferId", balance, short_of AS "shortOf"
      FROM ledger_post(${JSON.stringify(items)}::jsonb) ORDER BY item`.execute(db);
  return rows;
};

/**
 * Opens the accounts that a profile's first payment and first sale need; other accounts are opened
 * by their first transfer.
 */
export const openAccounts = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`
    INSERT INTO ledger_accounts (owner_profile_id, kind, allow_negative)
    SELECT ${profileId}::uuid, kind, allow_negative FROM ledger_account_kinds
      WHERE kind IN ('wallet', 'pending') ORDER BY kind
    ON CONFLICT DO NOTHING`.execute(db);
};

export const loadBalance = async (
  db: Database,
  profileId: ProfileId,
): Promise<{ balance: Centavos; lockedBalance: Centavos }> => {
  const { rows } = await sql<{ kind: AccountKind; balance: Centavos }>`
    SELECT kind, balance FROM ledger_accounts WHERE owner_profile_id = ${profileId}::uuid
      AND kind IN ('wallet', 'locked')`.execute(db);
  const of = (kind: AccountKind) =>
    (rows.find((row) => row.kind === kind)?.balance ?? 0) as Centavos;
  return { balance: of('wallet'), lockedBalance: of('locked') };
};

/** What a profile has locked in orders and shows. */
export const loadEscrow = async (db: Database, profileId: ProfileId): Promise<Centavos> => {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('owner_profile_id', '=', profileId)
    .where('kind', '=', 'escrow')
    .executeTakeFirst();
  return (row?.balance ?? 0) as Centavos;
};

/**
 * The transfers of the sale in two steps that one of them belongs to. Locks the wallet and the
 * escrow of the buyer until the transaction ends, and reads after that: a settlement that was being
 * written is seen.
 */
export const lockSteppedTransfers = async (
  tx: Database,
  transferId: TransferId,
): Promise<{ lock: TransferId; settlement: TransferId | null }> => {
  await sql`
    SELECT id FROM ledger_accounts WHERE kind IN ('wallet', 'escrow')
      AND owner_profile_id = (SELECT actor_profile_id FROM ledger_transfers
        WHERE id = ${transferId}::uuid) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ lock: TransferId; settlement: TransferId | null }>`
    SELECT l.id AS lock, s.id AS settlement FROM ledger_transfers t
    JOIN ledger_transfers l ON l.idempotency_key = regexp_replace(t.idempotency_key, ':(lock|settle)$', ':lock')
    LEFT JOIN ledger_transfers s ON s.idempotency_key = regexp_replace(t.idempotency_key, ':(lock|settle)$', ':settle')
    WHERE t.id = ${transferId}::uuid`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`transfer ${transferId} is of no sale in two steps`);
  return row;
};

/**
 * Makes movements of these accounts and sales to them wait for the caller's transaction. Locks the
 * profile first and then accounts by id, in the order of postings.
 */
export const lockAccounts = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await sql`SELECT id FROM profiles WHERE id = ${profileId}::uuid FOR UPDATE`.execute(tx);
  await sql`SELECT id FROM ledger_accounts WHERE owner_profile_id = ${profileId}::uuid ORDER BY id
    FOR UPDATE`.execute(tx);
};

export type Earnings = {
  pending: Centavos;
  available: Centavos;
  /** What becomes available when, one line per São Paulo day, soonest first. */
  releases: { at: Date; amount: Centavos }[];
  today: Centavos;
  last30Days: Centavos;
};

/** Folded and unfolded entries in one snapshot. Payouts do not reduce what was earned. */
export const loadEarnings = async (
  db: Database,
  profileId: ProfileId,
  now: Date,
): Promise<Earnings> => {
  const { rows } = await sql<
    Omit<Earnings, 'releases'> & { releases: { at: string; amount: Centavos }[] }
  >`
    WITH account AS (
      SELECT id, kind, balance FROM ledger_accounts WHERE owner_profile_id = ${profileId}::uuid
        AND kind IN ('pending', 'earnings')
    ), unfolded AS (
      SELECT u.* FROM account a JOIN ledger_unfolded u ON u.account_id = a.id
    ), release AS (
      SELECT max(release_at) AS at, sum(amount)::bigint AS amount FROM (
        SELECT h.release_at, h.amount FROM account a JOIN ledger_holds h ON h.account_id = a.id
        UNION ALL SELECT release_at, amount FROM unfolded WHERE release_at IS NOT NULL
      ) held GROUP BY (release_at AT TIME ZONE 'America/Sao_Paulo')::date ORDER BY 1 LIMIT 60
    ), today AS (SELECT (${now}::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date AS day),
    earned AS (
      SELECT d.day, d.amount FROM account a JOIN ledger_daily_totals d ON d.account_id = a.id, today
      WHERE d.day > today.day - 30 AND d.transfer_kind NOT LIKE 'payout%'
      UNION ALL SELECT day, amount FROM unfolded
    )
    SELECT
      ((SELECT coalesce(sum(balance) FILTER (WHERE kind = 'pending'), 0)
        FROM account) + (SELECT coalesce(sum(amount), 0) FROM unfolded))::bigint AS pending,
      (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'earnings'), 0)::bigint
        FROM account) AS available,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('at', at, 'amount', amount) ORDER BY at), '[]')
        FROM release) AS releases,
      (SELECT coalesce(sum(e.amount), 0)::bigint FROM earned e, today
        WHERE e.day = today.day) AS today,
      (SELECT coalesce(sum(e.amount), 0)::bigint FROM earned e, today
        WHERE e.day > today.day - 30) AS "last30Days"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a query without a table answered no row');
  return { ...row, releases: row.releases.map(({ at, amount }) => ({ at: new Date(at), amount })) };
};

/**
 * Folds up to `limit` accounts that no other transaction has locked; returns how many entries it
 * folded. Call it in a transaction.
 */
export const foldBatch = async (tx: Database, limit: number): Promise<number> => {
  const { rows: accounts } = await sql<{ id: number }>`
    SELECT id FROM ledger_accounts WHERE id IN (SELECT DISTINCT account_id FROM ledger_unfolded)
    ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  if (accounts.length === 0) return 0;
  const { rows } = await sql<{
    folded: number;
  }>`SELECT ledger_fold(${accounts.map(({ id }) => id)}::bigint[]) AS folded`.execute(tx);
  return rows[0]?.folded ?? 0;
};

/** Holds that are due for release, oldest first. */
export const loadDueHolds = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<{ profileId: ProfileId; releaseAt: Date; amount: Centavos }[]> => {
  const { rows } = await sql<{ profileId: ProfileId; releaseAt: Date; amount: Centavos }>`
    SELECT a.owner_profile_id AS "profileId", h.release_at AS "releaseAt", h.amount
    FROM ledger_holds h JOIN ledger_accounts a ON a.id = h.account_id
    WHERE h.release_at <= ${now}::timestamptz AND h.amount > 0 ORDER BY h.release_at, h.account_id
      LIMIT ${limit}`.execute(db);
  return rows;
};

/** The postings of a transfer and its kind; null when there is no such transfer. */
export const loadTransfer = async (
  db: Database,
  transferId: TransferId,
): Promise<{ kind: NewTransfer['kind']; postings: Posting[] } | null> => {
  const { rows } = await sql<{
    kind: NewTransfer['kind'];
    owner: ProfileId | null;
    account: AccountKind;
    label: string;
    amount: Centavos;
    release_at: Date | null;
  }>`
    SELECT t.kind, a.owner_profile_id AS owner, a.kind AS account, a.label, e.amount, e.release_at
    FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
      JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.id = ${transferId}::uuid ORDER BY e.id`.execute(db);
  const [first] = rows;
  if (!first) return null;
  return {
    kind: first.kind,
    postings: rows.map(({ owner, account, label, amount, release_at }) => ({
      owner,
      account,
      amount,
      ...(label && { label }),
      ...(release_at && { releaseAt: release_at }),
    })),
  };
};
