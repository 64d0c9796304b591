// The sandbox's clock: the machine's clock plus the offset that tests advanced it by; survives
// restarts.
import type { Store } from './store.ts';

export type Clock = {
  now: () => Date;
  /** Milliseconds ahead of the machine's clock. */
  offsetMs: () => number;
  /** Moves time forward and wakes every waiter that is due. */
  advance: (byMs: number) => void;
  onAdvance: (wake: () => void) => void;
};

/** A clock that only goes forward; `startAt` is for tests whose days must be the same each time. */
export const openClock = (store: Store, startAt?: Date): Clock => {
  let offsetMs =
    store.get<number>('clock', 'offset') ?? (startAt ? startAt.getTime() - Date.now() : 0);
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
