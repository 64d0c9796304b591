// Hashes of what is inside other files, each made in a sandboxed child: frames of a sheet, and
// files of an archive.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ArchiveMember,
  type Credentials,
  CREDENTIALS_KEPT_BYTES,
  type FrameHash,
  type MediaEngine,
  MediaRefused,
  type PictureHash,
} from './port.ts';
import { runSandboxed, type SandboxedRun, type SandboxLimits } from './sandbox.ts';

const FRAMES = join(import.meta.dirname, 'video/frame-hash-child.ts');
const ARCHIVE = join(import.meta.dirname, 'hash-archive-child.ts');

const FRAMES_LIMITS: SandboxLimits = {
  timeoutMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
  cpuSeconds: 100,
  fileBytes: 1024,
};
/** Five hundred pictures of twelve megapixels take two minutes; an archive has 2,000 files. */
const PICTURE_SECONDS = 600;
/** The bytes of the largest archive take some minutes more. */
const ARCHIVE_LIMITS: SandboxLimits = {
  timeoutMs: 2_400_000,
  memoryBytes: 3 * 1024 ** 3,
  cpuSeconds: 1_600,
  fileBytes: CREDENTIALS_KEPT_BYTES,
};

type Run = {
  script: string;
  args: readonly string[];
  file: string;
  limits: SandboxLimits;
  signal: AbortSignal | undefined;
  onLine?: (line: string) => void;
};

/** `use` gets the end of the child, and the folder that it could write to. */
const run = async <T>(
  { script, args, file, ...how }: Run,
  use: (done: SandboxedRun, folder: string) => Promise<T> | T,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-hash-'));
  try {
    const done = await runSandboxed(script, [file, ...args, folder], {
      readable: file,
      writable: folder,
      ...how,
    });
    how.signal?.throwIfAborted();
    return await use(done, folder);
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
  const how = { script: FRAMES, args: sizes, file, limits: FRAMES_LIMITS, signal };
  return run(how, ({ code, signal: killedBy, stdout, stderr }) => {
    if (code !== 0) throw new Error(`hashing frames failed (${code ?? killedBy}): ${stderr}`);
    return (JSON.parse(stdout) as { hash: string; pdq: PictureHash }[]).map(
      ({ hash, pdq }, index) => ({ atMs: index * intervalMs, hash: BigInt(hash), pdq }),
    );
  });
};

/** `entry`: its place in the archive. */
export type HashedMember = ArchiveMember & { entry: number };

/** What the child says of an archive that it can't read. */
type RefusalLine = { refused: string };

/** What the child says of a file: its manifest store is in the folder when it is kept. */
type MemberLine = Omit<HashedMember, 'credentials'> & {
  credentials: (Omit<Credentials, 'manifest'> & { manifest: boolean }) | null;
};

const memberOf = async (
  { credentials, ...member }: MemberLine,
  folder: string,
  place: number,
): Promise<HashedMember> => ({
  ...member,
  credentials: credentials && {
    ...credentials,
    manifest: credentials.manifest ? await readFile(join(folder, `${place}`)) : null,
  },
});

/** All but the frames of videos. Throws MediaRefused. */
export const hashMembers = async ({
  file,
  signal,
  pictureSeconds = PICTURE_SECONDS,
}: Parameters<MediaEngine['hashArchive']>[0]): Promise<HashedMember[]> => {
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  return run(
    { script: ARCHIVE, args: [`${pictureSeconds}`], file, limits: ARCHIVE_LIMITS, signal, onLine },
    async ({ code, signal: killedBy, timedOut, stderr }, folder) => {
      // Its own content ended the child: nothing in it will ever be shown as a picture either.
      if (timedOut || killedBy !== null)
        throw new MediaRefused(
          'archiveRefused',
          timedOut ? 'took too long' : `ended by ${killedBy}`,
        );
      if (code !== 0) throw new Error(`hashing an archive failed (${code}): ${stderr}`);
      const members: HashedMember[] = [];
      for (const [place, line] of lines.entries()) {
        const said = JSON.parse(line) as MemberLine | RefusalLine;
        if ('refused' in said) throw new MediaRefused('archiveRefused', said.refused);
        members.push(await memberOf(said, folder, place));
      }
      return members;
    },
  );
};
