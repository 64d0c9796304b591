// Top-ups in one press by the default card, which a person allows for this tab: while a show runs
// there is no time for a form.
import { useSyncExternalStore } from 'react';

const STORED = 'camarim.quickTopUp';
const listeners = new Set<() => void>();

const isAllowed = (): boolean => sessionStorage.getItem(STORED) === '1';

/** The checkbox confirms the same as the one of the wallet: adult, and holder of the card. */
export const allowQuickTopUp = (allowed: boolean): void => {
  if (allowed) sessionStorage.setItem(STORED, '1');
  else sessionStorage.removeItem(STORED);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useQuickTopUpAllowed = (): boolean =>
  useSyncExternalStore(subscribe, isAllowed, () => false);
