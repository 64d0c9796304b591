// Buyers' marks are put into pictures and read from them in a sandboxed child: what a decoder made
// is not decoded in this process.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MediaEngine, MediaRefused } from './port.ts';
import { runSandboxed, type SandboxLimits } from './sandbox.ts';

const SCRIPT = join(import.meta.dirname, 'mark-child.ts');
/**
 * Pictures of 2048 pixels take less than a second; one that turned up elsewhere may have 100
 * megapixels.
 */
const LIMITS: SandboxLimits = {
  timeoutMs: 60_000,
  memoryBytes: 3 * 1024 ** 3,
  cpuSeconds: 60,
  fileBytes: 100 * 1024 ** 2,
};

/** Runs the child in a folder with these files, and `read`s what it made. */
const inFolder = async <T>(
  action: 'mark' | 'compare',
  files: Record<string, Buffer | string>,
  signal: AbortSignal,
  read: (folder: string, stdout: string) => T | Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-mark-'));
  try {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), content);
    const run = await runSandboxed(SCRIPT, [action, folder], {
      readable: join(folder, 'picture'),
      writable: folder,
      limits: LIMITS,
      signal,
    });
    signal.throwIfAborted();
    if (run.code !== 0)
      throw new MediaRefused(
        'damaged',
        run.timedOut ? 'took too long' : run.stderr || `ended by ${run.signal}`,
      );
    return await read(folder, run.stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

type WithSignal<T> = T & { signal: AbortSignal };

export const markPicture = ({
  content,
  cells,
  signal,
}: WithSignal<Parameters<MediaEngine['markPicture']>[0]>): Promise<Buffer> =>
  inFolder('mark', { picture: content, cells: JSON.stringify(cells) }, signal, (folder) =>
    readFile(join(folder, 'marked')),
  );

export const compareMarks = ({
  found,
  original,
  signal,
}: WithSignal<Parameters<MediaEngine['compareMarks']>[0]>): Promise<number[]> =>
  inFolder(
    'compare',
    { picture: original, found },
    signal,
    (_, stdout) => JSON.parse(stdout) as number[],
  );
