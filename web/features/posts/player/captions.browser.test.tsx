// Captions in a real browser: one language shows at a time, the reader's own first.
import { afterEach, expect, test } from 'vitest';
import { overwriteGetLocale } from '../../../paraglide/runtime.js';
import { showCaptions, toggleCaptions } from './use-playback.ts';

afterEach(() => overwriteGetLocale(() => 'pt'));

const film = (...languages: string[]): HTMLVideoElement => {
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
  const video = film('en', 'es', 'pt');
  toggleCaptions(video);
  expect(shown(video)).toEqual(['es']);
  toggleCaptions(video);
  expect(shown(video)).toEqual([]);
  const other = film('pt', 'en');
  toggleCaptions(other);
  expect(shown(other)).toEqual(['pt']);
});

test('a chosen language is the only one, and none is none', () => {
  const video = film('en', 'pt');
  showCaptions(video, 'en');
  showCaptions(video, 'pt');
  expect(shown(video)).toEqual(['pt']);
  showCaptions(video, null);
  expect(shown(video)).toEqual([]);
});

test('a film without captions stays as it is', () => {
  const video = film();
  toggleCaptions(video);
  expect(shown(video)).toEqual([]);
});
