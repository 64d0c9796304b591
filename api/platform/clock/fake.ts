// A clock that stands still until a test moves it.
import type { Clock } from './port.ts';

export interface FakeClock extends Clock {
  set(instant: Date): void;
  advance(durationMs: number): void;
}

export function fakeClock(start = new Date('2026-01-15T12:00:00.000Z')): FakeClock {
  let currentMs = start.getTime();
  return {
    now: () => new Date(currentMs),
    set(instant) {
      currentMs = instant.getTime();
    },
    advance(durationMs) {
      currentMs += durationMs;
    },
  };
}
