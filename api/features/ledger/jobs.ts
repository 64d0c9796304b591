// Scheduled work of the ledger. The ledger folds its own entries after posting; the job folds those
// of a process that died.
import type { Ctx } from '../../context.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'ledger.fold': Record<never, never>;
    'ledger.releaseDue': Record<never, never>;
  }
}

const OPTIONS = { retries: 3, backoffSeconds: 30, expireSeconds: 600, concurrency: 1 };

/** Defines the jobs that fold entries into balances and release due holds. */
export const defineLedgerJobs = ({ jobs, ledger }: Ctx): void => {
  jobs.define('ledger.fold', { ...OPTIONS, cron: '* * * * *' }, async () => {
    await ledger.fold();
  });
  jobs.define('ledger.releaseDue', { ...OPTIONS, cron: '*/5 * * * *' }, async () => {
    await ledger.releaseDue();
  });
};
