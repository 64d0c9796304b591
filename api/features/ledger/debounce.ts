// Work that follows postings: done a moment later and once for all of them.
import type { Logger } from '../../platform/log/log.ts';

/**
 * Answers a function that makes `work` run within the delay, once however often it is called
 * meanwhile.
 */
export const debounce = (
  work: () => Promise<unknown> | void,
  delayMs: number,
  log: Pick<Logger, 'warn'>,
): (() => void) => {
  let waiting = false;
  const run = async (): Promise<void> => {
    waiting = false;
    try {
      await work();
    } catch (error) {
      // Nothing is lost: it is done after the next posting, or by the job of each minute.
      log.warn({ err: error }, 'work after postings failed');
    }
  };
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => void run(), delayMs).unref();
  };
};
