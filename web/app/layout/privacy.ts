// Privacy mode: Esc twice, or its button, blurs everything and mutes; the same brings it back.
import { useEffect, useSyncExternalStore } from 'react';
import { setAudible } from '../../client/sounds/audible.ts';

const TWICE_MS = 500;
/** Times of events begin at 0 with the page, which may be ready sooner than `TWICE_MS`. */
const NEVER = Number.NEGATIVE_INFINITY;
/** `public/early.js` records when Escape was pressed before the page was hydrated. */
type WindowWithEarlyEscape = Window & { earlyEscapeAt?: number | undefined };
const listeners = new Set<() => void>();

const isPrivate = (): boolean => document.documentElement.hasAttribute('data-private');

/** The tab's title would say what the screen hides. */
const NEUTRAL_TITLE = 'Camarim';
let hiddenTitle: string | null = null;

const hideTitle = (on: boolean): void => {
  if (on) {
    hiddenTitle ??= document.title;
    document.title = NEUTRAL_TITLE;
  } else if (hiddenTitle !== null) {
    document.title = hiddenTitle;
    hiddenTitle = null;
  }
};

export const setPrivate = (on: boolean): void => {
  hideTitle(on);
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
    // `public/early.js` covers the page only: the title is hidden and the sound muted from here on.
    if (isPrivate()) setPrivate(true);
  }, []);
  useEffect(() => {
    let lastEscape = (window as WindowWithEarlyEscape).earlyEscapeAt ?? NEVER;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat) return;
      if (event.timeStamp - lastEscape < TWICE_MS) {
        lastEscape = NEVER;
        setPrivate(!isPrivate());
      } else lastEscape = event.timeStamp;
    };
    // Capturing: a dialog that closes on the first Esc must not hide the second.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return covered;
};
