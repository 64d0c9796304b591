// Processing of a video: its first seconds can be played early; all qualities, one MP4 file and
// sprite frames follow.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { transaction } from '../../../platform/database/transaction.ts';
import { FRAMES_PER_SECOND_MAX, type VideoFacts } from '../../../platform/media/port.ts';
import { markEncoded, markPlayable, saveProgress, segmentKeyOf } from '../play/play-store.ts';
import { openSegmentKey, sealSegmentKey } from '../storage-keys.ts';
import { withFolder } from './original.ts';
import { finishHashed } from '../hashes/finish-hashed.ts';
import { identityOf, refuseBlocked, storeRenditions } from './render.ts';
import { requestLongPart, watermarkOf, takeStep, type WorkContext } from './steps.ts';
import { storeFile, storeStreams } from './streams.ts';

const KEY_BYTES = 16;
/** Throttles progress events. */
const PROGRESS_EVERY_MS = 2_000;

/** The key of an earlier attempt, else a new one, so that segments stored before stay readable. */
const segmentKeyFor = async (context: WorkContext): Promise<Buffer> => {
  const sealed = await segmentKeyOf(context.ctx.db, context.work.id);
  return sealed ? openSegmentKey(context.ctx, context.work.id, sealed) : randomBytes(KEY_BYTES);
};

/** Frame rate of the encoded qualities; faster sources are reduced to it (port.ts). */
const servedFrameRate = ({ framesPerSecond }: VideoFacts): number =>
  Math.min(framesPerSecond, FRAMES_PER_SECOND_MAX);

export const publishFirstPhase = async (
  context: WorkContext,
  facts: VideoFacts,
  file: string,
): Promise<void> => {
  const { ctx, work, signal } = context;
  await takeStep(context, work.id, 'temporary_processing');
  await withFolder(ctx, work, async (folder) => {
    const target = { ctx, mediaId: work.id, folder };
    const watermark = watermarkOf(context);
    const { rung, audio, poster } = await ctx.media.encodeEarlyRendition(facts, {
      file,
      folder,
      watermark,
      signal,
    });
    const image = await ctx.media.renderImage({
      file: join(folder, poster),
      watermark,
      signal,
    });
    await refuseBlocked(ctx, [identityOf(image.facts)]);
    const key = await segmentKeyFor(context);
    const [renditions, streams] = await Promise.all([
      storeRenditions(ctx, work.id, image.renditions),
      storeStreams(
        target,
        { rungs: [rung], audio, framesPerSecond: servedFrameRate(facts) },
        { phase: 'first', key },
      ),
    ]);
    await requestLongPart(context, 'temporary_processed', 'media.transcode', (tx) =>
      markPlayable(
        tx,
        work.id,
        { ...image.facts, ...facts },
        {
          renditions,
          streams,
          segmentKey: sealSegmentKey(ctx, context.work.id, key),
        },
        ctx.clock.now(),
      ),
    );
  });
};

/** Returns a throttled callback that records progress, with one write at a time. */
export const createProgressReporter = ({
  ctx,
  onStep,
  work,
}: WorkContext): ((part: number) => void) => {
  let reportedAtMs = 0;
  let reported = 0;
  let writing = false;
  return (part) => {
    const percent = Math.min(99, Math.floor(part * 100));
    const nowMs = ctx.clock.now().getTime();
    if (writing || percent <= reported || nowMs - reportedAtMs < PROGRESS_EVERY_MS) return;
    [writing, reported, reportedAtMs] = [true, percent, nowMs];
    transaction(ctx.db, async (tx) => {
      if (await saveProgress(tx, work.id, percent))
        await onStep(tx, work.id, 'transcoding', { progress: percent });
    })
      // A lost progress event is harmless; the work itself reports its failures.
      .catch((error: unknown) => ctx.log.debug({ err: error }, 'progress was not written'))
      .finally(() => {
        writing = false;
      });
  };
};

export const finishVideo = async (
  context: WorkContext,
  facts: VideoFacts,
  file: string,
): Promise<void> => {
  const { ctx, work, signal } = context;
  await withFolder(ctx, work, async (folder) => {
    const target = { ctx, mediaId: work.id, folder };
    const made = await ctx.media.transcodeVideo(facts, {
      file,
      folder,
      watermark: watermarkOf(context),
      signal,
      onProgress: createProgressReporter(context),
    });
    await refuseBlocked(
      ctx,
      made.frameHashes.map(({ hash, pdq }) => ({ hashes: [hash], pdq })),
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
    const pictures = made.frameHashes.map(({ atMs, pdq }) => ({ position: atMs, ...pdq }));
    await finishHashed(context, { pictures }, (tx) =>
      markEncoded(
        tx,
        work.id,
        { renditions, streams, frameHashes: made.frameHashes, durationMs: made.durationMs },
        ctx.clock.now(),
      ),
    );
  });
};
