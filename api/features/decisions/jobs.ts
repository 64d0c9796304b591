// Erases removed content when the time to contest its removal is over.
import type { Ctx } from '../../context.ts';
import { eraseRemoved } from './erase-removed.ts';
import { ERASE_JOB } from './store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'decisions.erase': Record<never, never>;
  }
}

export const defineDecisionsJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    ERASE_JOB,
    { retries: 3, backoffSeconds: 60, expireSeconds: 3_000, concurrency: 1, cron: '20 * * * *' },
    () => eraseRemoved(ctx),
  );
};
