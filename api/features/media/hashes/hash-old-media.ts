// Makes the hashes of media that releases before PDQ processed, from what is stored of them.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Ctx } from '../../../context.ts';
import { MediaRefused, type PictureHash } from '../../../platform/media/port.ts';
import { withFolder } from '../process/original.ts';
import { ORIGINALS, renditionKey, RENDITIONS } from '../storage-keys.ts';
import { type MediaHash, type MediaToHash, mediaToHash, replaceHashes } from './hashes-store.ts';

/** Some minutes of work, so that new uploads wait for no long run. */
const AT_ONCE = 50;

const hashOf = (position: number, { hash, quality }: PictureHash): MediaHash => ({
  position,
  hash,
  quality,
});

/**
 * Where the pictures of the media are: its largest image, the sheet of its frames, or the archive.
 */
const sourceOf = ({ id, kind, original_key: original, sprite }: MediaToHash) => {
  if (kind === 'image') return { bucket: RENDITIONS, key: renditionKey(id, 'full') } as const;
  if (kind === 'archive') return { bucket: ORIGINALS, key: original } as const;
  return sprite && ({ bucket: RENDITIONS, key: sprite.key } as const);
};

const hashFile = async (
  { media }: Ctx,
  { kind, sprite, duration_ms: durationMs }: MediaToHash,
  file: string,
  signal: AbortSignal,
): Promise<MediaHash[]> => {
  if (kind === 'image') {
    const { facts } = await media.renderImage({ file, watermark: '', signal });
    return [hashOf(0, facts.pdq)];
  }
  if (kind === 'archive')
    return (await media.hashArchive({ file, signal })).map((hash, index) => hashOf(index, hash));
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

const hashStored = async (
  ctx: Ctx,
  media: MediaToHash,
  signal: AbortSignal,
): Promise<MediaHash[]> => {
  const source = sourceOf(media);
  const object = source && (await ctx.blobs.get(source.bucket, source.key));
  if (!object) return [];
  return withFolder(ctx, media, async (folder) => {
    const file = join(folder, 'stored');
    await pipeline(object.stream, createWriteStream(file), { signal });
    try {
      return await hashFile(ctx, media, file, signal);
    } catch (error) {
      if (error instanceof MediaRefused) return [];
      throw error;
    }
  });
};

/** One batch; returns how many. What can't be read is done without hashes. */
export const hashOldMedia = async (ctx: Ctx, signal: AbortSignal): Promise<number> => {
  const batch = await mediaToHash(ctx.db, AT_ONCE);
  for (const media of batch) {
    signal.throwIfAborted();
    await replaceHashes(ctx.db, media.id, await hashStored(ctx, media, signal), ctx.clock.now());
  }
  return batch.length;
};
