// Hashes of what is inside other files, each made in a sandboxed child: frames of a sheet, and
// files of an archive.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ArchiveMember,
  type FrameHash,
  type MediaEngine,
  MediaRefused,
  type PictureHash,
} from './port.ts';
import { runSandboxed, type SandboxLimits } from './sandbox.ts';

const FRAMES = join(import.meta.dirname, 'video/frame-hash-child.ts');
const ARCHIVE = join(import.meta.dirname, 'hash-archive-child.ts');

const FRAMES_LIMITS: SandboxLimits = {
  timeoutMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
  cpuSeconds: 100,
  fileBytes: 1024,
};
/** Five hundred pictures of twelve megapixels take two minutes; an archive has 2,000 files. */
const ARCHIVE_LIMITS: SandboxLimits = {
  timeoutMs: 2_400_000,
  memoryBytes: 3 * 1024 ** 3,
  cpuSeconds: 1_600,
  fileBytes: 1024,
};

const run = async (
  script: string,
  args: readonly string[],
  {
    file,
    limits,
    signal,
  }: { file: string; limits: SandboxLimits; signal: AbortSignal | undefined },
) => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-hash-'));
  try {
    const done = await runSandboxed(script, [file, ...args], {
      readable: file,
      writable: folder,
      limits,
      signal,
    });
    signal?.throwIfAborted();
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const hashFrames: MediaEngine['hashFrames'] = async ({
  file,
  frames,
  sprite: { columns, frameWidth, frameHeight, intervalMs },
  signal,
}): Promise<FrameHash[]> => {
  const sizes = [frames, columns, frameWidth, frameHeight].map(String);
  const {
    code,
    signal: killedBy,
    stdout,
    stderr,
  } = await run(FRAMES, sizes, {
    file,
    limits: FRAMES_LIMITS,
    signal,
  });
  if (code !== 0) throw new Error(`hashing frames failed (${code ?? killedBy}): ${stderr}`);
  return (JSON.parse(stdout) as { hash: string; pdq: PictureHash }[]).map(
    ({ hash, pdq }, index) => ({ atMs: index * intervalMs, hash: BigInt(hash), pdq }),
  );
};

export const hashArchive: MediaEngine['hashArchive'] = async ({ file, signal }) => {
  const {
    code,
    signal: killedBy,
    timedOut,
    stdout,
    stderr,
  } = await run(ARCHIVE, [], {
    file,
    limits: ARCHIVE_LIMITS,
    signal,
  });
  // Its own content ended the child: nothing in it will ever be shown as a picture either.
  if (timedOut || killedBy !== null)
    throw new MediaRefused('archiveRefused', timedOut ? 'took too long' : `ended by ${killedBy}`);
  if (code !== 0) throw new Error(`hashing an archive failed (${code}): ${stderr}`);
  return JSON.parse(stdout) as ArchiveMember[];
};
