// Processor time of the whole work on a video over one bare ffmpeg command, tuned by hand, that
// makes the same qualities.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { VideoFacts } from '../../api/platform/media/port.ts';
import { sandboxedMedia } from '../../api/platform/media/sandboxed-media.ts';
import { drawVideo } from '../clip.ts';
import { cpuSecondsOfChildren } from '../cpu.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';

const SECONDS = 60;
const ROUNDS = 3;

const execute = promisify(execFile);

/**
 * Scaled and marked once at 720p, the rest made of that; the same encoder, rates, key frames and
 * segments.
 */
const bareCommand = (file: string): string[] => [
  '-v',
  'error',
  '-nostdin',
  '-y',
  '-i',
  file,
  '-filter_complex',
  "[0:v]scale=-2:720:flags=bicubic,drawtext=text='camarim.example/luna':fontsize=h/28:fontcolor=white@0.5:x=w-tw-16:y=h-th-12,split=4[v3][c][b][a];[c]scale=-2:480[v2];[b]scale=-2:360[v1];[a]scale=-2:240[v0]",
  '-map',
  '[v0]',
  '-map',
  '[v1]',
  '-map',
  '[v2]',
  '-map',
  '[v3]',
  '-map',
  '0:a',
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '23',
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
  '-sc_threshold',
  '0',
  '-force_key_frames',
  'expr:gte(t,n_forced*2)',
  '-maxrate:v:0',
  '400k',
  '-bufsize:v:0',
  '800k',
  '-maxrate:v:1',
  '800k',
  '-bufsize:v:1',
  '1600k',
  '-maxrate:v:2',
  '1400k',
  '-bufsize:v:2',
  '2800k',
  '-maxrate:v:3',
  '2800k',
  '-bufsize:v:3',
  '5600k',
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-ac',
  '2',
  '-f',
  'hls',
  '-hls_time',
  '4',
  '-hls_playlist_type',
  'vod',
  '-hls_segment_type',
  'fmp4',
  '-hls_segment_filename',
  '%v/s%04d.m4s',
  '-var_stream_map',
  'v:0,agroup:a,name:240p v:1,agroup:a,name:360p v:2,agroup:a,name:480p v:3,agroup:a,name:720p a:0,agroup:a,name:aud',
  '%v/index.m3u8',
];

/**
 * bubblewrap ends without reaping what ran in it, whose processor time would then be lost:
 * the encoder runs in the other sandbox.
 */
const hideBubblewrap = async (folder: string): Promise<void> => {
  const path = join(folder, 'programs');
  await mkdir(path);
  await writeFile(join(path, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env['PATH'] = `${path}:${process.env['PATH']}`;
};

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = await cpuSecondsOfChildren();
  await work();
  return (await cpuSecondsOfChildren()) - before;
};

export const run = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-ladder-'));
  const engine = sandboxedMedia();
  const signal = new AbortController().signal;
  const file = join(folder, 'video.mp4');
  let made = 0;
  const newFolder = async () => {
    const path = join(folder, `made-${(made += 1)}`);
    await mkdir(path);
    return path;
  };
  const wholeWork = async () => {
    const facts = (await engine.inspect({ file, signal })) as VideoFacts;
    const [look, all] = [await newFolder(), await newFolder()];
    const { poster } = await engine.encodeEarlyRendition(facts, {
      file,
      folder: look,
      watermark: 'camarim.example/luna',
      signal,
    });
    await engine.renderImage({
      file: join(look, poster),
      watermark: 'camarim.example/luna',
      signal,
    });
    await engine.transcodeVideo(facts, {
      file,
      folder: all,
      watermark: 'camarim.example/luna',
      signal,
      onProgress: () => {},
    });
  };
  try {
    await hideBubblewrap(folder);
    await drawVideo(file, SECONDS);
    const cpu = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const bareFolder = await newFolder();
      cpu.bare.push(await cpuOf(() => execute('ffmpeg', bareCommand(file), { cwd: bareFolder })));
      cpu.ours.push(await cpuOf(wholeWork));
    }
    const how = `a ${SECONDS} s video of 1080p with grain and sound; ours looks what it is, makes a first look and four pictures of it, four qualities, one whole file, small frames and their hashes, each step in a sandbox (that without bubblewrap); median of ${ROUNDS} interleaved rounds`;
    return [
      figureOf(
        'ladder-cpu-vs-ffmpeg',
        'ratio',
        ratios(cpu.ours, cpu.bare),
        `processor time of all the work over that of one ffmpeg command that makes the same four qualities; ${how}`,
      ),
      figureOf(
        'ladder-cpu-seconds-per-second',
        's',
        cpu.ours.map((seconds) => seconds / SECONDS),
        `processor time for each second of video; ${how}`,
      ),
    ];
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
};
