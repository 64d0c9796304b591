// The person's last searches, kept in this browser only: no server and no shared page knows them.
// Log-out clears them with all of the local storage.
import { useSyncExternalStore } from 'react';

const STORED = 'camarim.recent-searches';
const RECENT_MAX = 5;
const NONE: readonly string[] = [];

const listeners = new Set<() => void>();
/** The list of a stored text, so that the same text is the same list. */
let read: { stored: string | null; recent: readonly string[] } = { stored: null, recent: NONE };

const parse = (stored: string | null): readonly string[] => {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value)
      ? value.filter((one): one is string => typeof one === 'string').slice(0, RECENT_MAX)
      : NONE;
  } catch {
    // Invalid JSON: as if nothing had been searched for.
    return NONE;
  }
};

/** Newest first. */
export const recentSearches = (): readonly string[] => {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // Without a local storage there is no list.
  }
  if (stored !== read.stored) read = { stored, recent: parse(stored) };
  return read.recent;
};

const keep = (recent: readonly string[]): void => {
  try {
    if (recent.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(recent));
  } catch {
    // With a full local storage only the list is lost.
  }
  for (const listener of listeners) listener();
};

const sameAs = (text: string) => (other: string) => other.toLowerCase() === text.toLowerCase();

export const rememberSearch = (text: string): void => {
  const isSame = sameAs(text);
  keep([text, ...recentSearches().filter((one) => !isSame(one))].slice(0, RECENT_MAX));
};

export const forgetSearch = (text: string): void =>
  keep(recentSearches().filter((one) => one !== text));

export const forgetSearches = (): void => keep(NONE);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Empty on the server, whose pages are shared. */
export const useRecentSearches = (): readonly string[] =>
  useSyncExternalStore(subscribe, recentSearches, () => NONE);
