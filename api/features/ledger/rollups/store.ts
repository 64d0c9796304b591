// Daily rollups of the ledger in the database. A day is always counted as a whole, so that counting
// it again changes nothing.
import type { Centavos } from '@camarim/contract/money';
import { SALE_KINDS } from '@camarim/contract/sales';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { countedUntil as rolledUpUntil } from '../../../platform/days/day-rollups.ts';

/** What one kind of transfer moved on one day of São Paulo. */
export type Rollup = {
  day: string;
  kind: string;
  /** The kind that a reversal takes back; else empty. */
  reverses: string;
  /** The method of the charge behind money that enters or leaves; else empty. */
  method: string;
  /** The scheme of a charged card (specification section 9); else 0. */
  brandId: number;
  /**
   * The price of a sale; for other kinds, what entered through a gateway. Below zero for what is
   * taken back or leaves.
   */
  gross: Centavos;
  /** The platform's part. */
  fee: Centavos;
  /** The producers' part. */
  net: Centavos;
  transfers: number;
};

const startOf = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE 'America/Sao_Paulo')`;
const endOf = (day: string) =>
  sql`((${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

/**
 * The rollups of the days `from` to `to`, from the entries. Money that is only locked, released or
 * moved between accounts of one person is in none.
 */
const countedFrom = (from: string, to: string) => sql`
  SELECT day, kind, reverses, method, brand_id, sum(gross)::bigint AS gross,
    sum(fee)::bigint AS fee, sum(net)::bigint AS net, count(*)::int AS transfers
  FROM (
    SELECT (t.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, t.kind,
      coalesce(r.kind, '') AS reverses,
      CASE WHEN s.cleared IS NULL THEN '' ELSE coalesce(c.method, s.gateway) END AS method,
      CASE WHEN s.cleared IS NULL THEN 0 ELSE coalesce(c.brand_id, 0) END AS brand_id,
      coalesce(-s.cleared, s.fee + s.net) AS gross, s.fee, s.net
    FROM ledger_transfers t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount) FILTER (WHERE a.kind = 'revenue'), 0) AS fee,
        coalesce(sum(e.amount) FILTER (WHERE a.kind IN ('pending', 'earnings')), 0) AS net,
        sum(e.amount) FILTER (WHERE a.kind = 'clearing') AS cleared,
          max(a.label) FILTER (WHERE a.kind = 'clearing') AS gateway
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
        WHERE e.transfer_id = t.id) s
    LEFT JOIN ledger_transfers r ON r.id = t.reverses
    LEFT JOIN charges c ON c.id = CASE
      WHEN t.reference_type = 'charge' THEN t.reference_id::uuid
        WHEN r.reference_type = 'charge' THEN r.reference_id::uuid END
    WHERE t.created_at >= ${startOf(from)} AND t.created_at < ${endOf(to)}
  ) moved WHERE gross <> 0 OR fee <> 0 OR net <> 0
  GROUP BY day, kind, reverses, method, brand_id`;

/** Counts a day again. */
export const countDay = async (tx: Database, day: string): Promise<void> => {
  await sql`DELETE FROM ledger_rollups WHERE day = ${day}::date`.execute(tx);
  await sql`
    INSERT INTO ledger_rollups (day, kind, reverses, method, brand_id, gross_centavos, fee_centavos,
      net_centavos, transfers)
    ${countedFrom(day, day)}`.execute(tx);
};

export const ROLLUPS = { rows: 'ledger_rollups', state: 'ledger_rollup_state' } as const;

/** Until when the days were counted; null before the first count. */
export const countedUntil = (db: Database): Promise<Date | null> => rolledUpUntil(db, ROLLUPS);

/** When the oldest transfer was made; null without any. */
export const firstTransferAt = async (db: Database): Promise<Date | null> => {
  const { rows } = await sql<{
    at: Date | null;
  }>`SELECT min(created_at) AS at FROM ledger_transfers`.execute(db);
  return rows[0]?.at ?? null;
};

/** The rollups of days of São Paulo, both included. */
export const loadRollups = async (
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<Rollup[]> => {
  const { rows } = await sql<Rollup>`
    SELECT day::text, kind, reverses, method, brand_id AS "brandId", gross_centavos AS gross,
      fee_centavos AS fee, net_centavos AS net, transfers
    FROM ledger_rollups WHERE day BETWEEN ${from}::date AND ${to}::date ORDER BY day, kind,
      reverses, method, brand_id`.execute(db);
  return rows;
};

/** What the rollups of several days add up to. */
export type RollupSum = Omit<Rollup, 'day'>;
/** Days in a statement. */
type Places = Record<'since' | 'from' | 'to', RawBuilder<string>>;

/** The sums of the days from `since` to `to`, apart for those from `from` on, which are shown. */
export const rollupSums = ({
  since,
  from,
  to,
}: Places): RawBuilder<RollupSum & { shown: boolean }> => sql`
  SELECT day >= ${from}::date AS shown, kind, reverses, method, brand_id AS "brandId",
    sum(gross_centavos)::bigint AS gross,
    sum(fee_centavos)::bigint AS fee, sum(net_centavos)::bigint AS net,
      sum(transfers)::int AS transfers
  FROM ledger_rollups WHERE day BETWEEN ${since}::date AND ${to}::date GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5`;

/** What was sold, taken back, paid in and paid out on one day. */
export type MoneyDay = { day: string } & Record<
  'gross' | 'refunded' | 'fee' | 'share' | 'toppedUp' | 'disputed' | 'paidOut',
  Centavos
>;

/** Days without any movement are left out. Sales and what is taken back of them are `s.is_sale`. */
export const moneyDays = ({ from, to }: Pick<Places, 'from' | 'to'>): RawBuilder<MoneyDay> => sql`
  SELECT day::text, coalesce(sum(gross_centavos) FILTER (WHERE s.is_sale
    AND kind <> 'reversal'), 0)::bigint AS gross,
    coalesce(-sum(gross_centavos) FILTER (WHERE s.is_sale
      AND kind = 'reversal'), 0)::bigint AS refunded,
    coalesce(sum(fee_centavos) FILTER (WHERE s.is_sale), 0)::bigint AS fee,
      coalesce(sum(net_centavos) FILTER (WHERE s.is_sale), 0)::bigint AS share,
    coalesce(sum(gross_centavos) FILTER (WHERE kind = 'topUp'), 0)::bigint AS "toppedUp",
    coalesce(-sum(gross_centavos) FILTER (WHERE kind = 'chargeback'), 0)::bigint AS disputed,
    coalesce(-sum(gross_centavos) FILTER (WHERE kind = 'payoutPaid'), 0)::bigint AS "paidOut"
  FROM ledger_rollups CROSS JOIN LATERAL (SELECT CASE kind WHEN 'reversal' THEN reverses
    ELSE kind END = ANY(${SALE_KINDS}::text[]) AS is_sale) s
  WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY day ORDER BY day`;

/**
 * A day and kind whose rollup is not the sum of its transfers; one of both is null where it is
 * missing.
 */
export type RollupDifference = {
  day: string;
  kind: string;
  expected: number | null;
  found: number | null;
};

/** Compares all rollups up to a day with the entries. */
export const differingRollups = async (db: Database, to: string): Promise<RollupDifference[]> => {
  const { rows } = await sql<RollupDifference>`
    SELECT coalesce(e.day, f.day)::text AS day, coalesce(e.kind, f.kind) AS kind,
      e.gross AS expected, f.gross_centavos AS found
    FROM (${countedFrom('2000-01-01', to)}) e
    FULL JOIN (SELECT * FROM ledger_rollups WHERE day <= ${to}::date) f
      ON f.day = e.day AND f.kind = e.kind AND f.reverses = e.reverses AND f.method = e.method
        AND f.brand_id = e.brand_id
    WHERE (e.gross, e.fee, e.net, e.transfers) IS DISTINCT FROM (f.gross_centavos, f.fee_centavos,
      f.net_centavos, f.transfers)
    ORDER BY 1, 2 LIMIT 100`.execute(db);
  return rows;
};
