// Which packets are LiveKit's own and which are a publisher's.
import { expect, test } from 'vitest';
import { isBlank } from './blank-frames.ts';

const of = (hex: string): Buffer => Buffer.from(hex, 'hex');
/** As its `getH264BlankFrame` and `getVP8BlankFrame` of v1.13.5 write them. */
const BLACK_H264 = of(
  '1800186742c01f0fd91f888884000003000400000300c83c60c92000066887cb83cb20000a6588840af2628000a7be',
);
const BLACK_VP8 = of('9080801210021002009d012a080008000047088585888584880202000c0d6000feffab5080');
const SILENCE = Buffer.concat([of('f8fffe'), Buffer.alloc(77)]);

test.each([
  { what: 'a black picture of H264', kind: 'video', payload: BLACK_H264, expected: true },
  { what: 'a black picture of VP8', kind: 'video', payload: BLACK_VP8, expected: true },
  { what: 'silence', kind: 'audio', payload: SILENCE, expected: true },
  {
    what: 'the parameters of a picture of 320x240',
    kind: 'video',
    payload: of('1800096742c01eda0507e440000468ce3c80'),
    expected: false,
  },
  { what: 'a pause of a microphone', kind: 'audio', payload: of('f8fffe'), expected: false },
  { what: 'nothing', kind: 'video', payload: Buffer.alloc(0), expected: false },
] as const)('$what is a frame of LiveKit: $expected', ({ kind, payload, expected }) => {
  expect(isBlank(kind, payload)).toBe(expected);
});
