// Transcodes one video: the early rendition first, then every quality, one whole file, and small
// frames for scrubbing.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type EarlyRendition,
  type FrameHash,
  type MediaEngine,
  MediaRefused,
  type Track,
  type TranscodedVideo,
  type VideoFacts,
} from '../port.ts';
import { hashFrames } from '../hash-pictures.ts';
import { videoSource } from '../animation/video-source.ts';
import { encode, encodingLimits, inputOf, type EncodingTask } from './ffmpeg.ts';
import {
  AUDIO_FOLDER,
  EARLY_RENDITION_SECONDS,
  earlyRenditionCommand,
  FONT_FILE,
  ladderCommand,
  MARK_FILE,
  mp4Command,
  planRungs,
  planSprite,
  sheetCommand,
  trailerCommand,
} from './ladder.ts';
import { readRung, readTrack, trackDurationMs } from './playlist.ts';

const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
);
/** What is drawn onto the frames, as files: no text of a person gets into a command. */
const drawWatermark = async (folder: string, watermark: string): Promise<void> => {
  await copyFile(FONT, join(folder, FONT_FILE));
  await writeFile(join(folder, MARK_FILE), watermark);
};

const audioTrackOf = (folder: string, facts: VideoFacts): Promise<Track | null> =>
  facts.hasAudio ? readTrack(folder, AUDIO_FOLDER) : Promise.resolve(null);

export const encodeEarlyRendition: MediaEngine['encodeEarlyRendition'] = async (
  facts,
  { file, folder, watermark, signal },
): Promise<EarlyRendition> => {
  await drawWatermark(folder, watermark);
  const source = await videoSource(facts, { file, folder, signal });
  await encode(earlyRenditionCommand(facts, watermark, source.input), source.place, {
    limits: encodingLimits(EARLY_RENDITION_SECONDS * 1_000),
  });
  const [lowest] = planRungs(facts);
  if (!lowest) throw new RangeError('a video without qualities');
  const audio = await audioTrackOf(folder, facts);
  return { rung: await readRung(folder, lowest, audio), audio, poster: 'poster.jpg' };
};

/** One stream's pieces, one after another, are a file that ffmpeg reads. */
const concatenate = async (
  folder: string,
  { init, segments }: Track,
  name: string,
): Promise<string> => {
  const path = join(folder, name);
  for (const [index, file] of [init, ...segments.map((segment) => segment.file)].entries()) {
    await pipeline(
      createReadStream(join(folder, file)),
      createWriteStream(path, { flags: index === 0 ? 'w' : 'a' }),
    );
  }
  return path;
};

const writeWholeFile = async (
  place: EncodingTask,
  video: Track,
  audio: Track | null,
  durationMs: number,
): Promise<string> => {
  const files = [
    await concatenate(place.folder, video, 'whole-video.mp4'),
    ...(audio ? [await concatenate(place.folder, audio, 'whole-audio.mp4')] : []),
  ];
  await encode(mp4Command(files.map((file) => inputOf(file, 'video/mp4'))), place, {
    limits: encodingLimits(durationMs),
  });
  return 'whole.mp4';
};

/**
 * The sheet, which moderators see and which is compared with what was taken down, goes as far as
 * the file says that it lasts: nothing may be shown behind it. Throws MediaRefused.
 */
const refuseLonger = (facts: VideoFacts, durationMs: number): void => {
  if (durationMs > facts.durationMs + planSprite(facts).intervalMs)
    throw new MediaRefused(
      'damaged',
      `it lasts ${durationMs} ms and says ${facts.durationMs} ms of itself`,
    );
};

/** Hashes of the frames of its sheet, to find what was taken down before. */
const hashSheet = (
  facts: VideoFacts,
  durationMs: number,
  folder: string,
  signal: AbortSignal,
): Promise<FrameHash[]> => {
  const sprite = planSprite(facts);
  // The sheet has room for as long as the original said it was; what never came is black.
  const lengthMs = Math.min(durationMs, facts.durationMs);
  return hashFrames({
    file: join(folder, 'sprite.jpg'),
    frames: Math.max(1, Math.ceil(lengthMs / sprite.intervalMs)),
    sprite,
    signal,
  });
};

export const transcodeVideo: MediaEngine['transcodeVideo'] = async (
  facts,
  { file, folder, watermark, signal, onProgress },
): Promise<TranscodedVideo> => {
  await mkdir(folder, { recursive: true });
  await drawWatermark(folder, watermark);
  const place: EncodingTask = { file, folder, signal };
  const source = await videoSource(facts, place);
  await encode(ladderCommand(facts, watermark, source.input), source.place, {
    limits: encodingLimits(facts.durationMs),
    onTime: (madeMs) => onProgress(Math.min(1, madeMs / facts.durationMs)),
  });
  const audio = await audioTrackOf(folder, facts);
  const rungs = await Promise.all(planRungs(facts).map((rung) => readRung(folder, rung, audio)));
  const highest = rungs.at(-1);
  if (!highest) throw new RangeError('a video without qualities');
  const durationMs = trackDurationMs(highest);
  refuseLonger(facts, durationMs);
  const mp4 = await writeWholeFile(place, highest, audio, facts.durationMs);
  return {
    rungs,
    audio,
    mp4,
    durationMs,
    sprite: { file: 'sprite.jpg', ...planSprite(facts) },
    frameHashes: await hashSheet(facts, durationMs, folder, signal),
  };
};

/**
 * Hashes of frames of a video that nothing is made of, in `withinMs` of time. Throws MediaRefused.
 */
export const hashVideo = async (
  facts: VideoFacts,
  place: EncodingTask,
  withinMs: number,
): Promise<FrameHash[]> => {
  const source = await videoSource(facts, place);
  await encode(sheetCommand(facts, source.input), source.place, {
    limits: { ...encodingLimits(facts.durationMs), timeoutMs: withinMs },
  });
  // A file that breaks off before its first whole frame ends ffmpeg without an error.
  if (!existsSync(join(place.folder, 'sprite.jpg')))
    throw new MediaRefused('damaged', 'it has no frame');
  return hashSheet(facts, facts.durationMs, place.folder, place.signal);
};

export const cutTrailer: MediaEngine['cutTrailer'] = async ({ file, folder, signal, seconds }) => {
  await encode(
    trailerCommand(inputOf(file, 'video/mp4'), seconds),
    { file, folder, signal },
    { limits: encodingLimits(seconds * 1_000) },
  );
  return 'trailer.mp4';
};
