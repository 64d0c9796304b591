// What the other one of a private show last did about the watcher's own picture.
import type { RealtimeEvents } from '@camarim/contract/events';

type ReverseEvent = RealtimeEvents['reverse-call'];

let state: ReverseEvent | null = null;
const listeners = new Set<() => void>();

export const receiveReverse = (event: ReverseEvent): void => {
  state = event;
  for (const listener of listeners) listener();
};

export const reverseStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): ReverseEvent | null => state,
  none: (): null => null,
};
