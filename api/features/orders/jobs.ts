// Background work of custom orders: ends those whose time is over.
import type { Ctx } from '../../context.ts';
import { DUE_JOB, endDueOrders } from './decide-order.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'orders.due': Record<never, never>;
  }
}

export const defineOrdersJobs = (ctx: Ctx): void =>
  ctx.jobs.define(
    DUE_JOB,
    { retries: 1, backoffSeconds: 10, expireSeconds: 600, concurrency: 1, cron: '* * * * *' },
    (_data, { signal }) => endDueOrders(ctx, signal),
  );
