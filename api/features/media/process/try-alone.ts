// One try at a media: by one worker at a time in the whole installation, counted, stopped when
// nobody waits for it any more.
import type { MediaId } from '@camarim/contract/ids';
import { WorkCancelled } from '../../../platform/database/advisory-locks.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadWork, type WorkRow } from '../store.ts';
import { failMedia, holdOf } from './give-up.ts';
import { withOriginal } from './original.ts';
import { asCode } from './render.ts';
import { type MediaMoved, type MediaStep, moveTo, type Working } from './steps.ts';
import { beginTry, endTry, isWanted } from './tries-store.ts';

/** A worker may be about to end when the next one comes. */
const WAIT_MS = 5_000;

type Trying = { platform: Platform; moved: MediaMoved; mediaId: MediaId; signal: AbortSignal };
type Part = {
  step: MediaStep;
  /**
   * Whether this part of the work was done by an earlier try, whose worker died before it could say
   * so.
   */
  isOver: (work: WorkRow) => boolean;
};

/**
 * Runs `run` on a local copy of the original. A file that can't be used gives the media up; other
 * errors are written down and thrown, to be tried again. Throws LockBusy while another worker is at
 * it, which is no try.
 */
export const tryAlone = (
  { platform, moved, mediaId, signal }: Trying,
  { step, isOver }: Part,
  run: (working: Working, file: string) => Promise<void>,
): Promise<void> =>
  platform.locks.withLock(
    holdOf(mediaId),
    async (own) => {
      const work = await loadWork(platform.db, mediaId);
      if (!work || isOver(work)) return;
      if (
        !(await moveTo({ platform, moved }, mediaId, step, (tx) =>
          beginTry(tx, mediaId, platform.clock.now()),
        ))
      )
        return;
      const working: Working = { platform, moved, work, signal: own };
      try {
        await withOriginal(platform, work, own, (file) => run(working, file));
        await endTry(platform.db, mediaId, platform.clock.now(), null);
      } catch (error) {
        if (own.reason instanceof WorkCancelled) return;
        await endFailed(working, error);
      }
    },
    { waitMs: WAIT_MS, signal, stillNeeded: () => isWanted(platform.db, mediaId) },
  );

const endFailed = async ({ platform, moved, work }: Working, error: unknown): Promise<void> => {
  const code = asCode(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (code !== null) return failMedia(platform, moved, work.id, code, detail);
  await endTry(platform.db, work.id, platform.clock.now(), {
    code: 'media.processingFailed',
    detail,
  });
  throw error;
};
