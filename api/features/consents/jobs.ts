// Background work after a withdrawal of consent. Each step finds what is left to do, so that it may
// be killed and run again anywhere.
import type { PerformerId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { findCopies } from './copies.ts';
import { refundBuyers } from './refund.ts';

export const defineConsentsJobs = (ctx: Ctx, services: Services): void => {
  ctx.jobs.define(
    'consents.follow',
    { retries: 20, backoffSeconds: 10, expireSeconds: 900, concurrency: 1 },
    async ({ performerId }) => {
      await findCopies(ctx, services, performerId as PerformerId);
      await refundBuyers(ctx, services.payments, performerId as PerformerId);
    },
  );
};
