// Rollups by day of São Paulo: the days since the last count, each in a transaction of its own, so
// that a count that is cut off goes on where it stopped. A day is always counted as a whole, so
// that counting it again changes nothing.
import { MINUTE_MS } from '@camarim/contract/time';
import { type RawBuilder, sql } from 'kysely';
import { dayAfter, dayOf, spanOfDay } from '../clock/days.ts';
import type { Database } from '../database/database.ts';
import type { Span } from '../database/figures.ts';
import { lockName, type Transaction, transaction } from '../database/transaction.ts';

export type DayRollup = {
  /** Its rows, with a column `day`, and the row that says until when they were counted. */
  rows: 'ledger_rollups' | 'day_counts';
  state: 'ledger_rollup_state' | 'day_count_state';
  /** When the first thing happened that it counts; null before. */
  firstAt: (db: Database) => Promise<Date | null>;
  /** Replaces the rows of a day by those of the span: all of it, or until now. */
  countDay: (tx: Transaction, day: string, span: Span) => Promise<void>;
};

/**
 * A row carries its instant before its transaction is committed, so a day is counted once more
 * after its end. No transaction takes this long.
 */
const SETTLES_MS = 15 * MINUTE_MS;

/** Null before the first count. */
export const countedUntil = async (
  db: Database,
  { state }: Pick<DayRollup, 'state'>,
): Promise<Date | null> => {
  const { rows } = await sql<{
    until: Date;
  }>`SELECT counted_until AS until FROM ${sql.table(state)}`.execute(db);
  return rows[0]?.until ?? null;
};

/** Until when all of these were counted; null before the first count of one. */
export const allCountedUntil = (
  rollups: readonly Pick<DayRollup, 'state'>[],
): RawBuilder<{ until: string | null }> => {
  const states = rollups.map(({ state }) => sql`(SELECT counted_until FROM ${sql.table(state)})`);
  return sql`
    SELECT CASE WHEN count(at) = count(*) THEN min(at) END AS until
      FROM unnest(ARRAY[${sql.join(states)}]) u (at)`;
};

/** Never goes back: a count that runs beside a newer one changes nothing. */
const setCountedUntil = async (tx: Transaction, state: string, until: Date): Promise<void> => {
  await sql`
    INSERT INTO ${sql.table(state)} AS s (counted_until) VALUES (${until})
    ON CONFLICT (single) DO UPDATE SET counted_until = greatest(s.counted_until,
      excluded.counted_until)`.execute(tx);
};

/** One count at a time: two would insert the same day. Until the end of the transaction. */
const lock = async (tx: Transaction, { rows }: DayRollup): Promise<void> => {
  await lockName(tx, rows);
};

/** Counts one day in the caller's transaction. */
export const countDayIn = async (
  tx: Transaction,
  rollup: DayRollup,
  day: string,
  now: Date,
): Promise<void> => {
  await lock(tx, rollup);
  // The other processors are for requests.
  await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
  const { from, to } = spanOfDay(day);
  await rollup.countDay(tx, day, { from, to: to < now ? to : now });
};

/** Counts every day from one instant to another. */
const countDays = async (db: Database, rollup: DayRollup, from: Date, now: Date): Promise<void> => {
  const today = dayOf(now);
  for (let day = dayOf(from); day <= today; day = dayAfter(day))
    await transaction(db, async (tx) => {
      await countDayIn(tx, rollup, day, now);
      // A later count begins before this instant, and so with the day after.
      const settled = new Date(spanOfDay(day).to.getTime() + SETTLES_MS);
      await setCountedUntil(tx, rollup.state, settled < now ? settled : now);
    });
};

/** Brings the rollups to `now`. May run twice, and beside itself. */
export const rollUpDays = async (db: Database, rollup: DayRollup, now: Date): Promise<void> => {
  const counted = await countedUntil(db, rollup);
  const from = counted ? new Date(counted.getTime() - SETTLES_MS) : await rollup.firstAt(db);
  await countDays(db, rollup, from ?? now, now);
};

/** Counts every day again, and deletes the rows of days on which nothing can have happened. */
export const countAllDays = async (db: Database, rollup: DayRollup, now: Date): Promise<void> => {
  const first = (await rollup.firstAt(db)) ?? now;
  await transaction(db, async (tx) => {
    await lock(tx, rollup);
    await sql`DELETE FROM ${sql.table(rollup.rows)} WHERE day NOT BETWEEN ${dayOf(first)}::date
      AND ${dayOf(now)}::date`.execute(tx);
  });
  await countDays(db, rollup, first, now);
};
