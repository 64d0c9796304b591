// Failing a media: the owner sees the reason, and the original stays for a time when a retry may
// help.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { mediaUnderLegalHold, deferErasure } from '../legal-hold-store.ts';
import { loadWork } from '../store.ts';
import { removeObjects } from './render.ts';
import { type MediaStepListener, takeStep } from './steps.ts';
import { type MediaFailure, markFailed, type WorkName } from './attempts-store.ts';

/** Reasons outside of the file: the same original may succeed after an operator fixed the cause. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'media.processingFailed',
  'media.encoderMissing',
  'media.cancelled',
]);
const ORIGINAL_TTL_MS = 14 * DAY_MS;
/** When to look again after a worker that seemed dead turned out to hold the lock. */
const RECHECK_MS = 60_000;

/** Name of the advisory lock for the work on a media (platform/database/advisory-locks.ts). */
export const mediaLockName = (mediaId: MediaId): string => `media ${mediaId}`;

/**
 * In the caller's transaction; null when the media was finished before. Its files are deleted at
 * once, or when the time for a retry is over.
 */
export const failMediaIn = async (
  { jobs, clock }: Ctx,
  tx: Transaction,
  mediaId: MediaId,
  { code, detail }: Pick<MediaFailure, 'code' | 'detail'>,
): Promise<Awaited<ReturnType<typeof markFailed>>> => {
  const now = clock.now();
  const kept = RETRYABLE.has(code) ? new Date(now.getTime() + ORIGINAL_TTL_MS) : null;
  const failed = await markFailed(tx, mediaId, { code, detail, originalUntil: kept, now });
  if (failed)
    await jobs.enqueue(
      tx,
      'media.erase',
      { mediaId },
      failed.originalUntil ? { startAfter: failed.originalUntil } : {},
    );
  return failed;
};

/** Fails a media with the reason that its owner sees. */
export const failMedia = async (
  ctx: Ctx,
  onStep: MediaStepListener,
  mediaId: MediaId,
  code: ErrorCode,
  detail: string | null = null,
): Promise<void> => {
  await takeStep(
    { ctx, onStep },
    mediaId,
    'error',
    async (tx) => (await failMediaIn(ctx, tx, mediaId, { code, detail })) !== null,
  );
};

/**
 * After the last attempt: fails the media, unless a worker that seemed dead still holds the lock.
 */
export const failAfterLastAttempt = async (
  ctx: Ctx,
  onStep: MediaStepListener,
  mediaId: MediaId,
  work: WorkName,
): Promise<void> => {
  if (!(await ctx.locks.isHeld(mediaLockName(mediaId))))
    return failMedia(ctx, onStep, mediaId, 'media.processingFailed');
  const startAfter = new Date(ctx.clock.now().getTime() + RECHECK_MS);
  await transaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, work, { mediaId }, { startAfter }));
};

/** Deletes the stored files of a failed media, unless it may still be retried. */
export const removeFailedMedia = async (ctx: Ctx, mediaId: MediaId): Promise<void> => {
  const media = await loadWork(ctx.db, mediaId);
  if (media?.status !== 'error' || (media.original_until && media.original_until > ctx.clock.now()))
    return;
  const held = await mediaUnderLegalHold(ctx.db, [mediaId]);
  if (held.length > 0) return deferErasure(ctx.db, held, ctx.clock.now());
  await removeObjects(ctx, media);
};
