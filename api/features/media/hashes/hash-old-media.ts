// Makes the hashes of media that releases before PDQ, or before hashes of files, processed, from
// what is stored of them.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { MediaRefused, type PictureHash } from '../../../platform/media/port.ts';
import { withFolder } from '../process/original.ts';
import { ORIGINALS, renditionKey, RENDITIONS } from '../storage-keys.ts';
import { blockFilesOf, filesOf, replaceFileHashes } from './files-store.ts';
import {
  markHashed,
  type MediaHash,
  type MediaToHash,
  mediaToHash,
  replaceHashes,
} from './hashes-store.ts';

const AT_ONCE = 50;

const hashOf = (position: number, { hash, quality }: PictureHash): MediaHash => ({
  position,
  hash,
  quality,
});

type Place = { bucket: typeof ORIGINALS | typeof RENDITIONS; key: string };

/**
 * Runs `use` on a local copy; null for what is not stored, or can't be used: it would fail again
 * the next time. Throws what may not, such as a full disk.
 */
const withStored = async <T>(
  ctx: Ctx,
  { bucket, key }: Place,
  signal: AbortSignal,
  use: (file: string) => Promise<T>,
): Promise<T | null> => {
  const object = await ctx.blobs.get(bucket, key);
  if (!object) return null;
  return withFolder(ctx, { id: newId() }, async (folder) => {
    const file = join(folder, 'stored');
    await pipeline(object.stream, createWriteStream(file), { signal });
    try {
      return await use(file);
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error;
      return null;
    }
  });
};

const hashFrames = async (
  { media }: Ctx,
  { sprite, duration_ms: durationMs }: MediaToHash,
  file: string,
  signal: AbortSignal,
): Promise<MediaHash[]> => {
  const {
    columns = 0,
    rows = 0,
    frameWidth = 0,
    frameHeight = 0,
    intervalMs = 0,
  } = sprite?.details ?? {};
  const frames = Math.min(columns * rows, Math.ceil((durationMs ?? 0) / (intervalMs || 1)));
  const hashes = await media.hashFrames({
    file,
    frames: Math.max(1, frames),
    sprite: { columns, frameWidth, frameHeight, intervalMs },
    signal,
  });
  return hashes.map(({ atMs, pdq }) => hashOf(atMs, pdq));
};

/** From the largest image, or from the sheet of the frames. */
const picturesOf = async (
  ctx: Ctx,
  media: MediaToHash,
  signal: AbortSignal,
): Promise<MediaHash[] | null> => {
  const key = media.kind === 'image' ? renditionKey(media.id, 'full') : media.sprite?.key;
  if (!key) return null;
  return withStored(ctx, { bucket: RENDITIONS, key }, signal, async (file) => {
    if (media.kind === 'video') return hashFrames(ctx, media, file, signal);
    const { facts } = await ctx.media.renderImage({ file, watermark: '', signal });
    return [hashOf(0, facts.pdq)];
  });
};

const sha256Of = async ({ blobs }: Ctx, key: string, signal: AbortSignal): Promise<string[]> => {
  const object = await blobs.get(ORIGINALS, key);
  if (!object) return [];
  const hash = createHash('sha256');
  await pipeline(object.stream, hash, { signal });
  return [hash.digest('hex')];
};

/** Null pictures: those that the media has stay. */
const hashStored = async (
  ctx: Ctx,
  media: MediaToHash,
  signal: AbortSignal,
): Promise<{ files: string[]; pictures: MediaHash[] | null }> => {
  const { kind, original_key: key, pictures_hashed: done } = media;
  const files = await sha256Of(ctx, key, signal);
  if (kind !== 'archive')
    return { files, pictures: done ? null : ((await picturesOf(ctx, media, signal)) ?? []) };
  const members = await withStored(ctx, { bucket: ORIGINALS, key }, signal, (file) =>
    ctx.media.hashArchive({ file, signal }),
  );
  // An archive that can't be read any more keeps what is known of its files.
  if (!members)
    return { files: [...files, ...(await filesOf(ctx.db, [media.id]))], pictures: null };
  return {
    files: [...files, ...members.flatMap(({ sha256 }) => sha256 ?? [])],
    pictures: members.flatMap((member) => member.pictures).map((pdq, at) => hashOf(at, pdq)),
  };
};

const hashOne = async (ctx: Ctx, media: MediaToHash, signal: AbortSignal): Promise<void> => {
  const { files, pictures } = await hashStored(ctx, media, signal);
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    if (pictures) await replaceHashes(tx, media.id, pictures, now);
    else await markHashed(tx, media.id, now);
    await replaceFileHashes(tx, media.id, [...new Set(files)], now);
    await blockFilesOf(tx, media.id);
    // Open requests and withdrawals may be about its copies.
    await ctx.jobs.enqueue(tx, 'removals.compare', { mediaId: media.id });
  });
};

/**
 * One batch, as far as it comes until an instant in milliseconds; returns how many there were. What
 * can't be read is done without hashes. What storage could not give is added to `skipped`, so that
 * those after it are reached, and is tried at the next run.
 */
export const hashOldMedia = async (
  ctx: Ctx,
  signal: AbortSignal,
  skipped = new Set<MediaId>(),
  until = Infinity,
): Promise<number> => {
  const batch = await mediaToHash(ctx.db, { limit: AT_ONCE, without: [...skipped] });
  for (const media of batch)
    try {
      signal.throwIfAborted();
      if (ctx.clock.now().getTime() >= until) break;
      await hashOne(ctx, media, signal);
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn({ err: error, mediaId: media.id }, 'a stored media could not be hashed now');
      skipped.add(media.id);
    }
  return batch.length;
};
