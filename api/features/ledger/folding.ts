// Folding soon after a posting, by the process that posted, so that few entries are ever unfolded.
import type { Logger } from '../../platform/log/log.ts';

const SOON_MS = 1_000;

/** Answers a function that makes `fold` run within a second, once however often it is called meanwhile. */
export const foldingSoon = (fold: () => Promise<number>, log: Pick<Logger, 'warn'>): (() => void) => {
  let waiting = false;
  const run = async (): Promise<void> => {
    try {
      await fold();
    } catch (error) {
      // Balances stay right: readers add what is unfolded, and the job folds it within a minute.
      log.warn({ err: error }, 'entries wait to be folded');
    }
    waiting = false;
  };
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => void run(), SOON_MS).unref();
  };
};
