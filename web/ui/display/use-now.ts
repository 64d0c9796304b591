// The current time for what shows it: one timer per rhythm however many components watch.
import { useSyncExternalStore } from 'react';

type Beat = {
  listeners: Set<() => void>;
  timer: ReturnType<typeof setInterval> | undefined;
  now: number;
};
const beats = new Map<number, Beat>();

const beatOf = (everyMs: number): Beat => {
  const known = beats.get(everyMs);
  if (known) return known;
  const beat: Beat = { listeners: new Set(), timer: undefined, now: Date.now() };
  beats.set(everyMs, beat);
  return beat;
};

/**
 * Milliseconds since the epoch, renewed every `everyMs`. The server's text may differ by a beat:
 * suppress its hydration warning.
 */
export const useNow = (everyMs: number): number => {
  const beat = beatOf(everyMs);
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
