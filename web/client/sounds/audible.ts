// Whether the platform's sounds are heard: off until one button turns them all on.
import { useSyncExternalStore } from 'react';
import type { ShowType } from '@camarim/contract/shows';
import { loadOptionalPart } from '../load-part.ts';
import type { Sound } from './sounds.ts';

const STORED = 'camarim.sounds';
let audible: boolean | undefined;
const listeners = new Set<() => void>();

const isAudible = (): boolean => {
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

/**
 * Plays a sound unless muted. The code of the sounds loads with the first one; a page without them
 * is still of use.
 */
export const playSound = (sound: Sound): void => {
  if (isAudible())
    void loadOptionalPart(() => import('./sounds.ts')).then((sounds) => sounds?.play(sound));
};

/** The ding of each kind of show. Source: specification section 4, incoming chat call. */
export const SHOW_DINGS: Readonly<Record<ShowType, Sound>> = {
  '2': 'premiumDing',
  '3': 'privateDing',
};

/**
 * Mutes, or turns all sounds on and plays one: a browser lets sound start only from a press, and
 * this is one.
 */
export const toggleSounds = (on: boolean): void => {
  setAudible(!on);
  if (!on) playSound('message');
};
