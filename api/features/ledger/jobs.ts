// Work behind the ledger, by the clock. The ledger folds what it posts by itself; the job folds
// what a dead process left.
import type { Platform } from '../../platform/platform.ts';
import type { Ledger } from './service.ts';

/** Jobs of this feature and their payloads. */
export type LedgerJobs = {
  'ledger.fold': Record<never, never>;
  'ledger.releaseDue': Record<never, never>;
};

const OPTIONS = { retries: 3, backoffSeconds: 30, expireSeconds: 600, concurrency: 1 };

/**
 * Declares the jobs that fold entries into balances and move what has waited long enough from
 * pending to earnings.
 */
export const defineLedgerJobs = (
  { jobs }: Pick<Platform, 'jobs'>,
  { ledger }: { ledger: Pick<Ledger, 'fold' | 'releaseDue'> },
): void => {
  jobs.define('ledger.fold', { ...OPTIONS, cron: '* * * * *' }, async () => {
    await ledger.fold();
  });
  jobs.define('ledger.releaseDue', { ...OPTIONS, cron: '*/5 * * * *' }, async () => {
    await ledger.releaseDue();
  });
};
