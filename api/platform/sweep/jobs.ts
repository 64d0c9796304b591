// The nightly sweep of expired rows that belong to no feature.
import { DAY_MS } from '@camarim/contract/time';
import type { Platform } from '../platform.ts';
import { deleteFailuresBefore } from '../failing-items/store.ts';
import { deleteKeysBefore } from '../idempotency/store.ts';

declare module '../jobs/port.ts' {
  interface JobPayloads {
    'platform.sweep': Record<never, never>;
  }
}

/**
 * A call may be repeated with its key for this long; clients repeat within seconds, and a renewal
 * within its week.
 */
export const KEYS_KEPT_DAYS = 30;
const FAILURES_KEPT_DAYS = 90;

export const defineSweepJobs = ({
  jobs,
  db,
  clock,
}: Pick<Platform, 'jobs' | 'db' | 'clock'>): void => {
  jobs.define(
    'platform.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 1_800, concurrency: 1, cron: '10 4 * * *' },
    async (_data, { signal }) => {
      await deleteKeysBefore(db, new Date(clock.now().getTime() - KEYS_KEPT_DAYS * DAY_MS), signal);
      await deleteFailuresBefore(db, new Date(clock.now().getTime() - FAILURES_KEPT_DAYS * DAY_MS));
    },
  );
};
