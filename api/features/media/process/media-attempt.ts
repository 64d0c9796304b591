// One attempt of processing a media: under an advisory lock of the installation, counted, and
// cancelled when the media is no longer needed.
import type { MediaId } from '@camarim/contract/ids';
import { WorkCancelled } from '../../../platform/database/advisory-locks.ts';
import type { Ctx } from '../../../context.ts';
import { loadWork, type WorkRow } from '../store.ts';
import { failMedia, mediaLockName } from './fail-media.ts';
import { withOriginal } from './original.ts';
import { asCode } from './render.ts';
import { type MediaStepListener, type MediaStep, takeStep, type WorkContext } from './steps.ts';
import { beginAttempt, endAttempt, isWanted } from './attempts-store.ts';

/** How long to wait for a worker that is about to end. */
const WAIT_MS = 5_000;

type AttemptParams = {
  ctx: Ctx;
  onStep: MediaStepListener;
  mediaId: MediaId;
  signal: AbortSignal;
};
type WorkStage = {
  step: MediaStep;
  /**
   * Whether an earlier attempt finished this stage and its worker died before the job ended.
   */
  isOver: (work: WorkRow) => boolean;
};

/**
 * Runs `run` on a local copy of the original. An unusable file fails the media; other errors are
 * recorded and thrown, so that the job is retried. Throws while another worker holds the lock,
 * which does not count as an attempt.
 */
export const tryWithMediaLock = (
  { ctx, onStep, mediaId, signal }: AttemptParams,
  { step, isOver }: WorkStage,
  run: (context: WorkContext, file: string) => Promise<void>,
): Promise<void> =>
  ctx.locks.withLock(
    mediaLockName(mediaId),
    async (own) => {
      const work = await loadWork(ctx.db, mediaId);
      if (!work || isOver(work)) return;
      if (
        !(await takeStep({ ctx, onStep }, mediaId, step, (tx) =>
          beginAttempt(tx, mediaId, ctx.clock.now()),
        ))
      )
        return;
      const context = { ctx, onStep, work, signal: own };
      try {
        await withOriginal(ctx, work, own, (file, sha256) => run({ ...context, sha256 }, file));
        await endAttempt(ctx.db, mediaId, ctx.clock.now(), null);
      } catch (error) {
        if (own.reason instanceof WorkCancelled) return;
        await endFailed(context, error);
      }
    },
    { waitMs: WAIT_MS, signal, stillNeeded: () => isWanted(ctx.db, mediaId) },
  );

const endFailed = async (
  { ctx, onStep, work }: Omit<WorkContext, 'sha256'>,
  error: unknown,
): Promise<void> => {
  const code = asCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (code !== null) return failMedia(ctx, onStep, work.id, code, detail);
  await endAttempt(ctx.db, work.id, ctx.clock.now(), {
    code: 'media.processingFailed',
    detail,
  });
  throw error;
};
