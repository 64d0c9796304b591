// Reads the playlists ffmpeg wrote: only names and durations are taken from them.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rung, Track } from '../port.ts';
import type { PlannedRung } from './ladder.ts';

/** Segments in their order. Throws when the text is no playlist of segments beside it. */
export const readPlaylist = (text: string): { name: string; durationMs: number }[] =>
  [...text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^\n#]+)/g)].map(([, seconds = '0', name = '']) => {
    if (!/^s\d{5}\.m4s$/.test(name)) throw new Error(`not a segment of ours: ${name}`);
    return { name, durationMs: Math.round(Number(seconds) * 1_000) };
  });

/** ffmpeg numbers the first files it opens when it makes several streams. */
const initIn = async (folder: string): Promise<string> => {
  const name = (await readdir(folder)).find((file) => /^init.*\.mp4$/.test(file));
  if (name === undefined) throw new Error(`no initialisation in ${folder}`);
  return name;
};

/** The stream ffmpeg wrote into `name` under the folder; its files are named from the folder on. */
export const readTrack = async (folder: string, name: string): Promise<Track> => {
  const segments = readPlaylist(await readFile(join(folder, name, 'index.m3u8'), 'utf8'));
  if (segments.length === 0) throw new Error(`no segments in ${name}`);
  return { init: join(name, await initIn(join(folder, name))), segments: segments.map((segment) => ({ file: join(name, segment.name), durationMs: segment.durationMs })) };
};

/** A rung with the most its segments need, measured. */
export const readRung = async (folder: string, { name, width, height, codecs }: PlannedRung, soundBitsPerSecond: number): Promise<Rung> => {
  const track = await readTrack(folder, name);
  const rates = await Promise.all(track.segments.map(async ({ file, durationMs }) => ((await stat(join(folder, file))).size * 8_000) / Math.max(durationMs, 1)));
  return { ...track, name, width, height, codecs, bitsPerSecond: Math.ceil(Math.max(...rates)) + soundBitsPerSecond };
};
