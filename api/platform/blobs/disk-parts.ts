// Multipart uploads on disk: each part is a file, and completing an upload writes a description
// without copying bytes.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTurns } from './turns.ts';
import { type DiskStore, ignoreMissing, PARTS } from './disk-store.ts';
import { type FilePiece } from './disk-streams.ts';
import {
  type BlobInfo,
  PART_MIN_BYTES,
  type PartedUpload,
  PARTS_MAX,
  PartsRefused,
  type UploadedPart,
} from './port.ts';

/** Stored beside the parts as long as the upload is open. */
type UploadRecord = PartedUpload & { contentType: string; begunAt: string };

/** A part's file is named `p.NUMBER.BYTES.TAG.RANDOM`; the name has all its metadata. */
const FILE = /^p\.(\d+)\.(\d+)\.([0-9a-f]{32})\.[0-9a-f-]{36}$/;

type PartFile = UploadedPart & { piece: FilePiece };

const uploadNotFound = (): PartsRefused =>
  new PartsRefused('NoSuchUpload', 'the upload is not there any more');

export class DiskParts {
  readonly #root: string;
  readonly #store: DiskStore;
  /**
   * Changes of one upload: the same part sent twice leaves one file, and none comes after its end.
   */
  readonly #inTurn = createTurns();

  constructor(root: string, store: DiskStore) {
    this.#root = root;
    this.#store = store;
  }

  #folder(uploadId: string): string {
    if (!/^[0-9a-f-]{36}$/.test(uploadId)) throw uploadNotFound();
    return join(this.#root, PARTS, uploadId);
  }

  async #begun({ bucket, key, uploadId }: PartedUpload): Promise<UploadRecord | null> {
    const text = await readFile(join(this.#folder(uploadId), 'upload'), 'utf8').catch(
      ignoreMissing,
    );
    const begun = text === undefined ? null : (JSON.parse(text) as UploadRecord);
    return begun?.bucket === bucket && begun.key === key ? begun : null;
  }

  async #files(uploadId: string): Promise<PartFile[]> {
    const parts: PartFile[] = [];
    for (const name of (await readdir(this.#folder(uploadId)).catch(ignoreMissing)) ?? []) {
      const [, partNumber, bytes, tag] = FILE.exec(name) ?? [];
      if (partNumber === undefined) continue;
      parts.push({
        partNumber: Number(partNumber),
        etag: `"${tag}"`,
        bytes: Number(bytes),
        piece: { path: `${PARTS}/${uploadId}/${name}`, bytes: Number(bytes) },
      });
    }
    return parts.sort((left, right) => left.partNumber - right.partNumber);
  }

  async start(
    bucket: PartedUpload['bucket'],
    key: string,
    { contentType, now }: { contentType: string; now: Date },
  ): Promise<PartedUpload> {
    const upload = { bucket, key, uploadId: randomUUID() };
    const folder = this.#folder(upload.uploadId);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'upload'),
      JSON.stringify({ ...upload, contentType, begunAt: now.toISOString() } satisfies UploadRecord),
      { mode: 0o600, flush: true },
    );
    return upload;
  }

  /** Stores one part; the same number again replaces it. Throws PartsRefused, SizeRefused. */
  async write(
    upload: PartedUpload,
    partNumber: number,
    content: Readable,
    { maxBytes }: { maxBytes: number },
  ): Promise<UploadedPart> {
    if (!(Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= PARTS_MAX))
      throw new PartsRefused('InvalidPart', `parts are numbered 1 to ${PARTS_MAX}`);
    if (!(await this.#begun(upload))) throw uploadNotFound();
    // Each part is sent once, over TLS, with its exact length signed, so no hash is needed; S3 does
    // not define its tags as hashes either.
    const { aside, bytes, tag } = await this.#store.receive(content, { maxBytes, hashed: false });
    const name = `p.${partNumber}.${bytes}.${tag}.${randomUUID()}`;
    await this.#inTurn(upload.uploadId, async () => {
      if (!(await this.#begun(upload))) throw uploadNotFound();
      const earlier = (await this.#files(upload.uploadId)).filter(
        (part) => part.partNumber === partNumber,
      );
      await rename(aside, join(this.#folder(upload.uploadId), name));
      for (const { piece } of earlier) await rm(join(this.#root, piece.path), { force: true });
    }).catch(async (error: NodeJS.ErrnoException) => {
      await rm(aside, { force: true });
      throw error.code === 'ENOENT' ? uploadNotFound() : error;
    });
    return { partNumber, etag: `"${tag}"`, bytes };
  }

  async list(upload: PartedUpload): Promise<UploadedPart[] | null> {
    if (!(await this.#begun(upload))) return null;
    return (await this.#files(upload.uploadId)).map(({ partNumber, etag, bytes }) => ({
      partNumber,
      etag,
      bytes,
    }));
  }

  complete(
    upload: PartedUpload,
    wanted: readonly Pick<UploadedPart, 'partNumber' | 'etag'>[],
    now: Date,
  ): Promise<BlobInfo> {
    return this.#inTurn(upload.uploadId, () => this.#complete(upload, wanted, now));
  }

  async #complete(
    upload: PartedUpload,
    wanted: readonly Pick<UploadedPart, 'partNumber' | 'etag'>[],
    now: Date,
  ): Promise<BlobInfo> {
    const begun = await this.#begun(upload);
    if (!begun) throw uploadNotFound();
    const chosen = chooseParts(await this.#files(upload.uploadId), wanted);
    const md5 = createHash('md5');
    for (const { etag } of chosen) md5.update(Buffer.from(etag.slice(1, -1), 'hex'));
    const etag = `"${md5.digest('hex')}-${chosen.length}"`;
    const info = await this.#store.compose(
      upload.bucket,
      upload.key,
      chosen.map(({ piece }) => piece),
      { contentType: begun.contentType, etag, now },
    );
    await this.#close(
      upload.uploadId,
      chosen.map(({ piece }) => piece),
    );
    return info;
  }

  /** Ends the upload and deletes files that the object does not use. */
  async #close(uploadId: string, used: readonly FilePiece[]): Promise<void> {
    const folder = this.#folder(uploadId);
    await rm(join(folder, 'upload'), { force: true });
    for (const { piece } of await this.#files(uploadId)) {
      if (!used.some(({ path }) => path === piece.path))
        await rm(join(this.#root, piece.path), { force: true });
    }
  }

  abort(upload: PartedUpload): Promise<void> {
    return this.#inTurn(upload.uploadId, async () => {
      if (await this.#begun(upload))
        await rm(this.#folder(upload.uploadId), { recursive: true, force: true });
    });
  }

  /** Uploads that are neither completed nor aborted. */
  async open(): Promise<UploadRecord[]> {
    const begun: UploadRecord[] = [];
    for (const uploadId of (await readdir(join(this.#root, PARTS)).catch(ignoreMissing)) ?? []) {
      const text = await readFile(join(this.#folder(uploadId), 'upload'), 'utf8').catch(
        ignoreMissing,
      );
      if (text !== undefined) begun.push(JSON.parse(text) as UploadRecord);
    }
    return begun;
  }

  /**
   * Aborts uploads that began before the given instant. An upload whose object exists, but which a
   * dead process left open, is closed.
   */
  async sweep(begunBefore: Date): Promise<number> {
    const old = (await this.open()).filter(({ begunAt }) => new Date(begunAt) < begunBefore);
    for (const { bucket, key, uploadId } of old) {
      const used = (await this.#store.piecesOf(bucket, key)).filter(({ path }) =>
        path.startsWith(`${PARTS}/${uploadId}/`),
      );
      if (used.length > 0) await this.#close(uploadId, used);
      else await rm(this.#folder(uploadId), { recursive: true, force: true });
    }
    return old.length;
  }
}

const chooseParts = (
  files: readonly PartFile[],
  wanted: readonly Pick<UploadedPart, 'partNumber' | 'etag'>[],
): PartFile[] => {
  if (wanted.length === 0) throw new PartsRefused('InvalidPart', 'no part is named');
  return wanted.map(({ partNumber, etag }, index) => {
    const found = files.find(
      (file) =>
        file.partNumber === partNumber &&
        file.etag.replaceAll('"', '') === etag.replaceAll('"', ''),
    );
    if (!found)
      throw new PartsRefused('InvalidPart', `part ${partNumber} is not there, or another`);
    if (index > 0 && (wanted[index - 1]?.partNumber ?? 0) >= partNumber)
      throw new PartsRefused('InvalidPartOrder', 'parts are named in rising order');
    if (index < wanted.length - 1 && found.bytes < PART_MIN_BYTES)
      throw new PartsRefused('EntityTooSmall', `part ${partNumber} is smaller than 5 MiB`);
    return found;
  });
};
