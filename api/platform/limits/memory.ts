// Limits of one process.
import type { Clock } from '../clock/port.ts';
import { takeOne } from './bucket.ts';
import type { Limits } from './port.ts';

const KEYS_MAX = 100_000;

/**
 * Remembers at most `keysMax` keys; when there are more, those touched longest ago are forgotten,
 * that is: full again.
 */
export const memoryLimits = ({
  clock,
  keysMax = KEYS_MAX,
}: {
  clock: Clock;
  keysMax?: number;
}): Limits & { size(): number } => {
  // In the order of their last take.
  const fullAt = new Map<string, number>();

  const makeRoom = (nowMs: number): void => {
    for (const [key, atMs] of fullAt) if (atMs <= nowMs) fullAt.delete(key);
    for (const key of fullAt.keys()) {
      // A tenth at once, or every take of a flood would look through them all.
      if (fullAt.size <= keysMax * 0.9) return;
      fullAt.delete(key);
    }
  };

  return {
    async take(key, rule) {
      const nowMs = clock.now().getTime();
      const { fullAtMs, ...taken } = takeOne(fullAt.get(key), nowMs, rule);
      fullAt.delete(key);
      if (fullAt.size >= keysMax) makeRoom(nowMs);
      fullAt.set(key, fullAtMs);
      return taken;
    },
    size: () => fullAt.size,
  };
};
