// The work on one media of a post: every step is a transaction that moves the media and whatever follows it.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { renderOriginal, storeRenditions } from './render.ts';
import { forgetMedia, loadWork, markFailed, markProcessed, markProcessing } from './store.ts';

/** Where the work on one media stands. */
export type MediaStep = 'processing' | 'watermarking' | 'watermarked' | 'processed' | 'error';

/** Told of every step inside its transaction, after the media was changed. */
export type MediaMoved = (tx: Transaction, mediaId: MediaId, step: MediaStep) => Promise<void>;

/** For media that no post waits for. */
export const nobodyFollows: MediaMoved = async () => {};

/** Asks for the work on an attached upload; it begins when the transaction commits. */
export const processMedia = async ({ jobs }: Pick<Platform, 'jobs'>, tx: Transaction, mediaId: MediaId): Promise<void> => {
  await jobs.enqueue(tx, 'media.process', { mediaId });
};

const moveTo = async (platform: Platform, moved: MediaMoved, mediaId: MediaId, step: MediaStep, change?: (tx: Transaction) => Promise<boolean>): Promise<boolean> => {
  const changed = await transaction(platform.db, async (tx) => {
    if (change && !(await change(tx))) return false;
    await moved(tx, mediaId, step);
    return true;
  });
  platform.outbox.nudge();
  return changed;
};

/**
 * Makes a media's renditions. May run again after a worker died at any point: it goes on where the rows say, and writes
 * the same objects. A file that can't be used ends as `error` with nothing left in storage; other errors are thrown, to be retried.
 */
export const workOnMedia = async (platform: Platform, moved: MediaMoved, mediaId: MediaId, signal: AbortSignal): Promise<void> => {
  const work = await loadWork(platform.db, mediaId);
  if (!work || !(await moveTo(platform, moved, mediaId, 'processing', (tx) => markProcessing(tx, mediaId)))) return;
  try {
    await moveTo(platform, moved, mediaId, 'watermarking');
    const { facts, renditions } = await renderOriginal(platform, work, signal);
    const stored = await storeRenditions(platform, mediaId, renditions);
    await moveTo(platform, moved, mediaId, 'watermarked');
    const finished = await moveTo(platform, moved, mediaId, 'processed', (tx) => markProcessed(tx, mediaId, facts, stored, platform.clock.now()));
    // It was deleted meanwhile: what was just stored goes the way of the rest. Harmless if another attempt finished it.
    if (!finished) await transaction(platform.db, (tx) => platform.jobs.enqueue(tx, 'media.erase', { mediaId }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await failMedia(platform, moved, mediaId, error.code);
  }
};

/** Gives a media up, for the reason that its owner will read; everything it has in storage goes. */
export const failMedia = async (platform: Platform, moved: MediaMoved, mediaId: MediaId, code: ErrorCode): Promise<void> => {
  await moveTo(platform, moved, mediaId, 'error', async (tx) => {
    if (!(await markFailed(tx, mediaId, code, platform.clock.now()))) return false;
    await platform.jobs.enqueue(tx, 'media.erase', { mediaId });
    return true;
  });
};

/** Takes media out of the product: nobody is served them from the commit on, and their objects go soon after. */
export const eraseMedia = async ({ jobs }: Pick<Platform, 'jobs'>, tx: Transaction, ids: readonly MediaId[]): Promise<void> => {
  await forgetMedia(tx, ids);
  for (const mediaId of ids) await jobs.enqueue(tx, 'media.erase', { mediaId });
};
