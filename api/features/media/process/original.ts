// Local working copy of an original, and a folder for what is made of it.
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HOUR_MS } from '@camarim/contract/time';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import type { WorkRow } from '../store.ts';
import { ORIGINALS } from '../storage-keys.ts';

/** Longer than any attempt may take without touching its files. */
const LEFTOVER_AGE_MS = 6 * HOUR_MS;

/** Removes files that killed workers left behind. */
const removeLeftovers = async (folder: string, nowMs: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info && nowMs - info.mtimeMs > LEFTOVER_AGE_MS)
      await rm(path, { recursive: true, force: true });
  }
};

/** Unique per attempt: two workers may process the same media when one of them seemed dead. */
const newWorkspacePath = async ({ config, clock }: Ctx, work: { id: string }): Promise<string> => {
  const folder = join(config.home, 'work');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder, clock.now().getTime());
  return join(folder, `${work.id}.${randomUUID()}`);
};

/**
 * The browser can overwrite an upload for an hour, so it is copied to the original's key, which
 * only the server writes, before its bytes are inspected. An earlier attempt may have done so.
 * Throws upload.notFound.
 */
const moveToOriginalKey = async (
  { blobs }: Ctx,
  { original_key: original, upload_key: upload }: WorkRow,
): Promise<void> => {
  if (original === upload) return;
  if (!(await blobs.head(ORIGINALS, original)) && !(await blobs.copy(ORIGINALS, upload, original)))
    throw new AppError('upload.notFound');
  await blobs.delete(ORIGINALS, upload);
};

/**
 * Runs `use` on a local copy of the original, which is gone afterwards, with the SHA-256 of its
 * bytes.
 */
export const withOriginal = async <T>(
  ctx: Ctx,
  work: WorkRow,
  signal: AbortSignal,
  use: (file: string, sha256: string) => Promise<T>,
): Promise<T> => {
  await moveToOriginalKey(ctx, work);
  const original = await ctx.blobs.get(ORIGINALS, work.original_key);
  if (!original) throw new AppError('upload.notFound');
  const file = await newWorkspacePath(ctx, work);
  try {
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(original.stream, hashed, createWriteStream(file), { signal });
    return await use(file, hash.digest('hex'));
  } finally {
    original.stream.destroy();
    await rm(file, { force: true });
  }
};

/** Runs `use` with an empty folder, which is gone afterwards. */
export const withFolder = async <T>(
  ctx: Ctx,
  work: { id: string },
  use: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await newWorkspacePath(ctx, work);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
