// Counts by day what the overview shows of people, subscriptions and decisions.
import { isDeepStrictEqual } from 'node:util';
import { dayBefore, dayOf } from '../../platform/clock/days.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DayCountSource } from '../../platform/days/day-counts.ts';
import {
  countAllDays,
  countDayIn,
  type DayRollup,
  rollUpDays,
} from '../../platform/days/day-rollups.ts';
import { transaction } from '../../platform/database/transaction.ts';
import {
  countDay,
  type CountedDay,
  DAY_COUNTS,
  firstMemberAt,
  listCounts,
  takeStaleDay,
} from './days-store.ts';

type Sources = readonly DayCountSource[];

const rollupOf = (sources: Sources): DayRollup => ({
  ...DAY_COUNTS,
  firstAt: firstMemberAt,
  countDay: (tx, day, span) => countDay(tx, sources, day, span),
});

/**
 * Counts the days again that were changed after they were over, each in a transaction of its own.
 */
const countStaleDays = async (db: Database, rollup: DayRollup, now: Date): Promise<void> => {
  const isLast = () =>
    transaction(db, async (tx) => {
      const day = await takeStaleDay(tx);
      if (day !== null) await countDayIn(tx, rollup, day, now);
      return day === null;
    });
  while (!(await isLast()));
};

/** Brings the counts to `now`. May run twice, and beside itself. */
export const countDays = async (db: Database, sources: Sources, now: Date): Promise<void> => {
  const rollup = rollupOf(sources);
  await rollUpDays(db, rollup, now);
  await countStaleDays(db, rollup, now);
};

/** What a day has counted; null where it is missing. */
type StoredCount = Pick<CountedDay, 'count' | 'durations' | 'decided'> | null;
/** A count that was not that of the tables. */
export type DayDifference = Pick<CountedDay, 'day' | 'figure' | 'part'> & {
  expected: StoredCount;
  found: StoredCount;
};

/** Counts every day again; returns what differed before on the days that are over. */
export const rebuildDays = async (
  db: Database,
  sources: Sources,
  now: Date,
): Promise<DayDifference[]> => {
  const over = dayBefore(dayOf(now));
  const counts = async () =>
    new Map(
      (await listCounts(db, over)).map(({ day, figure, part, ...found }) => [
        JSON.stringify([day, figure, part]),
        { key: { day, figure, part }, found },
      ]),
    );
  const before = await counts();
  await countAllDays(db, rollupOf(sources), now);
  const after = await counts();
  return [...new Map([...before, ...after])]
    .map(([name, { key }]) => ({
      ...key,
      expected: after.get(name)?.found ?? null,
      found: before.get(name)?.found ?? null,
    }))
    .filter(({ expected, found }) => !isDeepStrictEqual(expected, found));
};
