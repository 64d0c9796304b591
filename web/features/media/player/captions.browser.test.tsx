// Captions in a real browser: one language at a time, the reader's own first.
import { afterEach, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../../paraglide/runtime.js';
import { showCaptions, toggleCaptions } from './use-playback.ts';

afterEach(() => overwriteGetLocale(() => 'pt'));

const videoWith = (...languages: string[]): HTMLVideoElement => {
  const video = document.createElement('video');
  for (const language of languages) {
    const track = document.createElement('track');
    Object.assign(track, {
      kind: 'captions',
      srclang: language,
      src: `data:text/vtt,${encodeURIComponent('WEBVTT\n\n00:00.000 --> 00:01.000\nOi\n')}`,
    });
    video.append(track);
  }
  document.body.append(video);
  return video;
};
const showing = (video: HTMLVideoElement): string[] =>
  [...video.textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language);

test('the captions button toggles captions of the reader’s language, else the first ones', () => {
  overwriteGetLocale(() => 'es');
  const player = videoWith('en', 'es', 'pt');
  toggleCaptions(player);
  expect(showing(player)).toEqual(['es']);
  toggleCaptions(player);
  expect(showing(player)).toEqual([]);
  const other = videoWith('pt', 'en');
  toggleCaptions(other);
  expect(showing(other)).toEqual(['pt']);
});

test('a chosen caption language is the only visible one, and null hides all', () => {
  const player = videoWith('en', 'pt');
  showCaptions(player, 'en');
  showCaptions(player, 'pt');
  expect(showing(player)).toEqual(['pt']);
  showCaptions(player, null);
  expect(showing(player)).toEqual([]);
});

test('toggling captions has no effect on a video without captions', () => {
  const player = videoWith();
  toggleCaptions(player);
  expect(showing(player)).toEqual([]);
});
