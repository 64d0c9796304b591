// Earnings in the database: days from the ledger's daily totals, items and fans from the entries of
// the period.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import {
  EARNINGS_ITEM_OF,
  type EarningsItem,
  SALE_KINDS,
  type SaleKind,
} from '@camarim/contract/sales';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** São Paulo days, both included. */
export type Period = { from: string; to: string };

export type EarningsKind = SaleKind | 'reversal';
export type DayRow = { day: string; kind: EarningsKind; amount: Centavos };

const EARNINGS_KINDS: readonly EarningsKind[] = [...SALE_KINDS, 'reversal'];

/** Folded and unfolded entries in one snapshot. Releases and payouts are not earnings. */
export const loadDays = async (
  db: Database,
  profileId: ProfileId,
  { from, to }: Period,
): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    WITH account AS (SELECT id FROM ledger_accounts WHERE owner_profile_id = ${profileId}::uuid
      AND kind IN ('pending', 'earnings'))
    SELECT to_char(day, 'YYYY-MM-DD') AS day, kind, sum(amount)::bigint AS amount FROM (
      SELECT d.day, d.transfer_kind AS kind, d.amount FROM account a
        JOIN ledger_daily_totals d ON d.account_id = a.id
      UNION ALL SELECT u.day, u.transfer_kind, u.amount FROM account a
        JOIN ledger_unfolded u ON u.account_id = a.id
    ) earned WHERE day BETWEEN ${from}::date AND ${to}::date
      AND kind = ANY(${EARNINGS_KINDS}::text[])
    GROUP BY day, kind HAVING sum(amount) <> 0 ORDER BY day, kind`.execute(db);
  return rows;
};

/**
 * Sales of the period with their subject; a reversal counts negatively for the sale that it
 * reverses.
 */
const sales = (profileId: ProfileId, { from, to }: Period) => sql`
  SELECT coalesce(o.kind, t.kind) AS kind, coalesce(o.reference_type, t.reference_type) AS type,
    coalesce(o.reference_id, t.reference_id) AS reference,
    coalesce(o.actor_profile_id, t.actor_profile_id) AS fan, e.amount,
    CASE WHEN EXISTS (SELECT FROM ledger_entries f WHERE f.transfer_id = e.transfer_id
      AND f.account_id = e.account_id AND f.id < e.id) THEN 0 WHEN o.id IS NULL THEN 1
      ELSE -1 END AS count
  FROM ledger_accounts a
  JOIN ledger_entries e ON e.account_id = a.id
    AND e.created_at >= ${from}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND e.created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
  JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = ANY(${EARNINGS_KINDS}::text[])
  LEFT JOIN ledger_transfers o ON o.id = t.reverses
  WHERE a.owner_profile_id = ${profileId}::uuid AND a.kind IN ('pending', 'earnings')`;

export type ItemRow = {
  kind: EarningsItem;
  id: string | null;
  title: string | null;
  amount: Centavos;
  count: number;
};

export const loadItems = async (
  db: Database,
  profileId: ProfileId,
  period: Period,
  limit: number,
): Promise<ItemRow[]> => {
  const { rows } = await sql<ItemRow>`
    WITH sale AS (${sales(profileId, period)}), item AS (
      SELECT b.kind, CASE WHEN type IN ('post', 'goal', 'collection', 'messageContent', 'live') THEN reference END AS id,
        sum(amount)::bigint AS amount, sum(count)::int AS count
      FROM sale JOIN unnest(${Object.keys(EARNINGS_ITEM_OF)}::text[],
        ${Object.values(EARNINGS_ITEM_OF)}::text[]) b (type, kind) USING (type)
      GROUP BY 1, 2 HAVING sum(amount) <> 0
    )
    SELECT i.kind, i.id, coalesce(nullif(left(p.text, 80), ''), g.title, k.title,
      nullif(left(w.text, 80), ''), nullif(v.title, '')) AS title, i.amount, i.count
    FROM item i LEFT JOIN posts p ON i.kind = 'post' AND p.id = i.id::uuid
      LEFT JOIN goals g ON i.kind = 'goal' AND g.id = i.id::uuid
      LEFT JOIN collections k ON i.kind = 'collection' AND k.id = i.id::uuid
      LEFT JOIN message_contents w ON i.kind = 'paidMessage' AND w.id = i.id::uuid
      LEFT JOIN lives v ON i.kind = 'show' AND v.id = i.id::uuid
    ORDER BY i.amount DESC, i.kind, i.id LIMIT ${limit}`.execute(db);
  return rows;
};

export type FanRow = { profileId: ProfileId; amount: Centavos; count: number };

export const loadFans = async (
  db: Database,
  profileId: ProfileId,
  period: Period,
  limit: number,
): Promise<FanRow[]> => {
  const { rows } = await sql<FanRow>`
    SELECT fan AS "profileId", sum(amount)::bigint AS amount, sum(count)::int AS count
      FROM (${sales(profileId, period)}) sale
    WHERE fan IS NOT NULL GROUP BY fan HAVING sum(amount) > 0 ORDER BY 2 DESC, fan
      LIMIT ${limit}`.execute(db);
  return rows;
};

/** Sales at a time that a fan chose: a subscription is renewed by the clock. */
const CHOSEN_SALES: readonly SaleKind[] = [
  'tip',
  'purchase',
  'collection',
  'message',
  'paidMessage',
];

/**
 * Tips, unlocks, collections and messages by weekday (1 is Monday) and hour of São Paulo, those
 * taken back included.
 */
export const loadSaleHours = async (
  db: Database,
  profileId: ProfileId,
  { from, to }: Period,
): Promise<{ weekday: number; hour: number; sales: number }[]> => {
  const { rows } = await sql<{ weekday: number; hour: number; sales: number }>`
    SELECT extract(isodow FROM at)::int AS weekday, extract(hour FROM at)::int AS hour,
      count(*)::int AS sales FROM (
      SELECT DISTINCT t.id, t.created_at AT TIME ZONE 'America/Sao_Paulo' AS at
      FROM ledger_accounts a
      JOIN ledger_entries e ON e.account_id = a.id
        AND e.created_at >= ${from}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
          AND e.created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
      JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = ANY(${CHOSEN_SALES}::text[])
      WHERE a.owner_profile_id = ${profileId}::uuid AND a.kind IN ('pending', 'earnings')) sale
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
};
