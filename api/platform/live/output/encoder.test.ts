// ffmpeg of a show: it runs confined, where it sees its folder and the system's programs only, and
// keeps the times of the pictures that it encodes.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sandboxTools } from '../../media/sandbox.ts';
import { pictureOf, startEncoder } from './encoder.ts';

const run = promisify(execFile);

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

const FRAMES = 60;
const IVF_HEADER_BYTES = 32;
/** As of RTP, and of 20 pictures in a second. */
const [CLOCK, STEP] = [90_000, 4_500];

/** Three seconds of VP8 as a file, on the clock of RTP. */
const vp8Of = async (folder: string): Promise<string> => {
  const file = join(folder, 'in.ivf');
  const source = `testsrc2=size=160x120:rate=${CLOCK / STEP}`;
  const encoder = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '200k'];
  const what = ['-f', 'lavfi', '-i', source, '-frames:v', String(FRAMES), ...encoder];
  await run('ffmpeg', ['-v', 'error', ...what, '-f', 'ivf', file]);
  const bytes = await readFile(file);
  bytes.writeUInt32LE(CLOCK, 16);
  bytes.writeUInt32LE(1, 20);
  for (let [at, frame] = [IVF_HEADER_BYTES, 0]; at < bytes.length; frame += 1) {
    bytes.writeBigUInt64LE(BigInt(frame * STEP), at + 4);
    at += 12 + bytes.readUInt32LE(at);
  }
  await writeFile(file, bytes);
  return file;
};

test('VP8 whose rate ffmpeg takes for 90,000 pictures a second is encoded with as many pictures as it has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-encoder-'));
  try {
    const input = ['-probesize', '3000', '-i', await vp8Of(folder)];
    const rate = ['-show_entries', 'stream=r_frame_rate', '-of', 'csv=p=0'];
    const { stdout: guessed } = await run('ffprobe', ['-v', 'error', ...input, ...rate]);
    // The first packets tell nothing else, as those of a show may.
    expect(guessed.trim()).toBe('90000/1');
    const playlist = join(folder, 'out.m3u8');
    const most = ['-frames:v', String(10 * FRAMES)];
    await run('ffmpeg', ['-v', 'error', ...input, ...pictureOf('vp8'), ...most, playlist]);
    const count = ['-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0'];
    const { stdout: encoded } = await run('ffprobe', ['-v', 'error', ...count, playlist]);
    expect(Number.parseInt(encoded, 10)).toBe(FRAMES);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
