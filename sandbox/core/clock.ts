// The sandbox's own time: the machine's clock plus what a test advanced it by; kept over restarts.
import type { Store } from './store.ts';

export type Clock = {
  now: () => Date;
  /** Milliseconds ahead of the machine's clock. */
  offsetMs: () => number;
  /** Moves time forward and wakes whatever waits for a moment that has now come. */
  advance: (byMs: number) => void;
  onAdvance: (wake: () => void) => void;
};

/** A clock that only goes forward. */
export const openClock = (store: Store): Clock => {
  let offsetMs = store.get<number>('clock', 'offset') ?? 0;
  const waiting: Array<() => void> = [];
  return {
    now: () => new Date(Date.now() + offsetMs),
    offsetMs: () => offsetMs,
    advance: (byMs) => {
      offsetMs += byMs;
      store.put('clock', 'offset', offsetMs);
      for (const wake of waiting) wake();
    },
    onAdvance: (wake) => void waiting.push(wake),
  };
};
