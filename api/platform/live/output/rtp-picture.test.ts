// Key frames and parameter sets are found in RTP packets of H264 and VP8.
import { expect, test } from 'vitest';
import {
  beginsKeyframe,
  createKeyframeCollector,
  parameterSetsIn,
  payloadOf,
} from './rtp-picture.ts';

const packet = (sequence: number, timestamp: number, payload: number[], marker = false): Buffer => {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = 96 | (marker ? 0x80 : 0);
  header.writeUInt16BE(sequence, 2);
  header.writeUInt32BE(timestamp, 4);
  return Buffer.concat([header, Buffer.from(payload)]);
};

const SPS = [0x67, 1, 2];
const PPS = [0x68, 3];
const STAP = [0x78, 0, SPS.length, ...SPS, 0, PPS.length, ...PPS];
const FIRST = [0x7c, 0x85, 10, 11];
const LAST = [0x7c, 0x45, 12];

test('sources, extensions and padding are no part of a payload', () => {
  const header = [0xb1, 96, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
  const [source, extension] = [
    [9, 9, 9, 9],
    [0xbe, 0xde, 0, 1, 7, 7, 7, 7],
  ];
  const whole = Buffer.from([...header, ...source, ...extension, 5, 6, 0, 2]);
  expect([...payloadOf(whole)]).toEqual([5, 6]);
});

test('parameter sets are found alone and gathered in one packet', () => {
  expect(parameterSetsIn(Buffer.from(STAP))).toEqual({
    sps: Buffer.from(SPS),
    pps: Buffer.from(PPS),
  });
  expect(parameterSetsIn(Buffer.from(PPS))).toEqual({ pps: Buffer.from(PPS) });
  expect(parameterSetsIn(Buffer.from([0x41, 1]))).toBeNull();
  expect(beginsKeyframe('h264', Buffer.from(STAP))).toBe(true);
  expect(beginsKeyframe('h264', Buffer.from([0x41, 1]))).toBe(false);
});

test('a key frame of H264 is a byte stream of its units', () => {
  const collect = createKeyframeCollector('h264');
  expect(collect(packet(1, 50, [0x41, 1], true))).toBeNull();
  expect(collect(packet(2, 90, STAP))).toBeNull();
  expect(collect(packet(3, 90, FIRST))).toBeNull();
  expect([...(collect(packet(4, 90, LAST, true)) ?? [])]).toEqual([
    0,
    0,
    0,
    1,
    ...SPS,
    0,
    0,
    0,
    1,
    ...PPS,
    0,
    0,
    0,
    1,
    0x65,
    10,
    11,
    12,
  ]);
});

test('a key frame of which a packet is missing is left, and the next one is taken', () => {
  const collect = createKeyframeCollector('h264');
  collect(packet(65_535, 90, STAP));
  expect(collect(packet(1, 90, LAST, true))).toBeNull();
  collect(packet(2, 180, STAP));
  collect(packet(3, 180, FIRST));
  expect(collect(packet(4, 180, LAST, true))).not.toBeNull();
});

test('a key frame of VP8 becomes a file with its size', () => {
  const frame = [0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00, 1];
  const collect = createKeyframeCollector('vp8');
  expect(collect(packet(1, 90, [0x10, 0x01, 5], true))).toBeNull();
  expect(beginsKeyframe('vp8', Buffer.from([0x90, 0x80, 0x12, ...frame]))).toBe(true);
  collect(packet(2, 180, [0x90, 0x80, 0x12, ...frame]));
  const file = collect(packet(3, 180, [0x80, 0x80, 0x12, 2, 3], true));
  expect(file?.toString('latin1', 0, 4)).toBe('DKIF');
  expect([file?.readUInt16LE(12), file?.readUInt16LE(14)]).toEqual([320, 240]);
  expect([...(file?.subarray(44) ?? [])]).toEqual([...frame, 2, 3]);
});
