// The last events of an engine, for listeners that come back.
import { randomBytes } from 'node:crypto';
import type { LiveEventBody } from './port.ts';

const KEPT = 10_000;

export type LoggedEvent = { id: string; ageMs: number; happening: LiveEventBody };

export type EventLog = {
  /** Numbered unless it has an id already. */
  add(happening: LiveEventBody, id?: string): void;
  /**
   * Calls `listener` with the events after `from`, then with each new one. An id that is not known,
   * such as that of an earlier engine, is before all events. Returns the function that ends it.
   */
  follow(from: string | null, listener: (event: LoggedEvent) => void): () => void;
};

export const createEventLog = (): EventLog => {
  const run = randomBytes(6).toString('hex');
  const kept: { id: string; atMs: number; happening: LiveEventBody }[] = [];
  const listeners = new Set<(event: LoggedEvent) => void>();
  let count = 0;
  const shown = ({ id, atMs, happening }: (typeof kept)[number]): LoggedEvent => ({
    id,
    ageMs: Math.round(performance.now() - atMs),
    happening,
  });
  return {
    add(happening, id = `${run}-${count}`) {
      count += 1;
      const event = { id, atMs: performance.now(), happening };
      kept.push(event);
      if (kept.length > KEPT) kept.shift();
      for (const listener of listeners) listener(shown(event));
    },
    follow(from, listener) {
      if (from !== null) {
        const known = kept.findIndex(({ id }) => id === from);
        for (const event of kept.slice(known + 1)) listener(shown(event));
      }
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
