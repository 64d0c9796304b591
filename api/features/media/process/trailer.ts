// Cuts the trailer of a video that its owner chose as a free preview, from the finished video with
// its mark.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { insertRenditions, loadWork, lockUnfailed, renditionOf } from '../store.ts';
import { RENDITIONS, type TrailerKind } from '../storage-keys.ts';
import { withFolder } from './original.ts';
import { type MediaStepListener, takeStep } from './steps.ts';
import { storeFile } from './streams.ts';

/** A trailer that the owner of the media chose. */
export type TrailerRequest = { mediaId: MediaId; seconds: number };

const kindOf = ({ seconds }: TrailerRequest): TrailerKind => `trailer${seconds}`;

/**
 * Enqueues the cut, in the transaction of the caller. Does nothing for a video in work: the feature
 * in which it was chosen calls this again at the step `processed`.
 */
export const requestTrailer = async (
  { jobs }: Ctx,
  tx: Transaction,
  request: TrailerRequest,
): Promise<void> => {
  await jobs.enqueue(tx, 'media.trailer', request);
};

/** Idempotent: a trailer that is there stays, and one of media that failed since is not kept. */
export const cutTrailer = async (
  ctx: Ctx,
  onStep: MediaStepListener,
  request: TrailerRequest,
  signal: AbortSignal,
): Promise<void> => {
  const { mediaId, seconds } = request;
  const kind = kindOf(request);
  const work = await loadWork(ctx.db, mediaId);
  if (work?.status !== 'processed' || (await renditionOf(ctx.db, mediaId, kind))) return;
  const whole = await renditionOf(ctx.db, mediaId, 'whole');
  const blob = whole && (await ctx.blobs.get(RENDITIONS, whole.key));
  // If it was erased since the first line, the next attempt ends there; else its owner learns of
  // it.
  if (!blob) throw new Error(`media ${mediaId} has no finished video to cut`);
  await withFolder(ctx, work, async (folder) => {
    const file = join(folder, 'whole.mp4');
    await pipeline(blob.stream, createWriteStream(file), { signal });
    const name = await ctx.media.cutTrailer({ file, folder, signal, seconds });
    const trailer = await storeFile({ ctx, mediaId, folder }, name, {
      kind,
      contentType: 'video/mp4',
    });
    const kept = await takeStep({ ctx, onStep }, mediaId, 'trailer', async (tx) => {
      if ((await lockUnfailed(tx, mediaId)) === null) return false;
      await insertRenditions(tx, mediaId, [trailer]);
      return true;
    });
    // Erased during the cut: nothing else would delete the object.
    if (!kept) await ctx.blobs.delete(RENDITIONS, trailer.key);
  });
};

/** After the last attempt: the posts that show this trailer learn that it failed. */
export const failTrailer = (
  { db }: Ctx,
  onStep: MediaStepListener,
  { mediaId, seconds }: TrailerRequest,
): Promise<void> => transaction(db, (tx) => onStep(tx, mediaId, 'trailerFailed', { seconds }));
