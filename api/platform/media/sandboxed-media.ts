// Images by sharp, video and sound by ffmpeg, each in a sandboxed child of its own: a file that
// kills it kills nothing else.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCredentials } from './credentials/sandboxed-credentials.ts';
import { hashArchive } from './hash-archive.ts';
import { hashFrames } from './hash-pictures.ts';
import { inspect } from './inspect.ts';
import { compareMarks, markPicture } from './marking.ts';
import {
  type ImageFacts,
  type MediaEngine,
  MediaRefused,
  type RefusalReason,
  type RenderRequest,
  type RenditionKind,
} from './port.ts';
import { runSandboxed, type SandboxLimits } from './sandbox.ts';
import { transcodeAudio } from './video/audio.ts';
import { joinSeries, pictureOf } from './video/shows.ts';
import { cutTrailer, encodeEarlyRendition, transcodeVideo } from './video/transcode.ts';

const SCRIPT = join(import.meta.dirname, 'render-child.ts');

/** A 100 megapixel picture takes about 10 s of one core and 700 MB; nothing honest takes more. */
const LIMITS: SandboxLimits = {
  timeoutMs: 60_000,
  memoryBytes: 3 * 1024 ** 3,
  cpuSeconds: 60,
  fileBytes: 200 * 1024 ** 2,
};

type ChildAnswer =
  | { refused: RefusalReason; detail: string }
  | {
      facts: Omit<ImageFacts, 'perceptualHash' | 'perceptualHashMirror'> & {
        perceptualHash: string;
        perceptualHashMirror: string;
      };
      images: { kind: RenditionKind; width: number; height: number }[];
    };

/** Lets `most` run at once; the others wait their turn. */
const turnstile = (most: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
};

const render = async ({ file, watermark, signal }: RenderRequest) => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-render-'));
  try {
    const run = await runSandboxed(SCRIPT, [file, folder, watermark], {
      readable: file,
      writable: folder,
      limits: LIMITS,
      signal,
    });
    signal?.throwIfAborted();
    // Killed by its limits or by its own input: the file is to blame, and trying again would end
    // the same way.
    if (run.timedOut || run.signal !== null)
      throw new MediaRefused('damaged', run.timedOut ? 'took too long' : `ended by ${run.signal}`);
    if (run.code !== 0) throw new Error(`the renderer failed (${run.code}): ${run.stderr}`);
    const answer = JSON.parse(run.stdout) as ChildAnswer;
    if ('refused' in answer) throw new MediaRefused(answer.refused, answer.detail);
    const renditions = await Promise.all(
      answer.images.map(async (image) => ({
        ...image,
        content: await readFile(join(folder, image.kind)),
        contentType: 'image/webp' as const,
      })),
    );
    return {
      facts: {
        ...answer.facts,
        perceptualHash: BigInt(answer.facts.perceptualHash),
        perceptualHashMirror: BigInt(answer.facts.perceptualHashMirror),
      },
      renditions,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Pictures wait only for pictures, videos only for videos, and archives for archives: a long video
 * never holds up a photo.
 */
export const sandboxedMedia = (): MediaEngine => {
  const pictures = turnstile(availableParallelism());
  const videos = turnstile(Math.max(1, Math.floor(availableParallelism() / 2)));
  const archives = turnstile(1);
  const controller = new AbortController();
  const until = <T extends { signal?: AbortSignal }>(request: T) => ({
    ...request,
    signal: request.signal
      ? AbortSignal.any([request.signal, controller.signal])
      : controller.signal,
  });
  return {
    renderImage: (request) => pictures(() => render(until(request))),
    markPicture: (request) =>
      pictures(() => markPicture({ ...request, signal: controller.signal })),
    compareMarks: (request) =>
      pictures(() => compareMarks({ ...request, signal: controller.signal })),
    readCredentials: (request) => pictures(() => readCredentials(until(request))),
    inspect: (request) => pictures(() => inspect(until(request))),
    encodeEarlyRendition: (facts, request) =>
      pictures(() => encodeEarlyRendition(facts, until(request))),
    cutTrailer: (request) => pictures(() => cutTrailer(until(request))),
    joinSeries: (request) => pictures(() => joinSeries(until(request))),
    hashFrames: (request) => pictures(() => hashFrames(until(request))),
    hashArchive: (request) => archives(() => hashArchive(until(request))),
    pictureOf: (request) => pictures(() => pictureOf(until(request))),
    transcodeVideo: (facts, request) => videos(() => transcodeVideo(facts, until(request))),
    transcodeAudio: (facts, request) => videos(() => transcodeAudio(facts, until(request))),
    close: async () => controller.abort(new Error('closing')),
  };
};
