// ffmpeg of a show runs confined: of the file system it sees its folder and the system's programs.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

test('an encoder whose ffmpeg ends by itself can be stopped while packets are sent to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-encoder-'));
  const encoder = await startEncoder(folder, 'vp8', null);
  try {
    // More than one burst, so that the sending of what was held goes on when ffmpeg has ended.
    for (let n = 0; n < 2_000; n += 1) encoder.send('video', Buffer.alloc(20));
    await expect.poll(() => ffmpegIn(folder), { timeout: 60_000 }).not.toEqual([]);
    for (const pid of await ffmpegIn(folder)) process.kill(Number(pid), 'SIGKILL');
    await encoder.ended;
    await encoder.stop();
    encoder.send('video', Buffer.alloc(20));
    await expect.poll(() => ffmpegIn(folder)).toEqual([]);
    // The sending of what was held has its pauses behind it by then.
    await sleep(500);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

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
