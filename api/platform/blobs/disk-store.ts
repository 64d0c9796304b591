// Objects as files: written aside, flushed to the disk, then made visible by one rename.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobInfo, type Bucket, type ByteRange, KEY, RangeNotSatisfiable, type StoredBlob } from './port.ts';

/** The content is longer or shorter than was allowed. */
export class SizeRefused extends Error {
  readonly reason: 'EntityTooLarge' | 'EntityTooSmall';

  constructor(reason: SizeRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

type Meta = Omit<BlobInfo, 'modifiedAt'> & { modifiedAt: string; /** Name of the file that holds the bytes. */ data: string };

export type WriteOptions = { contentType: string; maxBytes?: number; minBytes?: number; now: Date };

const STALE_MS = 24 * 3_600_000;

/** Counts, hashes and stops what is too long. */
class Meter extends Transform {
  bytes = 0;
  readonly hash = createHash('md5');
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.bytes += chunk.length;
    if (this.bytes > this.#maxBytes) return done(new SizeRefused('EntityTooLarge'));
    this.hash.update(chunk);
    done(null, chunk);
  }
}

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Folders are `d.NAME`, descriptions `m.NAME`, so that no key collides with another. A description names the file of
 * its bytes: replacing the description is the one step that makes a new object visible, whole or not at all.
 */
export class DiskStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  #paths(bucket: Bucket, key: string): { folder: string; meta: string } {
    if (!KEY.test(key)) throw new RangeError('not a key');
    const segments = key.split('/');
    const name = segments.pop() ?? '';
    const folder = join(this.#root, bucket, ...segments.map((segment) => `d.${segment}`));
    return { folder, meta: join(folder, `m.${name}`) };
  }

  async write(bucket: Bucket, key: string, content: Buffer | Readable, { contentType, maxBytes = Number.POSITIVE_INFINITY, minBytes = 0, now }: WriteOptions): Promise<BlobInfo> {
    const { folder, meta } = this.#paths(bucket, key);
    const incoming = join(this.#root, 'incoming');
    const aside = join(incoming, randomUUID());
    await mkdir(incoming, { recursive: true });
    const meter = new Meter(maxBytes);
    try {
      await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, meter, createWriteStream(aside, { mode: 0o600, flush: true }));
      if (meter.bytes < minBytes) throw new SizeRefused('EntityTooSmall');
      await mkdir(folder, { recursive: true });
      const data = `b.${randomUUID()}`;
      const described: Meta = { key, bytes: meter.bytes, contentType, etag: `"${meter.hash.digest('hex')}"`, modifiedAt: now.toISOString(), data };
      const earlier = await this.#read(meta);
      await rename(aside, join(folder, data));
      await writeFile(aside, JSON.stringify(described), { mode: 0o600, flush: true });
      await rename(aside, meta);
      await flush(folder);
      if (earlier) await rm(join(folder, earlier.data), { force: true });
      return { ...described, modifiedAt: now };
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  async #read(meta: string): Promise<Meta | null> {
    try {
      return JSON.parse(await readFile(meta, 'utf8')) as Meta;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async head(bucket: Bucket, key: string): Promise<BlobInfo | null> {
    const found = await this.#read(this.#paths(bucket, key).meta);
    return found && { key, bytes: found.bytes, contentType: found.contentType, etag: found.etag, modifiedAt: new Date(found.modifiedAt) };
  }

  async read(bucket: Bucket, key: string, range?: ByteRange): Promise<StoredBlob | null> {
    const { folder, meta } = this.#paths(bucket, key);
    const found = await this.#read(meta);
    if (!found) return null;
    const within = rangeWithin(found.bytes, range);
    const path = join(folder, found.data);
    // An object that was replaced or deleted between the two reads is not there any more.
    if (!(await stat(path).catch(() => null))) return null;
    const stream = found.bytes === 0 ? Readable.from([]) : createReadStream(path, within);
    return { key, bytes: found.bytes, contentType: found.contentType, etag: found.etag, modifiedAt: new Date(found.modifiedAt), stream, range: within };
  }

  async delete(bucket: Bucket, key: string): Promise<void> {
    const { folder, meta } = this.#paths(bucket, key);
    const found = await this.#read(meta);
    if (!found) return;
    await unlink(meta).catch(ignoreMissing);
    await rm(join(folder, found.data), { force: true });
  }

  /** Removes what interrupted uploads left aside more than a day ago. Answers how many. */
  async sweep(now: Date): Promise<number> {
    const incoming = join(this.#root, 'incoming');
    const names = await readdir(incoming).catch(ignoreMissing);
    let swept = 0;
    for (const name of names ?? []) {
      const path = join(incoming, name);
      const found = await stat(path).catch(ignoreMissing);
      if (!found || now.getTime() - found.mtimeMs < STALE_MS) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

const rangeWithin = (bytes: number, range?: ByteRange): { start: number; end: number } => {
  const last = bytes - 1;
  if (!range) return { start: 0, end: last };
  const { start, end } = 'lastBytes' in range ? { start: Math.max(0, bytes - range.lastBytes), end: last } : { start: range.start, end: Math.min(range.end ?? last, last) };
  if (start > end || start > last) throw new RangeNotSatisfiable(bytes);
  return { start, end };
};
