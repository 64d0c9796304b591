// Jobs of people in the dashboard: blocks that end on their day.
import type { UserId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { endDueBlock } from './block-user.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'user.endBlock': { userId: UserId };
  }
}

export const defineUserJobs = (ctx: Ctx): void => {
  ctx.jobs.define(
    'user.endBlock',
    { retries: 8, backoffSeconds: 60, expireSeconds: 60, concurrency: 2 },
    ({ userId }) => endDueBlock(ctx, userId),
  );
};
