// What is made of live shows: one video of the parts that were recorded, and still pictures.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND_MS } from '@camarim/contract/time';
import type { MediaEngine } from '../port.ts';
import { encode, encodingLimits } from './ffmpeg.ts';

const PARTS_LIST = 'parts.txt';

const secondsOf = (ms: number): string => (ms / SECOND_MS).toFixed(3);

/**
 * A fragmented file says nothing of its length, which joining them needs: each is written again.
 */
const rewrite = async (
  series: string,
  index: number,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> => {
  const name = `part${index}.mp4`;
  await encode(
    [
      '-protocol_whitelist',
      'file',
      '-f',
      'mov',
      '-i',
      `file:${join(folder, series)}`,
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      '-c',
      'copy',
      '-avoid_negative_ts',
      'make_zero',
      '-f',
      'mp4',
      `file:${join(folder, name)}`,
    ],
    { file: folder, folder, signal },
    { limits: encodingLimits(SECOND_MS) },
  );
  return name;
};

export const joinSeries: MediaEngine['joinSeries'] = async ({
  folder,
  series,
  fromMs,
  toMs,
  signal,
}) => {
  const parts: string[] = [];
  for (const [index, name] of series.entries())
    parts.push(await rewrite(name, index, { folder, signal }));
  await writeFile(join(folder, PARTS_LIST), parts.map((name) => `file '${name}'\n`).join(''));
  await encode(
    [
      '-protocol_whitelist',
      'file',
      '-f',
      'concat',
      '-safe',
      '1',
      '-ss',
      secondsOf(fromMs),
      '-i',
      `file:${join(folder, PARTS_LIST)}`,
      '-t',
      secondsOf(toMs - fromMs),
      '-map',
      '0:v:0',
      '-map',
      '0:a:0?',
      '-c',
      'copy',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      `file:${join(folder, 'show.mp4')}`,
    ],
    { file: folder, folder, signal },
    { limits: encodingLimits(toMs - fromMs) },
  );
  return 'show.mp4';
};

export const pictureOf: MediaEngine['pictureOf'] = async ({ file, folder, codec, signal }) => {
  await encode(
    [
      '-protocol_whitelist',
      'file',
      '-f',
      codec === 'h264' ? 'h264' : 'ivf',
      '-i',
      `file:${file}`,
      '-frames:v',
      '1',
      '-q:v',
      '3',
      '-f',
      'image2',
      '-update',
      '1',
      `file:${join(folder, 'picture.jpg')}`,
    ],
    { file, folder, signal },
    { limits: encodingLimits(SECOND_MS) },
  );
  return 'picture.jpg';
};
