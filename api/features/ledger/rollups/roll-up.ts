// Counts what the ledger moved on each day.
import { dayOf } from '../../../platform/clock/days.ts';
import type { Database } from '../../../platform/database/database.ts';
import { countAllDays, type DayRollup, rollUpDays } from '../../../platform/days/day-rollups.ts';
import {
  countDay,
  differingRollups,
  firstTransferAt,
  type RollupDifference,
  ROLLUPS,
} from './store.ts';

const rollup: DayRollup = { ...ROLLUPS, firstAt: firstTransferAt, countDay };

/** Brings the rollups to `now`. May run twice, and beside itself. */
export const rollUp = (db: Database, now: Date): Promise<void> => rollUpDays(db, rollup, now);

/** Counts every day again; returns what differed before. */
export const rebuildRollups = async (db: Database, now: Date): Promise<RollupDifference[]> => {
  const differences = await differingRollups(db, dayOf(now));
  await countAllDays(db, rollup, now);
  return differences;
};
