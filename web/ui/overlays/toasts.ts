// Short notices at the bottom: at most two, four seconds each.

export type Toast = { id: number; text: string; tone: 'plain' | 'success' | 'error' };

/** Source: specification section 8. */
const TOASTS_MAX = 2;
const TOAST_MS = 4_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const dismissToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

/**
 * Shows a sentence; the oldest gives way to a third, and one that is already shown is not repeated.
 */
export const showToast = (text: string, tone: Toast['tone'] = 'plain'): void => {
  const toast: Toast = { id: nextId++, text, tone };
  change([...toasts.filter((shown) => shown.text !== text), toast].slice(-TOASTS_MAX));
  setTimeout(() => dismissToast(toast.id), TOAST_MS);
};

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (): readonly Toast[] => toasts,
  /** The server shows none. */
  none: (): readonly Toast[] => NONE,
};

const NONE: readonly Toast[] = [];
