// Waiting in tests until something is so.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Between two polls, which cost processor time: short at first, then longer. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 250];

/** Waits until something is so, at most `withinMs`. */
export const until = async (holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> => {
  let pauseMs = FIRST_PAUSE_MS;
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += pauseMs) {
    if (await holds()) return;
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.25, LONGEST_PAUSE_MS);
  }
  throw new Error(`waited ${withinMs} ms in vain`);
};

/** Waits until so many connections to the pool's database wait for a lock. */
export const untilWaitingForLock = (pool: Pool, connections = 1): Promise<void> =>
  until(async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return (rowCount ?? 0) >= connections;
  });
