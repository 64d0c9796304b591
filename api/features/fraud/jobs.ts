// The review of single card sales, and the nightly deletion of what no rule counts any more.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { deleteDecidedBefore } from './alert-store.ts';
import { reviewCardSale } from './velocity.ts';
import { deleteNewPayersBefore } from './velocity-store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'fraud.sweep': Record<never, never>;
    'fraud.reviewCardSale': { payerId: ProfileId; producerId: ProfileId };
  }
}

const NEW_PAYERS_KEPT_DAYS = 30;
/** Longer than a holder may dispute a payment. */
export const ALERTS_KEPT_DAYS = 540;

export const defineFraudJobs = (ctx: Ctx): void => {
  const { jobs, db, clock } = ctx;
  jobs.define(
    'fraud.reviewCardSale',
    { retries: 10, backoffSeconds: 30, expireSeconds: 60, concurrency: 1 },
    (sale) => reviewCardSale(ctx, sale),
  );
  jobs.define(
    'fraud.sweep',
    { retries: 3, backoffSeconds: 60, expireSeconds: 60, concurrency: 1, cron: '50 4 * * *' },
    async () => {
      const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
      await deleteNewPayersBefore(db, before(NEW_PAYERS_KEPT_DAYS));
      await deleteDecidedBefore(db, before(ALERTS_KEPT_DAYS));
    },
  );
};
