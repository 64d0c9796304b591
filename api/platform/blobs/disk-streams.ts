// Streams of the disk store: counting and hashing what is written, and reading a range of pieces.
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { type ByteRange, RangeNotSatisfiable } from './port.ts';

/** The content is longer or shorter than was allowed. */
export class SizeRefused extends Error {
  readonly reason: 'EntityTooLarge' | 'EntityTooSmall';

  constructor(reason: SizeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** A file with some of an object's bytes; its path is relative to the store's root. */
export type FilePiece = { path: string; bytes: number };

/** Files are read and written in pieces of about this size. */
export const CHUNK_BYTES = 1_024 * 1_024;

/** Counts and hashes a stream, and stops one that is too long. */
export class Meter extends Transform {
  bytes = 0;
  readonly #hash: Hash | null;
  readonly #maxBytes: number;

  constructor(maxBytes: number, hashed: boolean) {
    super({ highWaterMark: CHUNK_BYTES });
    this.#maxBytes = maxBytes;
    this.#hash = hashed ? createHash('md5') : null;
  }

  get tag(): string {
    return this.#hash?.digest('hex') ?? randomUUID().replaceAll('-', '');
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.bytes += chunk.length;
    if (this.bytes > this.#maxBytes) return done(new SizeRefused('EntityTooLarge'));
    this.#hash?.update(chunk);
    done(null, chunk);
  }
}

type FileSlice = { path: string; start: number; end: number };

/** The parts of the files that a range covers. */
export const slicesOf = (
  pieces: readonly FilePiece[],
  range: { start: number; end: number },
): FileSlice[] => {
  const slices: FileSlice[] = [];
  let begins = 0;
  for (const { path, bytes } of pieces) {
    const start = Math.max(range.start - begins, 0);
    const end = Math.min(range.end - begins, bytes - 1);
    if (start <= end) slices.push({ path, start, end });
    begins += bytes;
  }
  return slices;
};

/** The bytes of all slices, one after the other. */
export const streamOf = (slices: readonly FileSlice[]): Readable => {
  const [first, ...others] = slices;
  if (!first) return Readable.from([]);
  if (others.length === 0)
    return createReadStream(first.path, { ...first, highWaterMark: CHUNK_BYTES });
  return Readable.from(
    (async function* () {
      for (const slice of slices)
        yield* createReadStream(slice.path, {
          ...slice,
          highWaterMark: CHUNK_BYTES,
        }) as AsyncIterable<Buffer>;
    })(),
    { objectMode: false },
  );
};

/** The first and last byte of the range. Throws RangeNotSatisfiable. */
export const rangeWithin = (bytes: number, range?: ByteRange): { start: number; end: number } => {
  const last = bytes - 1;
  if (!range) return { start: 0, end: last };
  const { start, end } =
    'lastBytes' in range
      ? { start: Math.max(0, bytes - range.lastBytes), end: last }
      : { start: range.start, end: Math.min(range.end ?? last, last) };
  if (start > end || start > last) throw new RangeNotSatisfiable(bytes);
  return { start, end };
};
