// The work on one media: what it is decides who works on it. Begun again after a worker died, it goes on where the rows say.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId } from '@camarim/contract/ids';
import { IMAGE_CONTENT_TYPES } from '@camarim/contract/limits';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { AudioFacts, Inspection, VideoFacts } from '../../../platform/media/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetMedia, loadWork, markFailed, markProcessing } from '../store.ts';
import { finishArchive, finishPicture, finishSound } from './finish.ts';
import { withOriginal } from './original.ts';
import { asCode } from './render.ts';
import { askForTranscoding, type MediaMoved, moveTo, type Working } from './steps.ts';
import { finishVideo, showFirstLook } from './video.ts';

/** Asks for the work on an attached upload; it begins when the transaction commits. */
export const processMedia = async ({ jobs }: Pick<Platform, 'jobs'>, tx: Transaction, mediaId: MediaId): Promise<void> => {
  await jobs.enqueue(tx, 'media.process', { mediaId });
};

/** A file that can't be used ends as `error` with nothing left in storage; other errors are thrown, to be retried. */
const attempt = async (working: Working, run: () => Promise<unknown>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    const code = asCode(error);
    if (code === null) throw error;
    await failMedia(working.platform, working.moved, working.work.id, code);
  }
};

/** Pictures are judged by who renders them; of everything else the content is looked at first. */
const inspect = async ({ platform, work, signal }: Working, file: string): Promise<Inspection> =>
  (IMAGE_CONTENT_TYPES as readonly string[]).includes(work.content_type) ? { kind: 'image', contentType: work.content_type, bytes: 0 } : platform.media.inspect({ file, signal });

/** What can be done quickly: all of a picture or an archive, the first look of a video. The long work is asked for. */
export const workOnMedia = async (platform: Platform, moved: MediaMoved, mediaId: MediaId, signal: AbortSignal): Promise<void> => {
  const work = await loadWork(platform.db, mediaId);
  if (!work || !(await moveTo({ platform, moved }, mediaId, 'processing', (tx) => markProcessing(tx, mediaId)))) return;
  const working: Working = { platform, moved, work, signal };
  await attempt(working, () =>
    withOriginal(platform, work, signal, async (file) => {
      const facts = await inspect(working, file);
      if (facts.kind === 'image') return finishPicture(working, file);
      if (facts.kind === 'archive') return finishArchive(working, facts);
      if (facts.kind === 'video') return showFirstLook(working, facts, file);
      return askForTranscoding(working, 'transcoding');
    }),
  );
};

/** The long work: every quality of a video, a recording evened out. */
export const transcodeMedia = async (platform: Platform, moved: MediaMoved, mediaId: MediaId, signal: AbortSignal): Promise<void> => {
  const work = await loadWork(platform.db, mediaId);
  if (!work || !(await moveTo({ platform, moved }, mediaId, 'transcoding', (tx) => markProcessing(tx, mediaId)))) return;
  const working: Working = { platform, moved, work, signal };
  await attempt(working, () =>
    withOriginal(platform, work, signal, async (file) => {
      const facts = (await platform.media.inspect({ file, signal })) as VideoFacts | AudioFacts;
      return facts.kind === 'video' ? finishVideo(working, facts, file) : finishSound(working, facts, file);
    }),
  );
};

/** Gives a media up, for the reason that its owner will read; everything it has in storage goes. */
export const failMedia = async (platform: Platform, moved: MediaMoved, mediaId: MediaId, code: ErrorCode): Promise<void> => {
  await moveTo({ platform, moved }, mediaId, 'error', async (tx) => {
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
