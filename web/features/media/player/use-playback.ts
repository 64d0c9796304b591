// The state of a media element as React state, with its controls.
import { type RefObject, useEffect, useState } from 'react';
import { getLocale } from '../../../paraglide/runtime.js';
import { registerPlayer } from './one-at-a-time.ts';

export type Playback = {
  playing: boolean;
  ended: boolean;
  waiting: boolean;
  time: number;
  duration: number;
  volume: number;
  muted: boolean;
  rate: number;
  /** Language of the visible captions. */
  captions: string | null;
};

const AT_REST: Playback = {
  playing: false,
  ended: false,
  waiting: false,
  time: 0,
  duration: 0,
  volume: 1,
  muted: false,
  rate: 1,
  captions: null,
};

/** Delay of the loading spinner. Source: specification section 9. */
const SPIN_MS = 5_000;

const EVENTS = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'durationchange',
  'volumechange',
  'ratechange',
  'emptied',
] as const;

const captionsOf = (element: HTMLMediaElement): TextTrack[] =>
  [...element.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');

const read = (element: HTMLMediaElement): Omit<Playback, 'waiting'> => ({
  playing: !element.paused,
  ended: element.ended,
  time: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : 0,
  volume: element.volume,
  muted: element.muted,
  rate: element.playbackRate,
  captions: captionsOf(element).find(({ mode }) => mode === 'showing')?.language ?? null,
});

export const usePlayback = (media: RefObject<HTMLMediaElement | null>): Playback => {
  const [playback, setPlayback] = useState(AT_REST);
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    let timer: number | undefined;
    const update = () => setPlayback((current) => ({ ...current, ...read(element) }));
    const spin = (waiting: boolean) => {
      clearTimeout(timer);
      if (waiting) timer = window.setTimeout(() => spin(false), SPIN_MS);
      setPlayback((current) => (current.waiting === waiting ? current : { ...current, waiting }));
    };
    const wait = () => spin(true);
    const go = () => spin(false);
    for (const event of EVENTS) element.addEventListener(event, update);
    for (const event of ['waiting', 'loadstart']) element.addEventListener(event, wait);
    for (const event of ['playing', 'canplay', 'pause', 'error'])
      element.addEventListener(event, go);
    element.textTracks.addEventListener('change', update);
    element.textTracks.addEventListener('addtrack', update);
    const leave = registerPlayer(element);
    update();
    return () => {
      element.textTracks.removeEventListener('change', update);
      element.textTracks.removeEventListener('addtrack', update);
      leave();
      clearTimeout(timer);
      for (const event of EVENTS) element.removeEventListener(event, update);
      for (const event of ['waiting', 'loadstart']) element.removeEventListener(event, wait);
      for (const event of ['playing', 'canplay', 'pause', 'error'])
        element.removeEventListener(event, go);
    };
  }, [media]);
  return playback;
};

/** A browser that requires a user gesture refuses to play; the button remains. */
export const togglePlay = (element: HTMLMediaElement): void => {
  if (element.paused) void element.play().catch(() => undefined);
  else element.pause();
};

export const seekTo = (element: HTMLMediaElement, seconds: number): void => {
  const end = Number.isFinite(element.duration) ? element.duration : 0;
  element.currentTime = Math.min(Math.max(0, seconds), end);
};

export const setVolume = (element: HTMLMediaElement, volume: number): void => {
  element.volume = Math.min(1, Math.max(0, volume));
  element.muted = element.volume === 0;
};

/** Shows the captions of one language; null: none. */
export const showCaptions = (element: HTMLMediaElement, language: string | null): void => {
  for (const track of captionsOf(element))
    track.mode = track.language === language ? 'showing' : 'hidden';
};

/** Toggles captions, in the reader's language where available; no effect without captions. */
export const toggleCaptions = (element: HTMLMediaElement): void => {
  const tracks = captionsOf(element);
  const shown = tracks.some(({ mode }) => mode === 'showing');
  const preferred = tracks.find(({ language }) => language === getLocale()) ?? tracks[0];
  showCaptions(element, shown || !preferred ? null : preferred.language);
};
