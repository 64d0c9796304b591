// A video: its first seconds are shown at once; every quality, one file for old players and small
// frames follow.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { transaction } from '../../../platform/database/transaction.ts';
import { FRAMES_PER_SECOND_MAX, type VideoFacts } from '../../../platform/media/port.ts';
import { markEncoded, markPlayable, saveProgress, segmentKeyOf } from '../play/play-store.ts';
import { openSegmentKey, sealSegmentKey } from '../storage-keys.ts';
import { withFolder } from './original.ts';
import { refuseBlocked, storeRenditions } from './render.ts';
import { requestTranscoding, finish, watermarkOf, takeStep, type WorkContext } from './steps.ts';
import { storeFile, storeStreams } from './streams.ts';

const KEY_BYTES = 16;
/** A bar that moves more often than this tells nobody more. */
const PROGRESS_EVERY_MS = 2_000;

/** The key of an earlier attempt, else a new one: segments that are there already stay readable. */
const segmentKeyFor = async (context: WorkContext): Promise<Buffer> => {
  const sealed = await segmentKeyOf(context.platform.db, context.work.id);
  return sealed
    ? openSegmentKey(context.platform, context.work.id, sealed)
    : randomBytes(KEY_BYTES);
};

/** What the qualities are told to have; faster sources are brought down to it (port.ts). */
const servedFrameRate = ({ framesPerSecond }: VideoFacts): number =>
  Math.min(framesPerSecond, FRAMES_PER_SECOND_MAX);

export const publishFirstPhase = async (
  context: WorkContext,
  facts: VideoFacts,
  file: string,
): Promise<void> => {
  const { platform, work, signal } = context;
  await takeStep(context, work.id, 'temporary_processing');
  await withFolder(platform, work, async (folder) => {
    const target = { platform, mediaId: work.id, folder };
    const watermark = watermarkOf(context);
    const { rung, audio, poster } = await platform.media.encodeEarlyRendition(facts, {
      file,
      folder,
      watermark,
      signal,
    });
    const picture = await platform.media.renderImage({
      file: join(folder, poster),
      watermark,
      signal,
    });
    await refuseBlocked(platform, [
      picture.facts.perceptualHash,
      picture.facts.perceptualHashMirror,
    ]);
    const key = await segmentKeyFor(context);
    const [renditions, streams] = await Promise.all([
      storeRenditions(platform, work.id, picture.renditions),
      storeStreams(
        target,
        { rungs: [rung], audio, framesPerSecond: servedFrameRate(facts) },
        { phase: 'first', key },
      ),
    ]);
    await requestTranscoding(context, 'temporary_processed', (tx) =>
      markPlayable(
        tx,
        work.id,
        { ...picture.facts, ...facts },
        {
          renditions,
          streams,
          segmentKey: sealSegmentKey(platform, context.work.id, key),
        },
        platform.clock.now(),
      ),
    );
  });
};

/** Writes how far the work is, now and then and never two at once. */
export const createProgressReporter = ({
  platform,
  onStep,
  work,
}: WorkContext): ((part: number) => void) => {
  let toldAtMs = 0;
  let told = 0;
  let telling = false;
  return (part) => {
    const percent = Math.min(99, Math.floor(part * 100));
    const nowMs = platform.clock.now().getTime();
    if (telling || percent <= told || nowMs - toldAtMs < PROGRESS_EVERY_MS) return;
    [telling, told, toldAtMs] = [true, percent, nowMs];
    transaction(platform.db, async (tx) => {
      if (await saveProgress(tx, work.id, percent))
        await onStep(tx, work.id, 'transcoding', percent);
    })
      // A bar that stands still for a moment harms nobody; the work itself reports its own
      // failures.
      .catch((error: unknown) => platform.log.debug({ err: error }, 'progress was not written'))
      .finally(() => {
        telling = false;
        platform.outbox.nudge();
      });
  };
};

export const finishVideo = async (
  context: WorkContext,
  facts: VideoFacts,
  file: string,
): Promise<void> => {
  const { platform, work, signal } = context;
  await withFolder(platform, work, async (folder) => {
    const target = { platform, mediaId: work.id, folder };
    const made = await platform.media.transcodeVideo(facts, {
      file,
      folder,
      watermark: watermarkOf(context),
      signal,
      onProgress: createProgressReporter(context),
    });
    await refuseBlocked(
      platform,
      made.frameHashes.map(({ hash }) => hash),
    );
    await takeStep(context, work.id, 'watermarked');
    await takeStep(context, work.id, 'replicating');
    const { file: sprite, ...details } = made.sprite;
    const [streams, ...renditions] = await Promise.all([
      storeStreams(
        target,
        { ...made, framesPerSecond: servedFrameRate(facts) },
        { phase: 'whole', key: await segmentKeyFor(context) },
      ),
      storeFile(target, made.mp4, { kind: 'whole', contentType: 'video/mp4' }),
      storeFile(target, sprite, { kind: 'sprite', contentType: 'image/jpeg', details }),
    ]);
    await finish(context, (tx) =>
      markEncoded(
        tx,
        work.id,
        { renditions, streams, frameHashes: made.frameHashes, durationMs: made.durationMs },
        platform.clock.now(),
      ),
    );
  });
};
