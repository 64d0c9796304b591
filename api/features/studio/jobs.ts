// Background work of the studio: counting the followers who are here.
import type { Ctx } from '../../context.ts';
import { countFollowers } from './statistics/follower-hours-store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'studio.countFollowers': Record<never, never>;
  }
}

/** No retries: the next run is five minutes away. */
export const defineStudioJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'studio.countFollowers',
    { retries: 0, backoffSeconds: 1, expireSeconds: 240, concurrency: 1, cron: '*/5 * * * *' },
    () => countFollowers(ctx),
  );
};
