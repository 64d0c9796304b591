// Counts the ledger by day: the days since the last count, each in a transaction of its own, so that
// a count that is cut off goes on where it stopped.
import { dayOf } from '../../../platform/clock/days.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import {
  countDay,
  countedUntil,
  deleteRollupsOutside,
  differingRollups,
  firstTransferAt,
  lockRollups,
  type RollupDifference,
  setCountedUntil,
} from './store.ts';

const DAY_MS = 86_400_000;
/**
 * A transfer carries the instant before its transaction is committed, so a day is counted once more
 * after its end. No transaction takes this long.
 */
const SETTLES_MS = 15 * 60_000;

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** Counts every day from one instant to another. */
const countDays = async (db: Database, from: Date, now: Date): Promise<void> => {
  const today = dayOf(now);
  for (let day = dayOf(from); day <= today; day = dayAfter(day))
    await transaction(db, async (tx) => {
      await lockRollups(tx);
      await countDay(tx, day);
      // A later count begins before this instant, and so with the day after.
      const settled = new Date(Date.parse(`${dayAfter(day)}T03:00:00Z`) + SETTLES_MS);
      await setCountedUntil(tx, settled < now ? settled : now);
    });
};

/** Brings the rollups to `now`. May run twice, and beside itself. */
export const rollUp = async (db: Database, now: Date): Promise<void> => {
  const counted = await countedUntil(db);
  const from = counted ? new Date(counted.getTime() - SETTLES_MS) : await firstTransferAt(db);
  await countDays(db, from ?? now, now);
};

/** Counts every day again; answers what differed before. */
export const rebuildRollups = async (db: Database, now: Date): Promise<RollupDifference[]> => {
  const differences = await differingRollups(db, dayOf(now));
  const first = (await firstTransferAt(db)) ?? now;
  await transaction(db, async (tx) => {
    await lockRollups(tx);
    await deleteRollupsOutside(tx, dayOf(first), dayOf(now));
  });
  await countDays(db, first, now);
  return differences;
};
