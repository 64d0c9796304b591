// Whether the money of the show that is watched lasts: the last event about it.
import type { RealtimeEvents } from '@camarim/contract/events';

type MoneyState = RealtimeEvents['live-money'];

let state: MoneyState | null = null;
const listeners = new Set<() => void>();

export const receiveMoney = (event: MoneyState): void => {
  state = event;
  for (const listener of listeners) listener();
};

export const moneyStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): MoneyState | null => state,
  none: (): null => null,
};
