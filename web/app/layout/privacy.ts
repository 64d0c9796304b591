// Privacy mode: Esc twice, or its button, blurs everything and mutes; the same brings it back.
import { useEffect, useSyncExternalStore } from 'react';
import { setAudible } from '../../client/sounds/audible.ts';

const TWICE_MS = 500;
/** `public/early.js` records when Escape was pressed before the page was hydrated. */
type WindowWithEarlyEscape = Window & { earlyEscapeAt?: number | undefined };
const listeners = new Set<() => void>();

const isPrivate = (): boolean => document.documentElement.hasAttribute('data-private');

/** The tab's title would say what the screen hides. */
const NEUTRAL_TITLE = 'Camarim';
let hiddenTitle = NEUTRAL_TITLE;

export const setPrivate = (on: boolean): void => {
  if (on && !isPrivate()) hiddenTitle = document.title;
  if (on !== isPrivate()) document.title = on ? NEUTRAL_TITLE : hiddenTitle;
  document.documentElement.toggleAttribute('data-private', on);
  if (on) {
    setAudible(false);
    for (const media of document.querySelectorAll('video, audio'))
      (media as HTMLMediaElement).pause();
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Watches the keyboard and says whether the screen is covered. */
export const usePrivacy = (): boolean => {
  const covered = useSyncExternalStore(subscribe, isPrivate, () => false);
  useEffect(() => {
    let lastEscape = (window as WindowWithEarlyEscape).earlyEscapeAt ?? 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat) return;
      if (event.timeStamp - lastEscape < TWICE_MS) {
        lastEscape = 0;
        setPrivate(!isPrivate());
      } else lastEscape = event.timeStamp;
    };
    // Capturing: a dialog that closes on the first Esc must not hide the second.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return covered;
};
