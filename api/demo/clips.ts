// Short videos and tunes for the demo, drawn by ffmpeg: drifting colours and a chord. Nothing
// human, nothing downloaded.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type DemoClip = 'video' | 'portrait' | 'tune';

const SECONDS = 6;
const COLOURS = [
  ['3a1c5c', 'c0396f', 'ffd08a', '14324f'],
  ['0b0710', '0f6e84', '9ad1d4', '5b247a'],
] as const;

const colours = (seed: number, size: string): string => {
  const palette = COLOURS[seed % COLOURS.length] ?? COLOURS[0];
  return `gradients=s=${size}:d=${SECONDS}:r=25:n=${palette.length}:speed=0.03:seed=${seed}:${palette.map((colour, index) => `c${index}=0x${colour}`).join(':')}`;
};

/** A chord that comes and goes. */
const chord = (seed: number, seconds: number): string => {
  const root = 150 + (seed % 7) * 12;
  const voices = [1, 1.25, 1.5, 2].map(
    (step) =>
      `0.12*sin(2*PI*${(root * step).toFixed(2)}*t)*(0.6+0.4*sin(2*PI*t*${(0.2 * step).toFixed(2)}))`,
  );
  return `aevalsrc='${voices.join('+')}':d=${seconds}:s=44100`;
};

/** Arguments of ffmpeg that draw a video of this size (width x height in pixels). */
const drawVideo = (seed: number, size: string): string[] => [
  '-f',
  'lavfi',
  '-i',
  colours(seed, size),
  '-f',
  'lavfi',
  '-i',
  chord(seed, SECONDS),
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-shortest',
];

const CLIPS: Record<
  DemoClip,
  { contentType: string; ending: string; draw: (seed: number) => string[] }
> = {
  video: {
    contentType: 'video/mp4',
    ending: 'mp4',
    draw: (seed) => drawVideo(seed, '640x360'),
  },
  portrait: {
    contentType: 'video/mp4',
    ending: 'mp4',
    draw: (seed) => drawVideo(seed, '360x640'),
  },
  tune: {
    contentType: 'audio/mp4',
    ending: 'm4a',
    draw: (seed) => ['-f', 'lavfi', '-i', chord(seed, 18), '-c:a', 'aac', '-b:a', '96k'],
  },
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Null where ffmpeg is not installed: the demo then has pictures only. */
export const drawDemoClip = async (
  clip: DemoClip,
  seed: number,
): Promise<{ content: Buffer; contentType: string } | null> => {
  const { contentType, ending, draw } = CLIPS[clip];
  const folder = await mkdtemp(join(tmpdir(), 'camarim-clip-'));
  const path = join(folder, `clip.${ending}`);
  try {
    await run('ffmpeg', ['-v', 'error', '-nostdin', ...draw(seed), path]);
    return { content: await readFile(path), contentType };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
