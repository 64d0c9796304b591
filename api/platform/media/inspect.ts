// Detects what an upload is: its type by its first bytes, then by the decoder of that type, each in
// a sandbox.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Animation } from './animation/read-animation.ts';
import {
  type Inspection,
  type MediaEngine,
  MediaRefused,
  type RefusalReason,
  type VideoFacts,
} from './port.ts';
import { runSandboxed, type SandboxLimits } from './sandbox.ts';
import { isPlayable, probe } from './video/ffmpeg.ts';
import { audioFactsOf, hasPicture, videoFactsOf } from './video/probe.ts';

const SCRIPT = join(import.meta.dirname, 'judge-child.ts');
const LIMITS: SandboxLimits = {
  timeoutMs: 30_000,
  memoryBytes: 1024 ** 3,
  cpuSeconds: 20,
  fileBytes: 1024,
};

type InspectionOutput =
  | { refused: RefusalReason; detail: string }
  | { contentType: string; bytes: number; entries?: number; animation?: Animation | null };

const inspectFile = async (
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<InspectionOutput> => {
  const run = await runSandboxed(SCRIPT, [file], {
    readable: file,
    writable: folder,
    limits: LIMITS,
    signal,
  });
  signal.throwIfAborted();
  if (run.timedOut || run.signal !== null)
    throw new MediaRefused('damaged', run.timedOut ? 'took too long' : `ended by ${run.signal}`);
  if (run.code !== 0) throw new Error(`judging failed (${run.code}): ${run.stderr}`);
  return JSON.parse(run.stdout) as InspectionOutput;
};

/** An animated picture is a short video without sound. */
const loopOf = (
  { width, height, delaysMs }: Animation,
  file: { contentType: string; bytes: number },
): VideoFacts => {
  const durationMs = Math.round(delaysMs.reduce((sum, ms) => sum + ms, 0));
  return {
    kind: 'video',
    ...file,
    width,
    height,
    durationMs,
    framesPerSecond: (delaysMs.length * 1_000) / durationMs,
    highDynamicRange: false,
    hasAudio: false,
    loops: true,
  };
};

export const inspect: MediaEngine['inspect'] = async ({ file, signal }): Promise<Inspection> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-judge-'));
  try {
    const judged = await inspectFile(file, folder, signal);
    if ('refused' in judged) throw new MediaRefused(judged.refused, judged.detail);
    const { contentType, bytes, entries, animation } = judged;
    if (animation) return loopOf(animation, { contentType, bytes });
    if (contentType.startsWith('image/')) return { kind: 'image', contentType, bytes };
    if (entries !== undefined) return { kind: 'archive', contentType, bytes, entries };
    if (!isPlayable(contentType)) throw new MediaRefused('typeNotAllowed', contentType);
    const probed = await probe(contentType, { file, folder, signal });
    return hasPicture(probed)
      ? videoFactsOf(probed, { contentType, bytes })
      : audioFactsOf(probed, { contentType, bytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
