// How long an answer of Redis is waited for. The client's own timeout covers only commands that
// were not sent yet.

/** A healthy Redis answers in about a millisecond. */
const ANSWER_MS = 100;
/** After an answer that did not come, so long nobody waits for the next one. */
const REST_MS = 1_000;

/** Redis is connected and says nothing. */
export class RedisSilent extends Error {}

/**
 * Asks in time: fails with RedisSilent when the answer takes longer, and at once for a second after
 * that.
 */
export type Patience = <T>(ask: () => Promise<T>) => Promise<T>;

/** One for each adapter. `nowMs` is monotonic; tests pass their own. */
export const patience = ({
  answerMs = ANSWER_MS,
  nowMs = () => performance.now(),
}: { answerMs?: number; nowMs?: () => number } = {}): Patience => {
  let restsUntilMs = -Infinity;
  return async (ask) => {
    if (nowMs() < restsUntilMs) throw new RedisSilent('Redis did not answer a moment ago');
    const answer = ask();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      restsUntilMs = nowMs() + REST_MS;
      // The answer may still come, or fail, with nobody waiting.
      answer.catch(() => undefined);
      late.reject(new RedisSilent(`Redis did not answer within ${answerMs} ms`));
    }, answerMs);
    try {
      return await Promise.race([answer, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
};
