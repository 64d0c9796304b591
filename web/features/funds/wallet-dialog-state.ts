// Whether the wallet dialog is open, for what amount, and what to finish once the money is there.
import type { Routes } from '@camarim/contract';
import type { BodyOf } from '@camarim/contract/route';
import { useSyncExternalStore } from 'react';

/** What to repeat after a top-up: the tip or purchase that met an empty wallet. */
export type Intent = NonNullable<BodyOf<Routes['POST /funds']>['intent']>;

export type WalletDialogState = {
  open: boolean;
  /** Preselected amount in centavos; null means the default. */
  suggestedCentavos: number | null;
  intent: Intent | null;
};

const CLOSED: WalletDialogState = { open: false, suggestedCentavos: null, intent: null };
let state = CLOSED;
const listeners = new Set<() => void>();

const set = (next: WalletDialogState): void => {
  state = next;
  for (const listener of listeners) listener();
};

/** `data` of a 402, as the server sends it. */
export type InsufficientFunds = { suggested: number; intent: Intent };

/** Opens the dialog: by the header's button, or with what a 402 asked for. */
export const openWalletDialog = (needed?: InsufficientFunds): void =>
  set({ open: true, suggestedCentavos: needed?.suggested ?? null, intent: needed?.intent ?? null });

export const closeWalletDialog = (): void => set(CLOSED);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWalletDialog = (): WalletDialogState => useSyncExternalStore(subscribe, () => state, () => CLOSED);
