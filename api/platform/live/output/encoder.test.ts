// ffmpeg of a show runs confined: of the file system it sees its folder and the system's programs.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxTools } from '../../media/sandbox.ts';
import { startEncoder } from './encoder.ts';

/** Processes of ffmpeg that write into this folder. */
const ffmpegIn = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^[^\0]*ffmpeg\0/.test(line) && line.includes(folder)) found.push(pid);
  }
  return found;
};

test.skipIf(process.platform !== 'linux' || !(await sandboxTools()).bwrap)(
  'the encoder of a show sees no folder but its own, and ends when it is asked to',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'camarim-encoder-'));
    try {
      const encoder = await startEncoder(folder, 'vp8', null);
      await expect.poll(() => ffmpegIn(folder)).toHaveLength(1);
      const [pid = ''] = await ffmpegIn(folder);
      const root = `/proc/${pid}/root`;
      expect(await readdir(root)).not.toContain('home');
      expect(await readdir(join(root, folder))).toContain('in.sdp');
      await expect(readdir(join(root, import.meta.dirname))).rejects.toThrow('ENOENT');
      await encoder.stop();
      await expect.poll(() => ffmpegIn(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
