// A video: its first seconds are shown at once; every quality, one file for old players and small
// frames follow.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { transaction } from '../../../platform/database/transaction.ts';
import { FRAMES_PER_SECOND_MAX, type VideoFacts } from '../../../platform/media/port.ts';
import { markEncoded, markPlayable, saveProgress, segmentKeyOf } from '../play/play-store.ts';
import { refuseBlocked } from './blocked.ts';
import { withFolder } from './original.ts';
import { storeRenditions } from './render.ts';
import { askForTranscoding, finish, markOf, moveTo, type Working } from './steps.ts';
import { storeFile, storeStreams } from './streams.ts';

const KEY_BYTES = 16;
/** A bar that moves more often than this tells nobody more. */
const PROGRESS_EVERY_MS = 2_000;

const sealPlace = (mediaId: string): string => `media.segment_key ${mediaId}`;

export const openSegmentKey = (
  platform: Working['platform'],
  mediaId: string,
  sealed: Buffer,
): Buffer => platform.seal.openBytes(sealPlace(mediaId), sealed);

/** The key of an earlier attempt, else a new one: segments that are there already stay readable. */
const keyFor = async (working: Working): Promise<Buffer> => {
  const sealed = await segmentKeyOf(working.platform.db, working.work.id);
  return sealed
    ? openSegmentKey(working.platform, working.work.id, sealed)
    : randomBytes(KEY_BYTES);
};

/** What the qualities are told to have; faster sources are brought down to it (port.ts). */
const shownFrameRate = ({ framesPerSecond }: VideoFacts): number =>
  Math.min(framesPerSecond, FRAMES_PER_SECOND_MAX);

export const showFirstLook = async (
  working: Working,
  facts: VideoFacts,
  file: string,
): Promise<void> => {
  const { platform, work, signal } = working;
  await moveTo(working, work.id, 'temporary_processing');
  await withFolder(platform, work, async (folder) => {
    const making = { platform, mediaId: work.id, folder };
    const watermark = markOf(working);
    const { rung, audio, poster } = await platform.media.firstLook(facts, {
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
    await refuseBlocked(platform.db, [
      picture.facts.perceptualHash,
      picture.facts.perceptualHashMirror,
    ]);
    const key = await keyFor(working);
    const [renditions, streams] = await Promise.all([
      storeRenditions(platform, work.id, picture.renditions),
      storeStreams(
        making,
        { rungs: [rung], audio, framesPerSecond: shownFrameRate(facts) },
        { phase: 'first', key },
      ),
    ]);
    await askForTranscoding(working, 'temporary_processed', (tx) =>
      markPlayable(
        tx,
        work.id,
        { ...picture.facts, ...facts },
        {
          renditions,
          streams,
          segmentKey: platform.seal.sealBytes(sealPlace(working.work.id), key),
        },
        platform.clock.now(),
      ),
    );
  });
};

/** Writes how far the work is, now and then and never two at once. */
export const progressTeller = ({ platform, moved, work }: Working): ((part: number) => void) => {
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
        await moved(tx, work.id, 'transcoding', percent);
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
  working: Working,
  facts: VideoFacts,
  file: string,
): Promise<void> => {
  const { platform, work, signal } = working;
  await withFolder(platform, work, async (folder) => {
    const making = { platform, mediaId: work.id, folder };
    const made = await platform.media.transcodeVideo(facts, {
      file,
      folder,
      watermark: markOf(working),
      signal,
      onProgress: progressTeller(working),
    });
    await refuseBlocked(
      platform.db,
      made.frameHashes.map(({ hash }) => hash),
    );
    await moveTo(working, work.id, 'watermarked');
    await moveTo(working, work.id, 'replicating');
    const { file: sprite, ...details } = made.sprite;
    const [streams, ...renditions] = await Promise.all([
      storeStreams(
        making,
        { ...made, framesPerSecond: shownFrameRate(facts) },
        { phase: 'whole', key: await keyFor(working) },
      ),
      storeFile(making, made.mp4, { kind: 'whole', contentType: 'video/mp4' }),
      storeFile(making, sprite, { kind: 'sprite', contentType: 'image/jpeg', details }),
    ]);
    await finish(working, (tx) =>
      markEncoded(
        tx,
        work.id,
        { renditions, streams, frameHashes: made.frameHashes, durationMs: made.durationMs },
        platform.clock.now(),
      ),
    );
  });
};
