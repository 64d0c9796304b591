// Daily rollups of the ledger in the database. A day is always counted as a whole, so that counting
// it again changes nothing.
import type { Centavos } from '@camarim/contract/money';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';

type Db = Kysely<DB>;

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
   * Of a sale its price; of other kinds what entered through a gateway. Below zero for what is taken
   * back or leaves.
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
  SELECT day, kind, reverses, method, brand_id, sum(gross)::bigint AS gross, sum(fee)::bigint AS fee, sum(net)::bigint AS net, count(*)::int AS transfers
  FROM (
    SELECT (t.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, t.kind, coalesce(r.kind, '') AS reverses,
      CASE WHEN s.cleared IS NULL THEN '' ELSE coalesce(c.method, s.gateway) END AS method,
      CASE WHEN s.cleared IS NULL THEN 0 ELSE coalesce(c.brand_id, 0) END AS brand_id,
      coalesce(-s.cleared, s.fee + s.net) AS gross, s.fee, s.net
    FROM ledger_transfers t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount) FILTER (WHERE a.kind = 'revenue'), 0) AS fee,
        coalesce(sum(e.amount) FILTER (WHERE a.kind IN ('pending', 'earnings')), 0) AS net,
        sum(e.amount) FILTER (WHERE a.kind = 'clearing') AS cleared, max(a.label) FILTER (WHERE a.kind = 'clearing') AS gateway
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.transfer_id = t.id) s
    LEFT JOIN ledger_transfers r ON r.id = t.reverses
    LEFT JOIN charges c ON c.id = CASE
      WHEN t.reference_type = 'charge' THEN t.reference_id::uuid WHEN r.reference_type = 'charge' THEN r.reference_id::uuid END
    WHERE t.created_at >= ${startOf(from)} AND t.created_at < ${endOf(to)}
  ) moved WHERE gross <> 0 OR fee <> 0 OR net <> 0
  GROUP BY day, kind, reverses, method, brand_id`;

/** One count at a time: two would insert the same day. Until the end of the transaction. */
export const lockRollups = async (tx: Db): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger_rollups', 0))`.execute(tx);
};

/** Counts a day again. */
export const countDay = async (tx: Db, day: string): Promise<void> => {
  await sql`DELETE FROM ledger_rollups WHERE day = ${day}::date`.execute(tx);
  await sql`
    INSERT INTO ledger_rollups (day, kind, reverses, method, brand_id, gross_centavos, fee_centavos, net_centavos, transfers)
    ${countedFrom(day, day)}`.execute(tx);
};

/** Null before the first count. */
export const countedUntil = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{
    until: Date;
  }>`SELECT counted_until AS until FROM ledger_rollup_state`.execute(db);
  return rows[0]?.until ?? null;
};

/** Never goes back: a count that runs beside a newer one changes nothing. */
export const setCountedUntil = async (tx: Db, until: Date): Promise<void> => {
  await sql`
    INSERT INTO ledger_rollup_state (counted_until) VALUES (${until})
    ON CONFLICT (single) DO UPDATE SET counted_until = greatest(ledger_rollup_state.counted_until, excluded.counted_until)`.execute(
    tx,
  );
};

/** When the oldest transfer was made; null without any. */
export const firstTransferAt = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{
    at: Date | null;
  }>`SELECT min(created_at) AS at FROM ledger_transfers`.execute(db);
  return rows[0]?.at ?? null;
};

/** Days on which nothing can have moved. */
export const deleteRollupsOutside = async (tx: Db, from: string, to: string): Promise<void> => {
  await sql`DELETE FROM ledger_rollups WHERE day NOT BETWEEN ${from}::date AND ${to}::date`.execute(
    tx,
  );
};

/** The rollups of days of São Paulo, both included. */
export const loadRollups = async (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<Rollup[]> => {
  const { rows } = await sql<Rollup>`
    SELECT day::text, kind, reverses, method, brand_id AS "brandId", gross_centavos AS gross, fee_centavos AS fee, net_centavos AS net, transfers
    FROM ledger_rollups WHERE day BETWEEN ${from}::date AND ${to}::date ORDER BY day, kind, reverses, method, brand_id`.execute(
    db,
  );
  return rows;
};

/** A day and kind whose rollup is not the sum of its transfers; one of both is null where it is missing. */
export type RollupDifference = {
  day: string;
  kind: string;
  expected: number | null;
  found: number | null;
};

/** Compares all rollups up to a day with the entries. */
export const differingRollups = async (db: Db, to: string): Promise<RollupDifference[]> => {
  const { rows } = await sql<RollupDifference>`
    SELECT coalesce(e.day, f.day)::text AS day, coalesce(e.kind, f.kind) AS kind, e.gross AS expected, f.gross_centavos AS found
    FROM (${countedFrom('2000-01-01', to)}) e
    FULL JOIN (SELECT * FROM ledger_rollups WHERE day <= ${to}::date) f
      ON f.day = e.day AND f.kind = e.kind AND f.reverses = e.reverses AND f.method = e.method AND f.brand_id = e.brand_id
    WHERE (e.gross, e.fee, e.net, e.transfers) IS DISTINCT FROM (f.gross_centavos, f.fee_centavos, f.net_centavos, f.transfers)
    ORDER BY 1, 2 LIMIT 100`.execute(db);
  return rows;
};
