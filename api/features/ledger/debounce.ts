// Delays repeated calls and merges them into one.
import type { Logger } from '../../platform/log/log.ts';

/**
 * Returns a function that runs `work` once, `delayMs` after its first call; calls in between are
 * merged.
 */
export const debounce = (
  work: () => Promise<unknown> | void,
  delayMs: number,
  log: Pick<Logger, 'warn'>,
): (() => void) => {
  let scheduled = false;
  const run = async (): Promise<void> => {
    scheduled = false;
    try {
      await work();
    } catch (error) {
      // Nothing is lost: the work runs after the next call, or by the job of each minute.
      log.warn({ err: error }, 'debounced work failed');
    }
  };
  return () => {
    if (scheduled) return;
    scheduled = true;
    setTimeout(() => void run(), delayMs).unref();
  };
};
