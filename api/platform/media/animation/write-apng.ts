// Frames as one animated PNG: lossless, with a delay for each frame, and read by every ffmpeg.
// Source: PNG, third edition, section 11.3.6.
import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

const uint32 = (...values: number[]): Buffer => {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
};

/** The data of the chunks of one type. */
const partsOf = (png: Buffer, wanted: string): Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted)
      parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
};

/**
 * What comes before the frames; `first` is the PNG of one of them, which are all of one size and
 * form.
 */
export const apngHead = (first: Buffer, frames: number): Buffer =>
  Buffer.concat([
    SIGNATURE,
    ...partsOf(first, 'IHDR').map((data) => chunk('IHDR', data)),
    chunk('acTL', uint32(frames, 0)),
  ]);

/** One frame, from its PNG. `sequence` counts the chunks of all frames. */
export const apngFrame = (
  png: Buffer,
  {
    sequence,
    width,
    height,
    delayMs,
  }: { sequence: number; width: number; height: number; delayMs: number },
): { chunks: Buffer; next: number } => {
  const timing = Buffer.alloc(6);
  timing.writeUInt16BE(Math.min(65_535, Math.round(delayMs)), 0);
  timing.writeUInt16BE(1_000, 2);
  const head = chunk('fcTL', Buffer.concat([uint32(sequence, width, height, 0, 0), timing]));
  const data = Buffer.concat(partsOf(png, 'IDAT'));
  if (sequence === 0) return { chunks: Buffer.concat([head, chunk('IDAT', data)]), next: 1 };
  return {
    chunks: Buffer.concat([head, chunk('fdAT', Buffer.concat([uint32(sequence + 1), data]))]),
    next: sequence + 2,
  };
};

export const apngEnd = (): Buffer => chunk('IEND', Buffer.alloc(0));
