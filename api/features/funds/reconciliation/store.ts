// Reconciled days and their differences in the database.
import type { CashOutId, ChargeId, ProfileId, StatementDifferenceId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import { decisionsOf } from '../../../platform/days/day-counts.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { WaitingCase, WaitingCases } from '../../../platform/database/waiting.ts';
import type { GatewayName } from '../../../platform/payments/port.ts';
import type { ChargeState } from '../payments/charges/rules.ts';
import type { Difference, DifferenceKind } from './rules.ts';

/** When each of these days of a gateway was compared last; a day without comparison is absent. */
export const reconciledDays = async (
  db: Database,
  provider: GatewayName,
  days: readonly string[],
): Promise<Map<string, Date | null>> => {
  const { rows } = await sql<{ day: string; matchedAt: Date | null }>`
    SELECT day::text, matched_at AS "matchedAt" FROM statement_days WHERE provider = ${provider}
      AND day = ANY(${days}::date[])`.execute(db);
  return new Map(rows.map(({ day, matchedAt }) => [day, matchedAt]));
};

export type DayCounts = { lines: number; received: Centavos; credited: number };

/** A later comparison adds to what earlier ones have credited. */
export const recordDay = async (
  tx: Database,
  provider: GatewayName,
  day: string,
  { lines, received, credited }: DayCounts,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO statement_days AS d (provider, day, matched_at, lines, received_centavos, credited)
      VALUES (${provider}, ${day}, ${now}, ${lines}, ${received}, ${credited})
    ON CONFLICT (provider, day) DO UPDATE SET matched_at = excluded.matched_at,
      lines = excluded.lines, received_centavos = excluded.received_centavos,
      credited = d.credited + excluded.credited, error = NULL`.execute(tx);
};

export const recordFailure = async (
  db: Database,
  provider: GatewayName,
  day: string,
  error: string,
): Promise<void> => {
  await sql`INSERT INTO statement_days AS d (provider, day, error) VALUES (${provider}, ${day},
    ${error}) ON CONFLICT (provider, day) DO UPDATE SET error = excluded.error`.execute(db);
};

/** Stores the differences of a day, each once, and closes those that no longer exist. */
export const replaceDifferences = async (
  tx: Database,
  provider: GatewayName,
  day: string,
  found: readonly Difference[],
  now: Date,
): Promise<void> => {
  for (const { kind, ref, chargeId, theirs, ours, status } of found) {
    await sql`
      INSERT INTO statement_differences AS d (id, provider, day, kind, ref, charge_id,
        theirs_centavos, ours_centavos, charge_status, found_at)
      VALUES (${newId()}::uuid, ${provider}, ${day}, ${kind}, ${ref}, ${chargeId}::uuid, ${theirs},
        ${ours}, ${status}, ${now})
      ON CONFLICT (provider, kind, ref) DO UPDATE SET theirs_centavos = excluded.theirs_centavos,
        ours_centavos = excluded.ours_centavos, charge_status = excluded.charge_status,
        settled_at = CASE WHEN d.settled_by IS NULL THEN NULL ELSE d.settled_at END`.execute(tx);
  }
  const still = found.map(({ kind, ref }) => `${kind}:${ref}`);
  await sql`
    UPDATE statement_differences SET settled_at = ${now}
    WHERE provider = ${provider} AND day = ${day} AND settled_at IS NULL
      AND kind NOT IN ('contradiction', 'undecided')
      AND NOT (kind || ':' || ref = ANY(${still}::text[]))`.execute(tx);
};

/**
 * `contradiction`: the gateway's reports contradict each other. `undecided`: a refund or a cash-out
 * without a usable answer for a day, a cash-out of which only a part came back (`theirs`),
 * suspicious money whose refund was refused, or a payment that came after its account was removed.
 * `ref` names the refund, the cash-out or the payment; each is opened once. `theirs` (the
 * gateway's) and `ours` are amounts in centavos.
 */
export type OpenItem = {
  kind: 'contradiction' | 'undecided';
  provider: GatewayName;
  ref: string;
  chargeId: ChargeId | null;
  cashOutId: CashOutId | null;
  theirs: Centavos | null;
  ours: Centavos | null;
};

/** An item without a statement line stays until an administrator resolves it. */
export const insertItem = async (
  tx: Database,
  id: string,
  { kind, provider, ref, chargeId, cashOutId, theirs, ours }: OpenItem,
  day: string,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO statement_differences (id, provider, day, kind, ref, charge_id, cash_out_id,
      theirs_centavos, ours_centavos, charge_status, found_at)
    VALUES (${id}::uuid, ${provider}, ${day}, ${kind}, ${ref}, ${chargeId}::uuid,
      ${cashOutId}::uuid, ${theirs}, ${ours}, (SELECT status FROM charges
      WHERE id = ${chargeId}::uuid), ${now})
    ON CONFLICT (provider, kind, ref) DO NOTHING`.execute(tx);
};

/** Charges by their own ids or by the gateway's references of them. */
export const chargeIdsByRef = async (
  db: Database,
  provider: GatewayName,
  refs: readonly string[],
): Promise<Map<string, ChargeId>> => {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<{
    id: ChargeId;
    ref: string;
  }>`SELECT id, provider_ref AS ref FROM charges WHERE provider = ${provider}
    AND provider_ref = ANY(${refs}::text[])`.execute(db);
  return new Map(rows.map(({ id, ref }) => [ref, id]));
};

type Period = { from: Date; to: Date };

/**
 * Charges of the period without a gateway's answer: the gateway may know them by references that we
 * lack.
 */
export const listUnanswered = async (
  db: Database,
  provider: GatewayName,
  { from, to }: Period,
  limit: number,
): Promise<ChargeId[]> => {
  const { rows } = await sql<{ id: ChargeId }>`
    SELECT id FROM charges WHERE provider = ${provider} AND provider_ref IS NULL
      AND status IN ('created', 'failed') AND created_at >= ${from} AND created_at < ${to}
      ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Charges of a gateway that were paid in the period, a page at a time by id. */
export const creditedIn = async (
  db: Database,
  provider: GatewayName,
  { from, to }: Period,
  after: ChargeId | null,
  limit: number,
): Promise<{ id: ChargeId; amountCentavos: Centavos; status: ChargeState['status'] }[]> => {
  const { rows } = await sql<{
    id: ChargeId;
    amountCentavos: Centavos;
    status: ChargeState['status'];
  }>`
    SELECT id, amount_centavos AS "amountCentavos", status FROM charges
    WHERE provider = ${provider} AND paid_at >= ${from} AND paid_at < ${to}
      AND (${after}::uuid IS NULL OR id > ${after}::uuid) ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * Charges to poll one by one at a gateway without statements: those paid in the period, and unpaid
 * ones created before its end.
 */
export const chargesToAsk = async (
  db: Database,
  provider: GatewayName,
  { from, to, since }: Period & { since: Date },
  after: ChargeId | null,
  limit: number,
): Promise<ChargeId[]> => {
  const { rows } = await sql<{ id: ChargeId }>`
    SELECT id FROM charges WHERE provider = ${provider} AND (${after}::uuid IS NULL
      OR id > ${after}::uuid)
      AND ((paid_at >= ${from} AND paid_at < ${to}) OR (paid_at IS NULL AND created_at >= ${since}
        AND created_at < ${to})) ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

export type DayRow = {
  provider: string;
  day: string;
  matchedAt: Date | null;
  lines: number;
  received: Centavos;
  credited: number;
  open: number;
  error: string | null;
};

export const listDays = async (
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DayRow[]; total: number }> => {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<DayRow>`
      SELECT d.provider, d.day::text, d.matched_at AS "matchedAt", d.lines,
        d.received_centavos AS received, d.credited, d.error,
        (SELECT count(*)::int FROM statement_differences x WHERE x.provider = d.provider
          AND x.day = d.day AND x.settled_at IS NULL) AS open
      FROM statement_days d ORDER BY d.day DESC, d.provider
        LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM statement_days`.execute(db),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
};

export type DifferenceRow = Omit<Difference, 'kind'> & {
  id: StatementDifferenceId;
  provider: string;
  day: string;
  kind: DifferenceKind | OpenItem['kind'];
  profileId: ProfileId | null;
  foundAt: Date;
  settledAt: Date | null;
  reason: string | null;
};

const ROW = sql`x.id, x.provider, x.day::text, x.kind, x.ref, x.charge_id AS "chargeId",
  x.theirs_centavos AS theirs, x.ours_centavos AS ours, x.charge_status AS status,
  coalesce(c.profile_id, o.profile_id) AS "profileId", x.found_at AS "foundAt",
    x.settled_at AS "settledAt", x.reason`;

export const listDifferences = async (
  db: Database,
  { settled, limit, offset }: { settled: boolean; limit: number; offset: number },
): Promise<{ rows: DifferenceRow[]; total: number }> => {
  const where = settled ? sql`x.settled_at IS NOT NULL` : sql`x.settled_at IS NULL`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<DifferenceRow>`SELECT ${ROW} FROM statement_differences x
      LEFT JOIN charges c ON c.id = x.charge_id LEFT JOIN cash_outs o ON o.id = x.cash_out_id
      WHERE ${where} ORDER BY x.day DESC, x.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM statement_differences x WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
};

export const findDifference = async (
  db: Database,
  id: StatementDifferenceId,
): Promise<DifferenceRow | null> => {
  const { rows } = await sql<DifferenceRow>`SELECT ${ROW} FROM statement_differences x
      LEFT JOIN charges c ON c.id = x.charge_id LEFT JOIN cash_outs o ON o.id = x.cash_out_id
      WHERE x.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** False when it was resolved already. */
export const resolveDifference = async (
  tx: Database,
  id: StatementDifferenceId,
  by: ProfileId,
  reason: string,
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE statement_differences SET settled_at = ${now}, settled_by = ${by}::uuid,
      reason = ${reason} WHERE id = ${id}::uuid AND settled_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
};

/** Open differences to the statements of gateways. */
export const OPEN_DIFFERENCES: WaitingCases = sql<WaitingCase>`
  SELECT x.id::text AS id, x.found_at AS since, coalesce(c.profile_id, o.profile_id) AS about,
    NULL::uuid[] AS parties, NULL::timestamptz AS due
  FROM statement_differences x LEFT JOIN charges c ON c.id = x.charge_id
    LEFT JOIN cash_outs o ON o.id = x.cash_out_id WHERE x.settled_at IS NULL`;

/** Differences that administrators settled. */
export const settledDifferences = decisionsOf(
  'statementDifference',
  sql`statement_differences WHERE settled_by IS NOT NULL`,
  'found_at',
  'settled_at',
);
