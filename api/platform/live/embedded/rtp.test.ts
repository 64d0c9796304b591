// Rewriting of packets, and when key frames are asked for.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKeyframeRequests } from './forwarder.ts';
import { address, createContinuity, readFeedback, roundTripMs } from './rtp.ts';

const packet = (sequence: number, timestamp: number): Buffer => {
  const bytes = Buffer.alloc(20);
  bytes[0] = 0x80;
  bytes.writeUInt16BE(sequence, 2);
  bytes.writeUInt32BE(timestamp, 4);
  return bytes;
};
const read = (bytes: Buffer): [number, number] => [bytes.readUInt16BE(2), bytes.readUInt32BE(4)];

describe('an unbroken stream', () => {
  test('the first stream goes on as it is', () => {
    const stream = createContinuity('video');
    const one = packet(65_535, 4_000_000_000);
    stream.continue(one, 0);
    expect(read(one)).toEqual([65_535, 4_000_000_000]);
  });

  test('another stream continues numbers and time, over the end of their range', () => {
    const stream = createContinuity('video');
    stream.continue(packet(65_534, 4_294_967_290), 1_000);
    stream.interrupt();
    const [next, after] = [packet(7, 100), packet(8, 3_100)];
    stream.continue(next, 1_500);
    stream.continue(after, 1_533);
    // Half a second later: 45,000 ticks of 90 kHz.
    expect(read(next)).toEqual([65_535, (4_294_967_290 + 45_000) % 2 ** 32]);
    expect(read(after)).toEqual([0, (4_294_967_290 + 48_000) % 2 ** 32]);
  });

  test('a packet that was sent again keeps its place, and the next stream follows the newest', () => {
    const stream = createContinuity('audio');
    for (const sequence of [10, 12, 11]) stream.continue(packet(sequence, sequence * 960), 0);
    stream.interrupt();
    const next = packet(500, 0);
    stream.continue(next, 20);
    expect(read(next)).toEqual([13, 13 * 960]);
  });
});

test('payload type and source are the receiver’s, and the marker stays', () => {
  const one = packet(1, 1);
  one[1] = 0x80 | 96;
  address(one, 105, 0xdeadbeef);
  expect(one[1]).toBe(0x80 | 105);
  expect(one.readUInt32BE(8)).toBe(0xdeadbeef);
});

describe('feedback of receivers', () => {
  const rtcp = (type: number, format: number, words: number): Buffer => {
    const bytes = Buffer.alloc(4 * (words + 1));
    bytes[0] = 0x80 | format;
    bytes[1] = type;
    bytes.writeUInt16BE(words, 2);
    return bytes;
  };
  test.each([
    ['a receiver report', [rtcp(201, 1, 7)], { reports: true, wantsKeyframe: false }],
    [
      'a report with a picture loss',
      [rtcp(201, 0, 1), rtcp(206, 1, 2)],
      { reports: true, wantsKeyframe: true },
    ],
    ['a full intra request', [rtcp(206, 4, 4)], { reports: false, wantsKeyframe: true }],
    ['a bandwidth estimate', [rtcp(206, 15, 5)], { reports: false, wantsKeyframe: false }],
    [
      'a packet cut short',
      [rtcp(201, 1, 7).subarray(0, 3)],
      { reports: false, wantsKeyframe: false },
    ],
  ])('%s is read', (_what, packets, expected) => {
    expect(readFeedback(Buffer.concat(packets), 1)).toMatchObject(expected);
  });
});

test('a report of Chromium is read as far as it is about one stream', () => {
  const compound = Buffer.from(
    '81c9000700000001000003ea40fffffe00001016000000038efac5e0000032b381ce000200000001000003ea',
    'hex',
  );
  const report = {
    lostPackets: -2,
    highestSequence: 0x10_16,
    lastReport: 0x8e_fa_c5_e0,
    heldFor: 0x32_b3,
  };
  expect(readFeedback(compound, 0x3_ea)).toEqual({
    reports: true,
    wantsKeyframe: true,
    report,
    lost: [],
  });
  expect(readFeedback(compound, 0x3_eb).report).toBeNull();
  expect(readFeedback(compound.subarray(0, 20), 0x3_ea).report).toBeNull();
});

test.each([
  // The moment at which the report above came, over the loopback.
  ['a few milliseconds', { lastReport: 0x8e_fa_c5_e0, heldFor: 0x32_b3 }, 1_795_887_226_974, 3],
  ['a second more', { lastReport: 0x8e_fa_c5_e0, heldFor: 0x32_b3 }, 1_795_887_227_974, 1_003],
  ['a clock that was set back', { lastReport: 0x8e_fa_c5_e0, heldFor: 0 + 1 }, 0, 0],
  ['a receiver that had no report yet', { lastReport: 0, heldFor: 0 }, 1_795_887_226_974, null],
  ['libdatachannel', { lastReport: 0x8e_fa_c5_e0, heldFor: 0 }, 1_795_887_227_974, null],
])('the round trip of %s', (_what, report, wallMs, expected) => {
  const ms = roundTripMs(report, wallMs);
  expect(ms === null ? null : Math.round(ms)).toBe(expected);
});

describe('requests for key frames', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  test('a wave of requests is two key frames: one at once and one at its end', () => {
    const request = vi.fn<() => void>();
    const keyframes = createKeyframeRequests(request);
    for (let n = 0; n < 20; n += 1) {
      keyframes.ask();
      vi.advanceTimersByTime(10);
    }
    expect(request).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('viewers on slow networks get a key frame every four seconds, however many they are', () => {
    const request = vi.fn<() => void>();
    const keyframes = createKeyframeRequests(request);
    for (let n = 0; n < 200; n += 1) {
      for (let viewer = 0; viewer < 20; viewer += 1) keyframes.askWhenDue();
      vi.advanceTimersByTime(50);
    }
    expect(request).toHaveBeenCalledTimes(3);
  });

  test('no key frame is requested after the room ended', () => {
    const request = vi.fn<() => void>();
    const keyframes = createKeyframeRequests(request);
    keyframes.ask();
    keyframes.ask();
    keyframes.stop();
    vi.advanceTimersByTime(1_000);
    expect(request).toHaveBeenCalledTimes(1);
  });
});
