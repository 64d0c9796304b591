// What a media element is doing, as React state, and what can be asked of it.
import { type RefObject, useEffect, useState } from 'react';
import { getLocale } from '../../../paraglide/runtime.js';
import { joinPlayers } from './one-at-a-time.ts';

export type Playback = {
  playing: boolean;
  ended: boolean;
  waiting: boolean;
  time: number;
  duration: number;
  volume: number;
  muted: boolean;
  rate: number;
  /** Language of the captions that show. */ captions: string | null;
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

/** A spinner that turns longer tells nobody anything. Source: specification section 9. */
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
    const follow = () => setPlayback((held) => ({ ...held, ...read(element) }));
    const spin = (waiting: boolean) => {
      clearTimeout(timer);
      if (waiting) timer = window.setTimeout(() => spin(false), SPIN_MS);
      setPlayback((held) => (held.waiting === waiting ? held : { ...held, waiting }));
    };
    const wait = () => spin(true);
    const go = () => spin(false);
    for (const event of EVENTS) element.addEventListener(event, follow);
    for (const event of ['waiting', 'loadstart']) element.addEventListener(event, wait);
    for (const event of ['playing', 'canplay', 'pause', 'error'])
      element.addEventListener(event, go);
    element.textTracks.addEventListener('change', follow);
    element.textTracks.addEventListener('addtrack', follow);
    const leave = joinPlayers(element);
    follow();
    return () => {
      element.textTracks.removeEventListener('change', follow);
      element.textTracks.removeEventListener('addtrack', follow);
      leave();
      clearTimeout(timer);
      for (const event of EVENTS) element.removeEventListener(event, follow);
      for (const event of ['waiting', 'loadstart']) element.removeEventListener(event, wait);
      for (const event of ['playing', 'canplay', 'pause', 'error'])
        element.removeEventListener(event, go);
    };
  }, [media]);
  return playback;
};

/** A browser that asks for a press first refuses; the button stays. */
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

/** Shows what is said, in text, in that language; null: in none. */
export const showCaptions = (element: HTMLMediaElement, language: string | null): void => {
  for (const track of captionsOf(element))
    track.mode = track.language === language ? 'showing' : 'hidden';
};

/**
 * Shows or hides them, in the reader's language when there are such; nothing when the video has
 * none.
 */
export const toggleCaptions = (element: HTMLMediaElement): void => {
  const tracks = captionsOf(element);
  const shown = tracks.some(({ mode }) => mode === 'showing');
  const wanted = tracks.find(({ language }) => language === getLocale()) ?? tracks[0];
  showCaptions(element, shown || !wanted ? null : wanted.language);
};
