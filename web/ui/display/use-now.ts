// The current time for components that show it: one timer per interval, shared by all of them.
import { useSyncExternalStore } from 'react';

type SharedTimer = {
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | undefined;
  now: number;
};
const timers = new Map<number, SharedTimer>();

const timerOf = (everyMs: number): SharedTimer => {
  const known = timers.get(everyMs);
  if (known) return known;
  const beat: SharedTimer = { listeners: new Set(), timer: undefined, now: Date.now() };
  timers.set(everyMs, beat);
  return beat;
};

/**
 * Milliseconds since the epoch, renewed every `everyMs`. The server's text may differ by a beat:
 * suppress its hydration warning.
 */
export const useNow = (everyMs: number): number => {
  const beat = timerOf(everyMs);
  const subscribe = (listener: () => void) => {
    beat.listeners.add(listener);
    beat.timer ??= setInterval(() => {
      beat.now = Date.now();
      for (const each of beat.listeners) each();
    }, everyMs);
    return () => {
      beat.listeners.delete(listener);
      if (beat.listeners.size > 0) return;
      clearInterval(beat.timer);
      beat.timer = undefined;
    };
  };
  const read = () => {
    // Before the first subscription no timer updates the time: it may be old.
    if (beat.timer === undefined && Date.now() - beat.now >= everyMs) beat.now = Date.now();
    return beat.now;
  };
  return useSyncExternalStore(subscribe, read, () => Date.now());
};
