// The timeout for replies of Redis. The client's own timeout covers only commands that were not
// sent yet.

/** A healthy Redis answers in about a millisecond. */
const ANSWER_MS = 100;
/** For this long after a missing reply, calls fail at once. */
const REST_MS = 1_000;

/** Redis is connected but does not reply. */
export class RedisTimeout extends Error {}

/**
 * Calls with a timeout: fails with RedisTimeout when the reply takes longer, and for a second after
 * that at once.
 */
export type WithTimeout = <T>(ask: () => Promise<T>) => Promise<T>;

/** One for each adapter. `nowMs` is monotonic; tests pass their own. */
export const createTimeout = ({
  answerMs = ANSWER_MS,
  nowMs = () => performance.now(),
}: { answerMs?: number; nowMs?: () => number } = {}): WithTimeout => {
  let failsUntilMs = -Infinity;
  return async (ask) => {
    if (nowMs() < failsUntilMs) throw new RedisTimeout('Redis did not answer a moment ago');
    const answer = ask();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      failsUntilMs = nowMs() + REST_MS;
      // The reply may still arrive or fail after the timeout; it is ignored.
      answer.catch(() => undefined);
      late.reject(new RedisTimeout(`Redis did not answer within ${answerMs} ms`));
    }, answerMs);
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
};
