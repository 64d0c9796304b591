// The end of work that does not succeed: the owner is told why, and the original stays a while when
// another try may help.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadWork } from '../store.ts';
import { removeObjects } from './render.ts';
import { type MediaStepListener, takeStep } from './steps.ts';
import { type MediaFailure, markFailed, type WorkName } from './tries-store.ts';

/** Not the file's fault: the same original may do well after an operator mended what was wrong. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  'media.processingFailed',
  'media.encoderMissing',
  'media.cancelled',
]);
const ORIGINAL_TTL_MS = 14 * 24 * 3_600_000;
/** Somebody who was taken for dead is still at it. */
const RECHECK_MS = 60_000;

/** The name that work on a media holds (platform/database/advisory-locks.ts). */
export const mediaLockName = (mediaId: MediaId): string => `media ${mediaId}`;

/**
 * In a transaction; null when the media was finished before. Its files go at once, or when the time
 * for another try is over.
 */
export const failMediaIn = async (
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
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

/** Gives a media up, for the reason that its owner will read. */
export const failMedia = async (
  platform: Platform,
  onStep: MediaStepListener,
  mediaId: MediaId,
  code: ErrorCode,
  detail: string | null = null,
): Promise<void> => {
  await takeStep(
    { platform, onStep },
    mediaId,
    'error',
    async (tx) => (await failMediaIn(platform, tx, mediaId, { code, detail })) !== null,
  );
};

/** After the last try: over, unless a worker that was taken for dead turns out to be at it. */
export const failAfterLastTry = async (
  platform: Platform,
  onStep: MediaStepListener,
  mediaId: MediaId,
  work: WorkName,
): Promise<void> => {
  if (!(await platform.locks.isHeld(mediaLockName(mediaId))))
    return failMedia(platform, onStep, mediaId, 'media.processingFailed');
  const startAfter = new Date(platform.clock.now().getTime() + RECHECK_MS);
  await transaction(platform.db, (tx) =>
    platform.jobs.enqueue(tx, work, { mediaId }, { startAfter }),
  );
};

/** Removes what a media that was given up has in storage, unless it may still be tried again. */
export const removeFailedMedia = async (
  platform: Pick<Platform, 'db' | 'blobs' | 'clock'>,
  mediaId: MediaId,
): Promise<void> => {
  const media = await loadWork(platform.db, mediaId);
  if (
    media?.status !== 'error' ||
    (media.original_until && media.original_until > platform.clock.now())
  )
    return;
  await removeObjects(platform, media);
};
