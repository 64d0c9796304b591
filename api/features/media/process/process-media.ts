// The work on one media: what it is decides who works on it. Begun again after a worker died, it
// goes on where the rows say.
import type { MediaId } from '@camarim/contract/ids';
import { IMAGE_CONTENT_TYPES } from '@camarim/contract/limits';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { AudioFacts, Inspection, VideoFacts } from '../../../platform/media/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { forgetMedia } from '../store.ts';
import { finishArchive, finishPicture, finishSound } from './finish.ts';
import { askForTranscoding, type MediaMoved, type Working } from './steps.ts';
import { tryAlone } from './try-alone.ts';
import { finishVideo, showFirstLook } from './video.ts';

/** Asks for the work on an attached upload; it begins when the transaction commits. */
export const processMedia = async (
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  mediaId: MediaId,
): Promise<void> => {
  await jobs.enqueue(tx, 'media.process', { mediaId });
};

const MOVING_TYPES: readonly string[] = ['image/gif', 'image/webp', 'image/png'];
const STILL_TYPES: readonly string[] = IMAGE_CONTENT_TYPES.filter(
  (type) => !MOVING_TYPES.includes(type),
);

/**
 * A picture whose type does not move is judged by who renders it; of everything else the content is
 * looked at first.
 */
const inspect = async ({ platform, work, signal }: Working, file: string): Promise<Inspection> =>
  STILL_TYPES.includes(work.content_type)
    ? { kind: 'image', contentType: work.content_type, bytes: 0 }
    : platform.media.inspect({ file, signal });

/**
 * What can be done quickly: all of a picture or an archive, the first look of a video. The long
 * work is asked for.
 */
export const workOnMedia = (
  platform: Platform,
  moved: MediaMoved,
  mediaId: MediaId,
  signal: AbortSignal,
): Promise<void> =>
  tryAlone(
    { platform, moved, mediaId, signal },
    { step: 'processing', isOver: (work) => work.encoding_asked_at !== null },
    async (working, file) => {
      const facts = await inspect(working, file);
      if (facts.kind === 'image') return finishPicture(working, file);
      if (facts.kind === 'archive') return finishArchive(working, facts);
      if (facts.kind === 'video') return showFirstLook(working, facts, file);
      await askForTranscoding(working, 'transcoding');
    },
  );

/** The long work: every quality of a video, a recording evened out. */
export const transcodeMedia = (
  platform: Platform,
  moved: MediaMoved,
  mediaId: MediaId,
  signal: AbortSignal,
): Promise<void> =>
  tryAlone(
    { platform, moved, mediaId, signal },
    { step: 'transcoding', isOver: () => false },
    async (working, file) => {
      const facts = (await platform.media.inspect({ file, signal: working.signal })) as
        | VideoFacts
        | AudioFacts;
      return facts.kind === 'video'
        ? finishVideo(working, facts, file)
        : finishSound(working, facts, file);
    },
  );

/**
 * Takes media out of the product: nobody is served them from the commit on, and their objects go
 * soon after.
 */
export const eraseMedia = async (
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  ids: readonly MediaId[],
): Promise<void> => {
  await forgetMedia(tx, ids);
  for (const mediaId of ids) await jobs.enqueue(tx, 'media.erase', { mediaId });
};
