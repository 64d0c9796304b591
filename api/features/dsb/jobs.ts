// Scheduled work of the overview.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { halfOf } from '../ledger/index.ts';
import { countDays } from './count-days.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    /** `second`: the count in the middle of the minute. */
    'dsb.countDays': { second?: boolean };
  }
}

/** The clock of jobs counts minutes; what happened is shown sooner. */
const HALF_MINUTE_MS = 30_000;
const OPTIONS = { retries: 0, backoffSeconds: 30, expireSeconds: 600, concurrency: 1 };

/**
 * Defines the job that counts people, subscriptions and decisions by day; the next one repeats a
 * count that failed.
 */
export const defineDsbJobs = ({ jobs, db, clock }: Ctx, { dayCounts }: Services): void => {
  const options = { ...OPTIONS, cron: '* * * * *', singletonKey: halfOf };
  jobs.define('dsb.countDays', options, async ({ second }) => {
    const now = clock.now();
    if (!second) {
      const startAfter = new Date(now.getTime() + HALF_MINUTE_MS);
      await jobs.enqueue(db, 'dsb.countDays', { second: true }, { startAfter });
    }
    await countDays(db, dayCounts, now);
  });
};
