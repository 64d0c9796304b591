// The work on one media: what it is decides who works on it. Begun again after a worker died, it
// goes on where the rows say.
import type { MediaId } from '@camarim/contract/ids';
import { IMAGE_CONTENT_TYPES } from '@camarim/contract/limits';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { AudioFacts, Inspection, VideoFacts } from '../../../platform/media/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { markErased } from '../store.ts';
import { finishArchive, finishImage, finishAudio } from './finish.ts';
import { requestTranscoding, type MediaStepListener, type WorkContext } from './steps.ts';
import { tryWithMediaLock } from './media-try.ts';
import { finishVideo, publishFirstPhase } from './video.ts';

/** Asks for the work on an attached upload; it begins when the transaction commits. */
export const processMedia = async (
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  mediaId: MediaId,
): Promise<void> => {
  await jobs.enqueue(tx, 'media.process', { mediaId });
};

const ANIMATABLE_TYPES: readonly string[] = ['image/gif', 'image/webp', 'image/png'];
const STILL_TYPES: readonly string[] = IMAGE_CONTENT_TYPES.filter(
  (type) => !ANIMATABLE_TYPES.includes(type),
);

/**
 * A picture whose type does not move is judged by who renders it; of everything else the content is
 * looked at first.
 */
const inspect = async (
  { platform, work, signal }: WorkContext,
  file: string,
): Promise<Inspection> =>
  STILL_TYPES.includes(work.content_type)
    ? { kind: 'image', contentType: work.content_type, bytes: 0 }
    : platform.media.inspect({ file, signal });

/**
 * What can be done quickly: all of a picture or an archive, the first look of a video. The long
 * work is asked for.
 */
export const workOnMedia = (
  platform: Platform,
  onStep: MediaStepListener,
  mediaId: MediaId,
  signal: AbortSignal,
): Promise<void> =>
  tryWithMediaLock(
    { platform, onStep, mediaId, signal },
    { step: 'processing', isOver: (work) => work.encoding_asked_at !== null },
    async (context, file) => {
      const facts = await inspect(context, file);
      if (facts.kind === 'image') return finishImage(context, file);
      if (facts.kind === 'archive') return finishArchive(context, facts);
      if (facts.kind === 'video') return publishFirstPhase(context, facts, file);
      await requestTranscoding(context, 'transcoding');
    },
  );

/** The long work: every quality of a video, a recording evened out. */
export const transcodeMedia = (
  platform: Platform,
  onStep: MediaStepListener,
  mediaId: MediaId,
  signal: AbortSignal,
): Promise<void> =>
  tryWithMediaLock(
    { platform, onStep, mediaId, signal },
    { step: 'transcoding', isOver: () => false },
    async (context, file) => {
      const facts = (await platform.media.inspect({ file, signal: context.signal })) as
        | VideoFacts
        | AudioFacts;
      return facts.kind === 'video'
        ? finishVideo(context, facts, file)
        : finishAudio(context, facts, file);
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
  await markErased(tx, ids);
  for (const mediaId of ids) await jobs.enqueue(tx, 'media.erase', { mediaId });
};
