// Who is writing to me right now: shown at realtime events, and for some seconds after each.
import { useSyncExternalStore } from 'react';

/** Longer than the time between two events of one who keeps writing (`useTypingNotice`). */
const TYPING_MS = 6_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

const announce = (): void => {
  for (const listener of listeners) listener();
};

export const stopTyping = (chatId: string): void => {
  clearTimeout(timers.get(chatId));
  if (timers.delete(chatId)) announce();
};

export const startTyping = (chatId: string): void => {
  clearTimeout(timers.get(chatId));
  timers.set(
    chatId,
    setTimeout(() => stopTyping(chatId), TYPING_MS),
  );
  announce();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTyping = (chatId: string | undefined): boolean =>
  useSyncExternalStore(
    subscribe,
    () => chatId !== undefined && timers.has(chatId),
    () => false,
  );
