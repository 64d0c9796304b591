// Clips for tests: patterns and tones that ffmpeg draws, encoded the ways cameras and phones do.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Clip = {
  seconds?: number;
  size?: string;
  rate?: number;
  sound?: boolean;
  output?: readonly string[];
  name?: string;
};

/** Draws a clip into the folder; returns its path. */
export const drawClip = async (
  folder: string,
  {
    seconds = 3,
    size = '640x360',
    rate = 25,
    sound = true,
    output = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    name = 'clip.mp4',
  }: Clip = {},
): Promise<string> => {
  const path = join(folder, name);
  const tone = sound ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`] : [];
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=duration=${seconds}:size=${size}:rate=${rate}`,
    ...tone,
    ...output,
    ...(sound ? ['-shortest'] : []),
    path,
  ]);
  return path;
};

export const drawTone = async (
  folder: string,
  { seconds = 2, volume = 0.1, name = 'tone.mp3' } = {},
): Promise<string> => {
  const path = join(folder, name);
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:duration=${seconds}`,
    '-af',
    `volume=${volume}`,
    path,
  ]);
  return path;
};

/** What ffprobe says of a file of ours. */
export const probeFile = async (path: string, ...what: string[]): Promise<string> =>
  (await run('ffprobe', ['-v', 'error', ...what, path])).stdout.trim();
