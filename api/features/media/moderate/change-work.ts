// Operators cancel or retry the processing of a media. Both are recorded in the audit log.
import type { MediaId } from '@camarim/contract/ids';
import { recordAct } from '../../../platform/audit/audit.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { failMediaIn } from '../process/fail-media.ts';
import { type MediaStepListener, takeStep } from '../process/steps.ts';
import { requeueMedia } from '../process/attempts-store.ts';
import { mediaByIds } from '../store.ts';
import type { MediaReviewer } from './policy.ts';

/**
 * Removes waiting jobs. A running one stops within two seconds, because the media is not needed any
 * more (platform/database/advisory-locks.ts).
 */
const withdrawJobs = async ({ jobs }: Ctx, tx: Transaction, mediaId: MediaId): Promise<void> => {
  await jobs.withdraw(tx, 'media.process', { mediaId });
  await jobs.withdraw(tx, 'media.transcode', { mediaId });
  await jobs.withdraw(tx, 'media.hashArchive', { mediaId });
};

const refuse = async (
  tx: Transaction,
  mediaId: MediaId,
  code: 'media.notKept' | 'media.notInWork',
): Promise<never> => {
  throw new AppError((await mediaByIds(tx, [mediaId])).length === 0 ? 'media.notFound' : code);
};

/**
 * The part of the work that failed begins again, at once. Throws media.notFound, and media.notKept
 * when nothing failed or the original is gone.
 */
export const retryWork = async (
  ctx: Ctx,
  onStep: MediaStepListener,
  { adminId }: Allowed<MediaReviewer>,
  mediaId: MediaId,
): Promise<{ id: MediaId }> => {
  await takeStep({ ctx, onStep }, mediaId, 'queue', async (tx) => {
    const now = ctx.clock.now();
    const again =
      (await requeueMedia(tx, mediaId, now)) ?? (await refuse(tx, mediaId, 'media.notKept'));
    await withdrawJobs(ctx, tx, mediaId);
    await ctx.jobs.enqueue(tx, again.work, { mediaId });
    await recordAct(tx, {
      adminId,
      action: 'media.retried',
      profileId: again.ownerId,
      subjectId: mediaId,
      now,
    });
    return true;
  });
  return { id: mediaId };
};

/** Throws media.notFound, and media.notInWork when it is finished, one way or the other. */
export const cancelWork = async (
  ctx: Ctx,
  onStep: MediaStepListener,
  { adminId }: Allowed<MediaReviewer>,
  mediaId: MediaId,
): Promise<{ id: MediaId }> => {
  await takeStep({ ctx, onStep }, mediaId, 'error', async (tx) => {
    const failed =
      (await failMediaIn(ctx, tx, mediaId, { code: 'media.cancelled', detail: null })) ??
      (await refuse(tx, mediaId, 'media.notInWork'));
    await withdrawJobs(ctx, tx, mediaId);
    await recordAct(tx, {
      adminId,
      action: 'media.cancelled',
      profileId: failed.ownerId,
      subjectId: mediaId,
      now: ctx.clock.now(),
    });
    return true;
  });
  return { id: mediaId };
};
