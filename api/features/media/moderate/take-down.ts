// Takes a media down: its perceptual hashes are blocked before its files are deleted, so that
// copies are refused.
import type { MediaId } from '@camarim/contract/ids';
import { recordAct } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { blockImages } from '../hashes/hashes-store.ts';
import { eraseMedia } from '../process/process-media.ts';
import { lockUnfailed, markTakenDown } from '../store.ts';
import type { MediaReviewer } from './policy.ts';

/**
 * In the caller's transaction. No viewer is served it after the commit, buyers included. Returns
 * how many images are blocked; null when the media is gone.
 */
export const takeDownIn = async (
  ctx: Ctx,
  tx: Transaction,
  { adminId }: Allowed<MediaReviewer>,
  mediaId: MediaId,
  reason: string,
): Promise<number | null> => {
  const now = ctx.clock.now();
  const ownerId = await lockUnfailed(tx, mediaId);
  if (!ownerId) return null;
  const blocked = await blockImages(tx, { mediaId, reason, adminId, now });
  await eraseMedia(ctx, tx, [mediaId]);
  await markTakenDown(tx, mediaId);
  await recordAct(tx, {
    adminId,
    action: 'media.takenDown',
    profileId: ownerId,
    subjectId: mediaId,
    reason,
    now,
  });
  return blocked;
};

/** Throws media.notFound for one that is not there any more. */
export const takeDown = async (
  ctx: Ctx,
  moderator: Allowed<MediaReviewer>,
  mediaId: MediaId,
  reason: string,
): Promise<{ blocked: number }> => {
  const blocked = await transaction(ctx.db, (tx) =>
    takeDownIn(ctx, tx, moderator, mediaId, reason),
  );
  if (blocked === null) throw new AppError('media.notFound');
  return { blocked };
};
