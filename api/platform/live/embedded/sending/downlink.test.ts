// When a viewer gets key frames only, and when all of the picture again.
import { describe, expect, test } from 'vitest';
import {
  adaptDownlink,
  createDownlinkSampler,
  type Downlink,
  type DownlinkSample,
  FIRST_DOWNLINK,
} from './downlink.ts';

const sample = (lossFraction: number, rttMs: number | null = 40): DownlinkSample => ({
  lost: Math.round(lossFraction * 100),
  lossFraction,
  rttMs,
});
const CALM = sample(0);
const BAD = sample(0.3);
/** Lost less than what is bad, and more than what is calm. */
const MILD = sample(0.08);

/** The state after these samples, one each second from `fromMs` on. */
const after = (samples: DownlinkSample[], from: Downlink = FIRST_DOWNLINK, fromMs = 0): Downlink =>
  samples.reduce((state, one, n) => adaptDownlink(state, one, fromMs + n * 1_000), from);
const times = (count: number, one: DownlinkSample): DownlinkSample[] =>
  Array.from({ length: count }, () => one);

test.each<[string, DownlinkSample[], Downlink['picture']]>([
  ['a good network', times(10, CALM), 'all'],
  ['a loss of 3 %, as in the benchmark', times(60, sample(0.03)), 'all'],
  ['a loss of 8 % that goes on', times(60, MILD), 'all'],
  ['one bad second', [CALM, BAD, CALM], 'all'],
  ['every other second bad', [BAD, CALM, BAD, CALM, BAD], 'all'],
  ['two bad seconds', [BAD, BAD], 'keyframes'],
  ['two bad seconds long after a good time', [...times(300, CALM), BAD, BAD], 'keyframes'],
  ['packets that are kept back for a second', times(2, sample(0, 1_000)), 'keyframes'],
  ['a round trip by satellite', times(60, sample(0, 700)), 'all'],
  ['a receiver that does not say how long it held reports', times(60, sample(0, null)), 'all'],
  ['some lost of few', times(60, { lost: 4, lossFraction: 0.4, rttMs: 40 }), 'all'],
])('after %s', (_what, samples, picture) => {
  expect(after(samples).picture).toBe(picture);
});

describe('a reduced picture', () => {
  const reduced = after([BAD, BAD]);
  const changedMs = 1_000;

  test.each<[string, DownlinkSample, number, Downlink['picture']]>([
    ['stays while the network is calm for less than the hold', CALM, 7_999, 'keyframes'],
    ['is whole again after the hold', CALM, 8_000, 'all'],
    ['stays where some is lost yet', MILD, 20_000, 'keyframes'],
    ['stays where packets are kept back', sample(0, 600), 20_000, 'keyframes'],
    ['is whole again where the round trip is not known', sample(0, null), 8_000, 'all'],
  ])('%s', (_what, one, afterMs, picture) => {
    expect(adaptDownlink(reduced, one, changedMs + afterMs).picture).toBe(picture);
  });

  test('the hold of a reduced picture begins again when the network is bad again', () => {
    const worse = adaptDownlink(reduced, BAD, changedMs + 5_000);
    expect(adaptDownlink(worse, CALM, changedMs + 8_000).picture).toBe('keyframes');
    expect(adaptDownlink(worse, CALM, changedMs + 13_000).picture).toBe('all');
  });
});

test('attempts that fail become rarer, up to one in two minutes, and one that lasts ends that', () => {
  let state = FIRST_DOWNLINK;
  let nowMs = 0;
  const holds: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    state = after([BAD, BAD], state, nowMs);
    holds.push(state.holdMs / 1_000);
    nowMs = state.sinceMs + state.holdMs;
    state = adaptDownlink(state, CALM, nowMs);
    expect(state.picture).toBe('all');
    nowMs += 1_000;
  }
  expect(holds).toEqual([8, 16, 32, 64, 120, 120, 120]);
  expect(after([BAD, BAD], state, nowMs + 60_000).holdMs).toBe(8_000);
});

describe('samples of reports', () => {
  const report = (highestSequence: number, lostPackets: number) => ({
    highestSequence,
    lostPackets,
    lastReport: 0,
    heldFor: 0,
  });

  test('a sample is what was lost in a second, however many reports there were', () => {
    const next = createDownlinkSampler();
    expect(next(report(100, 0), 0, 0)).toBeNull();
    for (let n = 1; n < 5; n += 1) expect(next(report(100 + n * 20, n), n * 200, 0)).toBeNull();
    expect(next(report(200, 10), 1_000, 0)).toEqual({ lost: 10, lossFraction: 0.1, rttMs: null });
    expect(next(report(300, 10), 2_000, 0)).toEqual({ lost: 0, lossFraction: 0, rttMs: null });
  });

  test('packets that came when they were sent again are not lost, and sequences begin again', () => {
    const next = createDownlinkSampler();
    next(report(0xff_ff_ff_f0, 40), 0, 0);
    expect(next(report(0x10, 35), 1_000, 0)).toMatchObject({ lost: 0, lossFraction: 0 });
    expect(next(report(0x10, 35), 2_000, 0)).toMatchObject({ lost: 0, lossFraction: 0 });
    expect(next(report(0x30, 51), 3_000, 0)).toMatchObject({ lost: 16, lossFraction: 0.5 });
  });
});
