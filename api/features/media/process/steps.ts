// The steps of processing a media: each is one transaction that changes the media and the posts
// with it.
import type { MediaId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import type { WorkRow } from '../store.ts';
import { type LongWork, markEncodingRequested } from './attempts-store.ts';

/**
 * Progress of processing a media. A video takes all steps but `watermarking`, because its watermark
 * is drawn by the encoder; an image and an audio take some of them. `queue` starts again after a
 * failure. `trailer` comes after all of them, once for each trailer that was chosen, or
 * `trailerFailed` when its last attempt is over.
 */
export type MediaStep =
  | 'queue'
  | 'processing'
  | 'temporary_processing'
  | 'temporary_processed'
  | 'transcoding'
  | 'watermarking'
  | 'watermarked'
  | 'replicating'
  | 'processed'
  | 'trailer'
  | 'trailerFailed'
  | 'error';

/** `progress`: the percentage within the step; `seconds`: the length of the trailer that failed. */
export type MediaStepDetail = { progress?: number; seconds?: number };

/** Called at every step inside its transaction, after the media was changed. */
export type MediaStepListener = (
  tx: Transaction,
  mediaId: MediaId,
  step: MediaStep,
  detail?: MediaStepDetail,
) => Promise<void>;

/** For media that belong to no post. */
declare module '../../../feature.ts' {
  interface Services {
    /** Called at each step of the processing of a media. */
    mediaSteps: MediaStepListener;
  }
}

export const noListener: MediaStepListener = async () => {};

/** One attempt at the work on one media. */
export type WorkContext = {
  ctx: Ctx;
  onStep: MediaStepListener;
  work: WorkRow;
  /** SHA-256 of the original, as hexadecimal digits. */
  sha256: string;
  signal: AbortSignal;
};

/** Takes a step; `change` returns false when the media is not at that step. */
export const takeStep = async (
  { ctx, onStep }: Pick<WorkContext, 'ctx' | 'onStep'>,
  mediaId: MediaId,
  step: MediaStep,
  change?: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> => {
  return transaction(ctx.db, async (tx) => {
    if (change && !(await change(tx))) return false;
    await onStep(tx, mediaId, step);
    return true;
  });
};

/** The watermark of posts' media: their origin. Profile images have none. */
export const watermarkOf = ({ ctx, work }: Pick<WorkContext, 'ctx' | 'work'>): string =>
  work.purpose === 'post' ? `${ctx.config.CAMARIM_DOMAIN}/${work.owner_name}` : '';

/** The long part is a job of its own, so that a long video or archive does not delay images. */
export const requestLongPart = (
  context: WorkContext,
  step: MediaStep,
  work: LongWork,
  change?: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> =>
  takeStep(context, context.work.id, step, async (tx) => {
    if (change && !(await change(tx))) return false;
    if (!(await markEncodingRequested(tx, context.work.id, context.ctx.clock.now()))) return false;
    await context.ctx.jobs.enqueue(tx, work, { mediaId: context.work.id });
    return true;
  });

/**
 * Ends the work. When the media was deleted while it was processed, a job deletes the objects
 * just stored; harmless if another attempt ended it.
 */
export const finish = async (
  context: WorkContext,
  change: (tx: Transaction) => Promise<boolean>,
): Promise<void> => {
  const { ctx, work } = context;
  if (await takeStep(context, work.id, 'processed', change)) return;
  await transaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, 'media.erase', { mediaId: work.id }));
};
