// A video for benchmarks: moving patterns with grain, so that the encoder has work to do, as
// cameras of phones write it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** 1080p at 30 frames a second and 9 Mbit/s, with sound. */
export const drawVideo = async (path: string, seconds: number): Promise<void> => {
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=duration=${seconds}:size=1920x1080:rate=30`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=300:duration=${seconds}`,
    '-vf',
    'noise=alls=12:allf=t',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-b:v',
    '9M',
    '-maxrate',
    '10M',
    '-bufsize',
    '20M',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    path,
  ]);
};
