// How the publisher's picture follows its network.
import { expect, test } from 'vitest';
import {
  adaptBitrate,
  type Bitrate,
  BITRATE_MAX_KBPS,
  BITRATE_MIN_KBPS,
  FIRST_BITRATE,
  type NetworkSample,
  qualityOf,
  scaleOf,
} from './adapt-bitrate.ts';

const CALM: NetworkSample = { lossFraction: 0, rttMs: 40, availableKbps: null };
const LOSSY: NetworkSample = { ...CALM, lossFraction: 0.12 };

const after = (samples: readonly NetworkSample[], from: Bitrate = FIRST_BITRATE): Bitrate =>
  samples.reduce(adaptBitrate, from);
const times = (count: number, sample: NetworkSample) => Array.from({ length: count }, () => sample);

test('a calm network lets the picture grow, by steps and up to the limit', () => {
  expect(after(times(2, CALM)).kbps).toBe(FIRST_BITRATE.kbps);
  expect(after(times(3, CALM)).kbps).toBe(1_440);
  expect(after(times(100, CALM)).kbps).toBe(BITRATE_MAX_KBPS);
});

test('loss and long round trips shrink the picture at once, and never below the least', () => {
  expect(after([LOSSY]).kbps).toBe(840);
  expect(after([{ ...CALM, rttMs: 900 }]).kbps).toBe(840);
  expect(after(times(50, LOSSY)).kbps).toBe(BITRATE_MIN_KBPS);
});

test('the picture leaves room for the sound in what the network carries', () => {
  expect(after([{ ...LOSSY, availableKbps: 400 }]).kbps).toBe(400 - 64);
});

test('a little loss keeps the picture as it is, and calm is counted again', () => {
  const little: NetworkSample = { ...CALM, lossFraction: 0.04 };
  expect(after([CALM, CALM, little, CALM, CALM])).toEqual({ kbps: FIRST_BITRATE.kbps, calm: 2 });
});

test('few bits show a smaller picture, and the producer is shown how the network is', () => {
  expect([200, 400, 1_200].map(scaleOf)).toEqual([4, 2, 1]);
  expect(qualityOf(1_200, CALM)).toBe('good');
  expect(qualityOf(700, CALM)).toBe('fair');
  expect(qualityOf(1_200, { ...CALM, rttMs: 400 })).toBe('fair');
  expect(qualityOf(1_200, LOSSY)).toBe('poor');
  expect(qualityOf(200, CALM)).toBe('poor');
});
