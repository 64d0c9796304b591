// Segments begin with the first picture of a publisher: nothing of it is lost while ffmpeg starts.
import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { Segmenter } from './segmenter.ts';

const run = promisify(execFile);
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const listen = async (take: (packet: Buffer) => void): Promise<number> => {
  const socket = createSocket('udp4');
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  socket.on('message', take);
  closers.push(() => socket.close());
  return socket.address().port;
};

/** A pattern whose key frames are two seconds apart, as segments are, and a tone. */
const startCamera = (codec: 'h264' | 'vp8', video: number, audio: number): void => {
  const to = (port: number) => ['-f', 'rtp', `rtp://127.0.0.1:${port}?rtcpport=9&localrtpport=0`];
  const camera = spawn(
    'ffmpeg',
    [
      ['-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=10'],
      ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-map', '0:v'],
      codec === 'h264'
        ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-bf', '0']
        : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '200k'],
      ['-pix_fmt', 'yuv420p', '-g', '20', ...to(video)],
      ['-map', '1:a', '-c:a', 'libopus', '-b:a', '48k', ...to(audio)],
    ].flat(),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  closers.push(() => camera.kill('SIGKILL'));
};

/** All files below the folder whose name ends so, in the order of their numbers. */
const filesOf = async (folder: string, end: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith(end))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => join(folder, name));

test.each(['h264', 'vp8'] as const)(
  'the first picture of %s is in the first segment',
  async (codec) => {
    const folder = await mkdtemp(join(tmpdir(), 'camarim-segmenter-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const segmenter = new Segmenter({
      folder,
      room: 'room',
      codec,
      requestKeyframe: () => {},
      onSegments: () => {},
      onProblem: (problem) => expect.unreachable(problem),
    });
    const video = await listen((packet) => segmenter.packet('video', packet));
    const audio = await listen((packet) => segmenter.packet('audio', packet));
    startCamera(codec, video, audio);
    await expect.poll(() => filesOf(folder, '.m4s'), { timeout: 60_000 }).toHaveLength(2);
    await segmenter.stop();
    const [init = ''] = await filesOf(folder, 'init.mp4');
    const [first = ''] = await filesOf(folder, '0.m4s');
    const written = join(folder, 'first.mp4');
    await writeFile(written, Buffer.concat([await readFile(init), await readFile(first)]));
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'packet=pts_time',
      '-of',
      'csv=p=0',
      written,
    ]);
    // The second key frame comes after two seconds.
    expect(Number.parseFloat(stdout)).toBeLessThan(1);
  },
);
