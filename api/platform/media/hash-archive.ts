// Hashes of the files in a zip archive: the frames of its videos are unpacked and decoded one after
// the other, each in its own sandbox.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UPLOAD_MAX_BYTES } from '@camarim/contract/limits';
import { SECOND_MS } from '@camarim/contract/time';
import { type HashedMember, hashMembers } from './hash-pictures.ts';
import { inspect } from './inspect.ts';
import { PDQ_QUALITY_MIN } from './pdq.ts';
import { EncoderMissing, type MediaEngine, MediaRefused, type PictureHash } from './port.ts';
import { runSandboxed, type SandboxLimits } from './sandbox.ts';
import { isPlayable } from './video/ffmpeg.ts';
import { hashVideo } from './video/transcode.ts';

const EXTRACT = join(import.meta.dirname, 'extract-entry-child.ts');
/** A longer file is no video that could be uploaded. */
const EXTRACT_LIMITS: SandboxLimits = {
  timeoutMs: 600_000,
  memoryBytes: 1024 ** 3,
  cpuSeconds: 300,
  fileBytes: UPLOAD_MAX_BYTES,
};
const VIDEO_SECONDS = 1_200;
/** The frames of all videos together: as many as an archive has files. */
const FRAMES_MAX = 2_000;

const hasFrames = ({ contentType, bytes }: HashedMember): boolean =>
  contentType.startsWith('video/') && isPlayable(contentType) && bytes <= UPLOAD_MAX_BYTES;

const extract = async (
  archive: string,
  entry: number,
  folder: string,
  signal: AbortSignal,
): Promise<string> => {
  const file = join(folder, 'entry');
  const {
    code,
    signal: killedBy,
    stderr,
  } = await runSandboxed(EXTRACT, [archive, `${entry}`, file], {
    readable: archive,
    writable: folder,
    limits: EXTRACT_LIMITS,
    signal,
  });
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`unpacking a video failed (${code ?? killedBy}): ${stderr}`);
  return file;
};

/** None of what can't be decoded, or not in `withinMs` of time. */
const framesOf = async (
  archive: string,
  entry: number,
  signal: AbortSignal,
  withinMs: number,
): Promise<PictureHash[]> => {
  // Beside the archive: a temporary folder of the system may be in memory.
  const folder = await mkdtemp(join(dirname(archive), 'entry-'));
  try {
    const file = await extract(archive, entry, folder, signal);
    const facts = await inspect({ file, signal });
    if (facts.kind !== 'video') return [];
    const made = join(folder, 'made');
    await mkdir(made);
    const hashes = await hashVideo(facts, { file, folder: made, signal }, withinMs);
    return hashes.map(({ pdq }) => pdq).filter(({ quality }) => quality >= PDQ_QUALITY_MIN);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MediaRefused || error instanceof EncoderMissing) return [];
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const hashArchive: MediaEngine['hashArchive'] = async (request) => {
  const { file, signal = new AbortController().signal, videoSeconds = VIDEO_SECONDS } = request;
  const members = await hashMembers(request);
  const end = performance.now() + videoSeconds * SECOND_MS;
  let frames = 0;
  for (const member of members) {
    const withinMs = end - performance.now();
    if (withinMs <= 0 || frames >= FRAMES_MAX) break;
    if (!hasFrames(member)) continue;
    member.pictures = await framesOf(file, member.entry, signal, withinMs);
    frames += member.pictures.length;
  }
  return members;
};
