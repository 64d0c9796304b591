// The nightly deletion of what no rule counts any more.
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { deleteDecidedBefore } from './alert-store.ts';
import { deleteNewPayersBefore } from './velocity-store.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'fraud.sweep': Record<never, never>;
  }
}

const NEW_PAYERS_KEPT_DAYS = 30;
/** Longer than a holder may dispute a payment. */
export const ALERTS_KEPT_DAYS = 540;

export const defineFraudJobs = ({ jobs, db, clock }: Ctx): void => {
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
