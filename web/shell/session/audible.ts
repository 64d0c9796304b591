// Whether the platform's sounds are heard: off until one button turns them all on.
import { useSyncExternalStore } from 'react';

const STORED = 'camarim.sounds';
let audible: boolean | undefined;
const listeners = new Set<() => void>();

export const isAudible = (): boolean => {
  audible ??= localStorage.getItem(STORED) === 'on';
  return audible;
};

export const setAudible = (on: boolean): void => {
  audible = on;
  localStorage.setItem(STORED, on ? 'on' : 'off');
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAudible = (): boolean => useSyncExternalStore(subscribe, isAudible, () => false);
