// Erases what waited for a hold that is over.
import type { Ctx } from '../../context.ts';
import { eraseReleased } from './holds.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'legalHolds.erase': Record<never, never>;
  }
}

export const defineLegalHoldsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'legalHolds.erase',
    { retries: 3, backoffSeconds: 60, expireSeconds: 3_000, concurrency: 1, cron: '50 * * * *' },
    () => eraseReleased(ctx),
  );
};
