// Captions in a real browser: one language shows at a time, the reader's own first.
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
const shown = (video: HTMLVideoElement): string[] =>
  [...video.textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language);

test('the button shows those in the reader’s language, else the first, and hides them again', () => {
  overwriteGetLocale(() => 'es');
  const player = videoWith('en', 'es', 'pt');
  toggleCaptions(player);
  expect(shown(player)).toEqual(['es']);
  toggleCaptions(player);
  expect(shown(player)).toEqual([]);
  const other = videoWith('pt', 'en');
  toggleCaptions(other);
  expect(shown(other)).toEqual(['pt']);
});

test('a chosen language is the only one, and none is none', () => {
  const player = videoWith('en', 'pt');
  showCaptions(player, 'en');
  showCaptions(player, 'pt');
  expect(shown(player)).toEqual(['pt']);
  showCaptions(player, null);
  expect(shown(player)).toEqual([]);
});

test('a video without captions stays as it is', () => {
  const player = videoWith();
  toggleCaptions(player);
  expect(shown(player)).toEqual([]);
});
