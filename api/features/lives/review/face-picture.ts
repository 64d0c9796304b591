// The picture that a producer takes of themselves before a show, where the installation asks for
// it: administrators compare it with the documents of the producer and with frames of the show.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { BodyOf } from '@camarim/contract/route';
import { newId } from '../../../platform/ids/new-id.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { MediaRefused } from '../../../platform/media/port.ts';
import type { Ctx } from '../../../context.ts';
import { resemblesBlocked, withFolder } from '../../media/index.ts';
import type { LiveOwner } from '../policy.ts';
import { findOpenParty } from '../store.ts';
import { FRAMES, frameKey, insertFace } from './frames-store.ts';
import { type Picture, renderPicture } from './take-frame.ts';

type Request = Pick<BodyOf<Routes['POST /lives']>, 'type' | 'privateWatcherId' | 'facePicture'>;

/**
 * Null where no picture is asked for, and for a caller who is let into the party that is open.
 * Throws live.faceRequired, upload.forged for what is no picture, and upload.damaged.
 */
export const readFace = async (
  ctx: Ctx,
  { producerId }: Allowed<LiveOwner>,
  { type, privateWatcherId, facePicture }: Request,
): Promise<Picture | null> => {
  if (!ctx.config.LIVE_FACE_CHECK) return null;
  const opensNone =
    type === '2' && privateWatcherId && (await findOpenParty(ctx.db, producerId)) !== null;
  if (opensNone) return null;
  if (!facePicture) throw new AppError('live.faceRequired');
  try {
    const picture = await withFolder(ctx, { id: newId() }, async (folder) => {
      const file = join(folder, 'face');
      await writeFile(file, Buffer.from(facePicture, 'base64'));
      return renderPicture(ctx, { file });
    });
    if (!picture) throw new AppError('upload.damaged');
    return picture;
  } catch (error) {
    if (!(error instanceof MediaRefused)) throw error;
    throw new AppError(error.reason === 'damaged' ? 'upload.damaged' : 'upload.forged');
  }
};

/** A show keeps the first one; a repeated start changes nothing. */
export const keepFace = async (
  ctx: Ctx,
  liveId: LiveId,
  { content, identity }: Picture,
): Promise<void> => {
  const id = newId() as LiveFrameId;
  await ctx.blobs.put(FRAMES, frameKey(liveId, id), content, { contentType: 'image/webp' });
  const [hash = 0n] = identity.hashes;
  const blocked = await resemblesBlocked(ctx.db, [identity]);
  const kept = await insertFace(ctx.db, { id, liveId, hash, blocked, now: ctx.clock.now() });
  if (!kept) await ctx.blobs.delete(FRAMES, frameKey(liveId, id));
};
