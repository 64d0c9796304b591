// Objects as files: written to a temporary file, flushed to the disk, then made visible by one
// rename.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  link,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobInfo, type Bucket, type ByteRange, KEY, type StoredBlob } from './port.ts';
import {
  CHUNK_BYTES,
  type FilePiece,
  Meter,
  rangeWithin,
  SizeRefused,
  slicesOf,
  streamOf,
} from './disk-streams.ts';
import { createTurns } from './turns.ts';

type ObjectDescription = Omit<BlobInfo, 'modifiedAt'> & {
  modifiedAt: string;
  /** Name of the one file beside, or the pieces of an upload in parts. */
  data: string | FilePiece[];
};

export type WriteOptions = {
  contentType: string;
  maxBytes?: number;
  minBytes?: number;
  now: Date;
  /** Gives the file a second name that is derived from its key. */
  findable?: boolean;
};

/**
 * A temporary file with its size and a unique tag of 32 hexadecimal digits.
 */
type WrittenFile = { aside: string; bytes: number; tag: string };

export type KeyPage = { keys: BlobInfo[]; more: boolean };

/** Folder under the root where uploads in parts keep their files. */
export const PARTS = 'parts';

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Folders are `d.NAME`, descriptions `m.NAME`, so that no key collides with another. A description
 * names the file of its bytes: replacing the description is the one step that makes a new object
 * visible, whole or not at all. `f.NAME` is another name of the bytes, for a web server that knows
 * nothing of descriptions; it is there only while the object is.
 */
export class DiskStore {
  readonly #root: string;
  /**
   * Each change of an object discards the files of the one before: of two that saw the same one,
   * the files of the other would stay for good.
   */
  readonly #inTurn = createTurns();

  constructor(root: string) {
    this.#root = root;
  }

  #paths(bucket: Bucket, key: string): { folder: string; meta: string; found: string } {
    if (!KEY.test(key)) throw new RangeError('not a key');
    const segments = key.split('/');
    const name = segments.pop() ?? '';
    const folder = join(this.#root, bucket, ...segments.map((segment) => `d.${segment}`));
    return { folder, meta: join(folder, `m.${name}`), found: join(folder, `f.${name}`) };
  }

  /** A temporary file that belongs to no object yet; `sweep` removes abandoned ones. */
  async #aside(): Promise<string> {
    const incoming = join(this.#root, 'incoming');
    await mkdir(incoming, { recursive: true });
    return join(incoming, randomUUID());
  }

  /**
   * Writes bytes to a temporary file and flushes it; the caller moves it to its place. The tag
   * is their MD5, or for what is not `hashed` a random one: hashing takes longer than writing.
   * Throws SizeRefused.
   */
  async receive(
    content: Buffer | Readable,
    {
      maxBytes = Number.POSITIVE_INFINITY,
      minBytes = 0,
      hashed = true,
    }: Pick<WriteOptions, 'maxBytes' | 'minBytes'> & { hashed?: boolean },
  ): Promise<WrittenFile> {
    const aside = await this.#aside();
    const meter = new Meter(maxBytes, hashed);
    try {
      await pipeline(
        Buffer.isBuffer(content) ? Readable.from([content]) : content,
        meter,
        createWriteStream(aside, { mode: 0o600, flush: true, highWaterMark: CHUNK_BYTES }),
      );
      if (meter.bytes < minBytes) throw new SizeRefused('EntityTooSmall');
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    return { aside, bytes: meter.bytes, tag: meter.tag };
  }

  async write(
    bucket: Bucket,
    key: string,
    content: Buffer | Readable,
    { contentType, now, findable = false, ...sizes }: WriteOptions,
  ): Promise<BlobInfo> {
    const { folder, found } = this.#paths(bucket, key);
    const { aside, bytes, tag } = await this.receive(content, sizes);
    await mkdir(folder, { recursive: true });
    const data = `b.${randomUUID()}`;
    await rename(aside, join(folder, data));
    // Removed before the object is replaced and added afterwards, so the name never leads to
    // another object's bytes.
    await rm(found, { force: true });
    const info = await this.#publish(bucket, key, {
      key,
      bytes,
      contentType,
      etag: `"${tag}"`,
      modifiedAt: now.toISOString(),
      data,
    });
    if (findable) await this.#name(bucket, key);
    return info;
  }

  /**
   * Gives the second name to the description's file and checks again, so that after concurrent
   * writes it leads to the last writer's bytes, and for a deleted object does not exist.
   */
  async #name(bucket: Bucket, key: string): Promise<void> {
    const { folder, meta, found } = this.#paths(bucket, key);
    for (let named: ObjectDescription['data'] | null = null; ;) {
      const data = (await this.#read(meta))?.data ?? null;
      if (data === named) return;
      if (typeof data !== 'string') return rm(found, { force: true });
      const aside = await this.#aside();
      await link(join(folder, data), aside)
        .then(() => rename(aside, found))
        .catch(ignoreMissing);
      // Renaming one name of a file to another of its names does nothing (POSIX), and leaves both.
      await rm(aside, { force: true });
      named = data;
    }
  }

  /** Creates an object from files that are in the store already. From then on they belong to it. */
  async compose(
    bucket: Bucket,
    key: string,
    pieces: FilePiece[],
    { contentType, etag, now }: { contentType: string; etag: string; now: Date },
  ): Promise<BlobInfo> {
    await mkdir(this.#paths(bucket, key).folder, { recursive: true });
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
    return this.#publish(bucket, key, {
      key,
      bytes,
      contentType,
      etag,
      modifiedAt: now.toISOString(),
      data: pieces,
    });
  }

  /**
   * Makes `to` the object that `from` is now, by links to the same files: no byte is moved. Null
   * when there is no `from`.
   */
  async copy(bucket: Bucket, from: string, to: string, now: Date): Promise<BlobInfo | null> {
    for (;;) {
      const found = await this.#read(this.#paths(bucket, from).meta);
      if (!found) return null;
      const names = await this.#link(bucket, to, this.#pieces(bucket, found));
      // Null: `from` was replaced between the two reads, and its description names other files now.
      if (!names) continue;
      const data = names.length === 1 && names[0] ? basename(names[0].path) : names;
      return this.#publish(bucket, to, {
        key: to,
        bytes: found.bytes,
        contentType: found.contentType,
        etag: found.etag,
        modifiedAt: now.toISOString(),
        data,
      });
    }
  }

  /**
   * Links these files in the folder of `key`; null, without any link, when one of the files is
   * gone.
   */
  async #link(
    bucket: Bucket,
    key: string,
    pieces: readonly FilePiece[],
  ): Promise<FilePiece[] | null> {
    const { folder } = this.#paths(bucket, key);
    await mkdir(folder, { recursive: true });
    const names: FilePiece[] = [];
    for (const { path, bytes } of pieces) {
      const name = relative(this.#root, join(folder, `b.${randomUUID()}`));
      const linked = await link(join(this.#root, path), join(this.#root, name)).then(
        () => true,
        ignoreMissing,
      );
      if (linked) names.push({ path: name, bytes });
    }
    if (names.length === pieces.length) return names;
    await this.#discard(names);
    return null;
  }

  /** The files of an object; none when it is not there. */
  async piecesOf(bucket: Bucket, key: string): Promise<FilePiece[]> {
    const found = await this.#read(this.#paths(bucket, key).meta);
    return found ? this.#pieces(bucket, found) : [];
  }

  #pieces(bucket: Bucket, { key, data, bytes }: ObjectDescription): FilePiece[] {
    return typeof data === 'string'
      ? [{ path: relative(this.#root, join(this.#paths(bucket, key).folder, data)), bytes }]
      : data;
  }

  #publish(bucket: Bucket, key: string, described: ObjectDescription): Promise<BlobInfo> {
    const { folder, meta } = this.#paths(bucket, key);
    return this.#inTurn(meta, async () => {
      const earlier = await this.#read(meta);
      const aside = await this.#aside();
      await writeFile(aside, JSON.stringify(described), { mode: 0o600, flush: true });
      await rename(aside, meta);
      await flush(folder);
      if (earlier) await this.#discard(this.#pieces(bucket, earlier));
      return infoOf(described);
    });
  }

  async #discard(pieces: readonly FilePiece[]): Promise<void> {
    for (const { path } of pieces) await rm(join(this.#root, path), { force: true });
    const folders = new Set(
      pieces.map(({ path }) => dirname(path)).filter((path) => path.startsWith(`${PARTS}/`)),
    );
    for (const folder of folders)
      await rm(join(this.#root, folder), { recursive: true, force: true });
  }

  async #read(meta: string): Promise<ObjectDescription | null> {
    try {
      return JSON.parse(await readFile(meta, 'utf8')) as ObjectDescription;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async head(bucket: Bucket, key: string): Promise<BlobInfo | null> {
    const found = await this.#read(this.#paths(bucket, key).meta);
    return found && infoOf(found);
  }

  async read(bucket: Bucket, key: string, range?: ByteRange): Promise<StoredBlob | null> {
    const found = await this.#read(this.#paths(bucket, key).meta);
    if (!found) return null;
    const within = rangeWithin(found.bytes, range);
    const slices = slicesOf(this.#pieces(bucket, found), within).map((slice) => ({
      ...slice,
      path: join(this.#root, slice.path),
    }));
    // An object that was replaced or deleted between the two reads is not there any more.
    for (const { path } of slices) if (!(await stat(path).catch(ignoreMissing))) return null;
    return { ...infoOf(found), stream: streamOf(slices), range: within };
  }

  delete(bucket: Bucket, key: string): Promise<void> {
    const { meta, found: name } = this.#paths(bucket, key);
    return this.#inTurn(meta, async () => {
      const found = await this.#read(meta);
      await rm(name, { force: true });
      if (!found) return;
      await unlink(meta).catch(ignoreMissing);
      await this.#discard(this.#pieces(bucket, found));
    });
  }

  async deleteAll(bucket: Bucket, prefix: string): Promise<void> {
    for (const key of await this.keysUnder(bucket, prefix)) await this.delete(bucket, key);
  }

  /** The keys of all objects that begin so. */
  async keysUnder(bucket: Bucket, prefix: string): Promise<string[]> {
    const { keys } = await this.list(bucket, {
      prefix,
      after: '',
      limit: Number.POSITIVE_INFINITY,
    });
    return keys.map(({ key }) => key);
  }

  /** Objects whose key begins so and comes after `after`, in the order of their keys. */
  async list(
    bucket: Bucket,
    { prefix, after, limit }: { prefix: string; after: string; limit: number },
  ): Promise<KeyPage> {
    const folders = prefix
      .split('/')
      .slice(0, -1)
      .map((segment) => `d.${segment}`);
    const metas: string[] = [];
    await collect(join(this.#root, bucket, ...folders), metas);
    const all = (await Promise.all(metas.map((path) => this.#read(path)))).filter(
      (meta) => meta !== null,
    );
    const found = all
      .filter(({ key }) => key.startsWith(prefix) && key > after)
      .sort((left, right) => (left.key < right.key ? -1 : 1));
    return { keys: found.slice(0, limit).map(infoOf), more: found.length > limit };
  }

  /**
   * Removes temporary files of writes that began before this instant and whose process died.
   * Returns how many.
   */
  async sweep(begunBefore: Date): Promise<number> {
    const incoming = join(this.#root, 'incoming');
    const names = await readdir(incoming).catch(ignoreMissing);
    let swept = 0;
    for (const name of names ?? []) {
      const path = join(incoming, name);
      const found = await stat(path).catch(ignoreMissing);
      if (!found || found.mtime >= begunBefore) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  }
}

const infoOf = ({ key, bytes, contentType, etag, modifiedAt }: ObjectDescription): BlobInfo => ({
  key,
  bytes,
  contentType,
  etag,
  modifiedAt: new Date(modifiedAt),
});

const collect = async (folder: string, metas: string[]): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    if (entry.isDirectory()) await collect(join(folder, entry.name), metas);
    else if (entry.name.startsWith('m.')) metas.push(join(folder, entry.name));
  }
};

export const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
