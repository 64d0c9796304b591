// What a media element is doing, as React state, and what can be asked of it.
import { type RefObject, useEffect, useState } from 'react';
import { joinPlayers } from './one-at-a-time.ts';

export type Playback = { playing: boolean; ended: boolean; waiting: boolean; time: number; duration: number; volume: number; muted: boolean; rate: number };

const AT_REST: Playback = { playing: false, ended: false, waiting: false, time: 0, duration: 0, volume: 1, muted: false, rate: 1 };

/** A spinner that turns longer tells nobody anything. Source: specification section 9. */
const SPIN_MS = 5_000;

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeking', 'durationchange', 'volumechange', 'ratechange', 'emptied'] as const;

const read = (element: HTMLMediaElement): Omit<Playback, 'waiting'> => ({
  playing: !element.paused,
  ended: element.ended,
  time: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : 0,
  volume: element.volume,
  muted: element.muted,
  rate: element.playbackRate,
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
    for (const event of ['playing', 'canplay', 'pause', 'error']) element.addEventListener(event, go);
    const leave = joinPlayers(element);
    follow();
    return () => {
      leave();
      clearTimeout(timer);
      for (const event of EVENTS) element.removeEventListener(event, follow);
      for (const event of ['waiting', 'loadstart']) element.removeEventListener(event, wait);
      for (const event of ['playing', 'canplay', 'pause', 'error']) element.removeEventListener(event, go);
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

/** Shows or hides what is said, in text; nothing when the video has none. */
export const toggleCaptions = (element: HTMLMediaElement): void => {
  const track = [...element.textTracks].find(({ kind }) => kind === 'captions' || kind === 'subtitles');
  if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing';
};
