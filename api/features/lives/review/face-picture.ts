// The picture that a producer takes of themselves before a show, where the installation asks for
// it: administrators compare it with the documents of the producer and with frames of the show.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { ProfileId } from '@camarim/contract/ids';
import type { BodyOf } from '@camarim/contract/route';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { MediaRefused } from '../../../platform/media/port.ts';
import type { Ctx } from '../../../context.ts';
import { resemblesBlocked, withFolder } from '../../media/index.ts';
import type { LiveOwner } from '../policy.ts';
import { findOpenParty } from '../store.ts';
import { FRAMES, frameKey, type NewFrame } from './frames-store.ts';
import { keepFrame } from './keep-frame.ts';
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

/** A stored picture without its row, for the show that begins with this id. */
export type StoredFace = Pick<NewFrame, 'id' | 'liveId' | 'hash' | 'blocked'>;

/** Before the show begins, so that none begins without the picture that was asked for. */
export const storeFace = async (ctx: Ctx, { content, identity }: Picture): Promise<StoredFace> => {
  const [hash = 0n] = identity.hashes;
  const blocked = await resemblesBlocked(ctx.db, [identity]);
  const face = { id: newId() as LiveFrameId, liveId: newId() as LiveId, hash, blocked };
  await ctx.blobs.put(FRAMES, keyOf(face), content, { contentType: 'image/webp' });
  return face;
};

/** In the transaction that begins the show. */
export const keepFace = (
  tx: Transaction,
  face: StoredFace,
  { producerId, now }: { producerId: ProfileId; now: Date },
): Promise<void> =>
  keepFrame(tx, {
    ...face,
    producerId,
    kind: 'face',
    cause: face.blocked ? 'match' : 'face',
    hasPicture: true,
    reportId: null,
    now,
  });

/** For a show that did not begin. */
export const deleteFace = (ctx: Ctx, face: StoredFace): Promise<void> =>
  ctx.blobs.delete(FRAMES, keyOf(face));

const keyOf = ({ liveId, id }: StoredFace): string => frameKey(liveId, id);
