// Scheduled work of the ledger. The ledger folds its own entries after posting; the job folds those
// of a process that died.
import type { Ctx } from '../../context.ts';
import { rollUp } from './rollups/roll-up.ts';

declare module '../../platform/jobs/port.ts' {
  interface JobPayloads {
    'ledger.fold': Record<never, never>;
    'ledger.releaseDue': Record<never, never>;
    /** `second`: the count in the middle of the minute. */
    'ledger.rollUp': { second?: boolean };
  }
}

/** The clock of jobs counts minutes; a movement is shown sooner. */
const HALF_MINUTE_MS = 30_000;
const OPTIONS = { retries: 3, backoffSeconds: 30, expireSeconds: 600, concurrency: 1 };

/** A key of each half: with one key the count that runs would drop the next one. */
export const halfOf = ({ second = false }: { second?: boolean }): string =>
  second ? 'second' : 'first';

/** Defines the jobs that fold entries into balances, release due holds and count the days. */
export const defineLedgerJobs = ({ jobs, ledger, db, clock }: Ctx): void => {
  jobs.define('ledger.fold', { ...OPTIONS, cron: '* * * * *' }, async () => {
    await ledger.fold();
  });
  jobs.define('ledger.releaseDue', { ...OPTIONS, cron: '*/5 * * * *' }, async () => {
    await ledger.releaseDue();
  });
  // No retries: the next count is half a minute away.
  jobs.define(
    'ledger.rollUp',
    { ...OPTIONS, retries: 0, cron: '* * * * *', singletonKey: halfOf },
    async ({ second }) => {
      const now = clock.now();
      if (!second) {
        const startAfter = new Date(now.getTime() + HALF_MINUTE_MS);
        await jobs.enqueue(db, 'ledger.rollUp', { second: true }, { startAfter });
      }
      await rollUp(db, now);
    },
  );
};
