// Request bodies of S3 SDKs: plain, or in chunks with a trailing checksum; verified against their
// hashes. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';

/** The body does not match its encoding or its checksum. */
export class BodyRefused extends Error {
  readonly reason: 'IncompleteBody' | 'BadDigest' | 'XAmzContentSHA256Mismatch' | 'NotImplemented';

  constructor(reason: BodyRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const LINE_MAX = 1_000;

/** Base64 of the big-endian CRC-32, as `x-amz-checksum-crc32` has it. */
const asChecksum = (value: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes.toString('base64');
};

/**
 * Decodes the chunks and checks the CRC-32 of the trailer, when there is one. Chunks that are
 * signed one by one are refused: requests of ours are signed as a whole, over TLS.
 */
class AwsChunked extends Transform {
  #held: Buffer = Buffer.alloc(0);
  /** Bytes of the current chunk still to come; null between chunks. */
  #left: number | null = null;
  #ended = false;
  #crc = 0;
  #promised: string | null = null;

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    try {
      while (this.#step());
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: (error?: Error | null) => void): void {
    if (!this.#ended) return done(new BodyRefused('IncompleteBody', 'the last chunk did not come'));
    if (this.#promised !== null && this.#promised !== asChecksum(this.#crc))
      return done(new BodyRefused('BadDigest', 'the checksum does not match'));
    done();
  }

  /** Whether the buffer may contain more to decode. */
  #step(): boolean {
    if (this.#left === null || this.#left === 0) return this.#readLine();
    const taken = this.#held.subarray(0, this.#left);
    if (taken.length === 0) return false;
    this.#crc = crc32(taken, this.#crc);
    this.push(taken);
    this.#held = this.#held.subarray(taken.length);
    this.#left -= taken.length;
    return true;
  }

  #readLine(): boolean {
    const end = this.#held.indexOf('\r\n');
    if (end < 0 && this.#held.length > LINE_MAX)
      throw new BodyRefused('IncompleteBody', 'a line is too long');
    if (end < 0) return false;
    const line = this.#held.toString('latin1', 0, end);
    this.#held = this.#held.subarray(end + 2);
    if (this.#left === 0) this.#left = null;
    else if (this.#ended) this.#readTrailer(line);
    else this.#openChunk(line);
    return true;
  }

  #openChunk(line: string): void {
    if (line.includes(';'))
      throw new BodyRefused('NotImplemented', 'chunks with signatures are not taken');
    if (!/^[0-9a-f]{1,8}$/i.test(line))
      throw new BodyRefused('IncompleteBody', 'not the size of a chunk');
    const bytes = Number.parseInt(line, 16);
    if (bytes === 0) this.#ended = true;
    else this.#left = bytes;
  }

  #readTrailer(line: string): void {
    const [name = '', value = ''] = line.split(':', 2);
    if (name.toLowerCase() === 'x-amz-checksum-crc32') this.#promised = value.trim();
  }
}

/** Passes a body through and checks it at its end. */
class BodyCheck extends Transform {
  #crc = 0;
  readonly #hash = createHash('sha256');
  readonly #checksum: string | undefined;
  readonly #sha256: string | undefined;

  constructor({ checksum, sha256 }: { checksum: string | undefined; sha256: string | undefined }) {
    super();
    this.#checksum = checksum;
    this.#sha256 = sha256;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    if (this.#checksum !== undefined) this.#crc = crc32(chunk, this.#crc);
    if (this.#sha256 !== undefined) this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void): void {
    if (this.#checksum !== undefined && this.#checksum !== asChecksum(this.#crc))
      return done(new BodyRefused('BadDigest', 'the checksum does not match'));
    if (this.#sha256 !== undefined && this.#sha256 !== this.#hash.digest('hex'))
      return done(
        new BodyRefused('XAmzContentSHA256Mismatch', 'the content is not what was signed'),
      );
    done();
  }
}

/**
 * The bytes of a request. `payload` is what its signature says of them: a SHA-256, nothing, or that
 * they come in chunks. The stream fails with BodyRefused when they are not what was promised.
 */
export const bodyOf = (request: IncomingMessage, payload: string): Readable => {
  const steps: Transform[] = [];
  if (payload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') steps.push(new AwsChunked());
  else if (payload.startsWith('STREAMING-'))
    throw new BodyRefused('NotImplemented', 'chunks with signatures are not taken');
  const checksum = request.headers['x-amz-checksum-crc32'];
  const sha256 = /^[0-9a-f]{64}$/.test(payload) ? payload : undefined;
  if (typeof checksum === 'string' || sha256 !== undefined)
    steps.push(
      new BodyCheck({ checksum: typeof checksum === 'string' ? checksum : undefined, sha256 }),
    );
  const last = steps.at(-1);
  if (!last) return request;
  // A failure destroys the last step with its error, which is where the reader meets it.
  pipeline([request, ...steps], () => undefined);
  return last;
};
