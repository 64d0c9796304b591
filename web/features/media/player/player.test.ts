// Calculations of the players: qualities, visibility, frames, bars.
import { expect, test } from 'vitest';
import { frameAt, wavePath } from './drawings.ts';
import { kindOf } from '../viewer/media.ts';
import { isTransient, recoveries } from './hls-source.ts';
import { isFarOut } from './one-at-a-time.ts';
import { qualitiesOf } from './use-video-source.ts';

test('video qualities are listed lowest first and never above 720', () => {
  expect(qualitiesOf('720p,240p,1080p,480p')).toEqual([240, 480, 720]);
  expect(qualitiesOf('')).toEqual([]);
});

test.each([
  ['just below the window is in view', { top: 850, bottom: 1_200, left: 0, right: 300 }, false],
  [
    '101 px below the window is out of view',
    { top: 901, bottom: 1_200, left: 0, right: 300 },
    true,
  ],
  ['just above the window is in view', { top: -500, bottom: -100, left: 0, right: 300 }, false],
  [
    '101 px above the window is out of view',
    { top: -500, bottom: -101, left: 0, right: 300 },
    true,
  ],
  ['beside the window is out of view', { top: 0, bottom: 300, left: 520, right: 700 }, true],
])('a video %s', (_, place, out) => expect(isFarOut(place, { width: 400, height: 800 })).toBe(out));

test('a preview frame is that of its interval, and the last one beyond the end', () => {
  const sprite = {
    url: '',
    columns: 5,
    rows: 2,
    frameWidth: 160,
    frameHeight: 90,
    intervalMs: 2_000,
  };
  expect(frameAt(sprite, 0)).toBe('0 0 160 90');
  expect(frameAt(sprite, 13.9)).toBe('160 90 160 90');
  expect(frameAt(sprite, 500)).toBe('640 90 160 90');
});

test('the loudest waveform bar fills the height and silence is still visible', () => {
  expect(wavePath([100, 0])).toBe('M0.15 0h.7v40h-.7zM1.15 19h.7v2h-.7z');
});

test.each([
  ['video/quicktime', 'video'],
  ['audio/x-m4a', 'audio'],
  ['application/x-zip-compressed', 'archive'],
  ['image/avif', 'image'],
])('content type %s is of kind %s', (contentType, kind) =>
  expect(kindOf({ loops: false, contentType })).toBe(kind),
);

test('a playlist without segments for the moment and a server in trouble are asked again, refusals are not', () => {
  expect([409, 500, 503, 0, undefined].map(isTransient)).toEqual([true, true, true, true, true]);
  expect([400, 401, 403, 404, 410].map(isTransient)).toEqual([false, false, false, false, false]);
});

test('media errors are recovered from again and again, except one that comes back at once', () => {
  let now = 0;
  const mayRecover = recoveries(() => now);
  const at = (ms: number) => ((now = ms), mayRecover());
  expect([0, 3_700, 7_500, 8_000, 9_000, 13_000].map(at)).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
});
