// Retries after transient errors with growing delays, and waits while the browser is offline.
import { ApiError, NetworkError } from '../../../client/api/errors.ts';
import { UploadError } from './send-bytes.ts';

/** After these delays the upload fails, and the person may retry. */
const RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Transient statuses: no response, timeout, rate limit, server error. */
const isTransient = (error: unknown): boolean => {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof UploadError) && !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
};

const isOffline = (): boolean => navigator.onLine === false;

/** Rejects with the signal's reason as soon as it is aborted. */
const unlessAborted = (
  signal: AbortSignal,
  begin: (done: () => void) => () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const settle = (end: () => void) => () => {
      undo();
      signal.removeEventListener('abort', onAbort);
      end();
    };
    const onAbort = settle(() => reject(signal.reason));
    const undo = begin(settle(resolve));
    signal.addEventListener('abort', onAbort, { once: true });
  });

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  unlessAborted(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });

const untilOnline = (signal: AbortSignal): Promise<void> =>
  unlessAborted(signal, (done) => {
    window.addEventListener('online', done);
    return () => window.removeEventListener('online', done);
  });

/**
 * Repeats the attempt until it succeeds, fails permanently, or has used up its retries. Time
 * offline does not count.
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  waitsMs: readonly number[] = RETRY_DELAYS_MS,
): Promise<T> => {
  for (let failures = 0; ;) {
    if (isOffline()) await untilOnline(signal);
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
      if (isOffline()) continue;
      const waitMs = waitsMs[failures];
      if (waitMs === undefined) throw error;
      failures += 1;
      await pause(waitMs, signal);
    }
  }
};
