// Work behind the ledger: folding every moment, releasing every few minutes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Jobs } from '../../platform/jobs/port.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Ledger } from './service.ts';

/** Jobs of this feature and their payloads. */
export type LedgerJobs = { 'ledger.releaseDue': Record<never, never> };

/** Declares the job that moves what has waited long enough from pending to earnings. */
export const defineLedgerJobs = (jobs: Jobs<LedgerJobs>, ledger: Ledger): void => {
  jobs.define('ledger.releaseDue', { retries: 3, backoffSeconds: 30, expireSeconds: 600, concurrency: 1, cron: '*/5 * * * *' }, async () => {
    await ledger.releaseDue();
  });
};

/** Folds every moment; the queue's clock only knows minutes. Answers how to stop it. */
export const startFolding = (ledger: Pick<Ledger, 'fold'>, { everyMs = 1_000, log }: { everyMs?: number; log: Pick<Logger, 'error'> }): (() => Promise<void>) => {
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await ledger.fold();
      } catch (error) {
        // Balances stay right meanwhile: readers add what is unfolded.
        log.error({ err: error }, 'folding failed; trying again');
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
};
