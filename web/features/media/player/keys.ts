// Keyboard shortcuts of the player: space or k plays, arrows seek and set the volume, m mutes, f
// toggles fullscreen, c toggles captions.
import { type RefObject, useEffect, useRef } from 'react';
import { seekTo, setVolume, toggleCaptions, togglePlay } from './use-playback.ts';

const SEEK_SECONDS = 5;
const VOLUME_STEP = 0.05;

type KeyPress = {
  key: string;
  target: EventTarget | null;
  repeat: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
};

/** Handles a key; returns false for keys that the player does not use. */
export const pressKey = (
  video: HTMLVideoElement,
  { key, target, repeat, altKey, ctrlKey, metaKey }: KeyPress,
  fullscreen: () => void,
): boolean => {
  if (altKey || ctrlKey || metaKey) return false;
  // Selects and sliders use the arrow keys, and buttons the space bar.
  const within = target instanceof HTMLElement ? target.tagName : '';
  if (
    within === 'SELECT' ||
    (within === 'INPUT' && key.startsWith('Arrow')) ||
    (within === 'BUTTON' && key === ' ')
  )
    return false;
  const actions: Record<string, () => void> = {
    ' ': () => togglePlay(video),
    k: () => togglePlay(video),
    ArrowLeft: () => seekTo(video, video.currentTime - SEEK_SECONDS),
    ArrowRight: () => seekTo(video, video.currentTime + SEEK_SECONDS),
    ArrowUp: () => setVolume(video, video.volume + VOLUME_STEP),
    ArrowDown: () => setVolume(video, video.volume - VOLUME_STEP),
    m: () => void (video.muted = !video.muted),
    f: fullscreen,
    c: () => toggleCaptions(video),
  };
  const action = actions[key.length === 1 ? key.toLowerCase() : key];
  if (!action) return false;
  if (!repeat || key.startsWith('Arrow')) action();
  return true;
};

/** Passes every key pressed within the frame to `press`; a handled key does not propagate. */
export const useKeys = (
  frame: RefObject<HTMLElement | null>,
  press: (event: KeyboardEvent) => boolean,
): void => {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!latest.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const element = frame.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [frame]);
};
