// Files of segments: what a process that was killed left is taken over, and folders go with their
// last segment.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createSeries,
  dropSegmentFile,
  endSeries,
  leftSeries,
  listSegments,
  nameComplete,
  outputsFolder,
  PLAYLIST_FILE,
  takeOver,
} from './segment-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-segments-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * What ffmpeg has written when these segments are complete, one more is on disk and one is written.
 */
const encode = async (path: string, complete: number): Promise<void> => {
  const lines = Array.from({ length: complete }, (_, n) => `#EXTINF:2.000,\n${n}.m4s`);
  await writeFile(join(path, PLAYLIST_FILE), ['#EXTM3U', ...lines, ''].join('\n'));
  for (const name of ['init.mp4', 'in.sdp', `${complete + 1}.m4s.tmp`])
    await writeFile(join(path, name), name);
  for (let number = 0; number <= complete; number += 1)
    await writeFile(join(path, `${number}.m4s`), 'moof').catch(() => undefined);
};
const numbersOf = async (): Promise<[string, number][]> =>
  (await listSegments(folder)).map(({ room, number }) => [room, number]);

test('complete segments of an encoder are found after its process was killed, and deleted when dropped', async () => {
  const { path, series } = await createSeries(folder, 'room');
  await encode(path, 2);
  expect(await takeOver(leftSeries(folder))).toEqual(['room']);
  expect(await numbersOf()).toEqual([
    ['room', 0],
    ['room', 1],
  ]);
  // Killed again before anything was collected.
  expect(await takeOver(leftSeries(folder))).toEqual([]);
  expect(await numbersOf()).toHaveLength(2);
  for (const number of [0, 1]) await dropSegmentFile(folder, { room: 'room', series, number });
  expect(await readdir(outputsFolder(folder))).toEqual([]);
});

test('a series that begins while those of a killed process are taken over is left alone', async () => {
  await mkdir(outputsFolder(folder), { recursive: true });
  const left = leftSeries(folder);
  const { path } = await createSeries(folder, 'room');
  await takeOver(left);
  expect(existsSync(path)).toBe(true);
});

test('the folder of a series stays while its encoder runs, and goes with its last segment after that', async () => {
  const { path, series } = await createSeries(folder, 'room');
  await encode(path, 1);
  await nameComplete(path);
  await dropSegmentFile(folder, { room: 'room', series, number: 0 });
  expect(existsSync(path)).toBe(true);
  await writeFile(join(path, PLAYLIST_FILE), '#EXTINF:2.000,\n0.m4s\n#EXTINF:1.500,\n1.m4s\n');
  expect(await endSeries(path)).toBe(1);
  expect(await listSegments(folder)).toMatchObject([{ number: 1, durationMs: 1_500 }]);
  await dropSegmentFile(folder, { room: 'room', series, number: 1 });
  expect(existsSync(path)).toBe(false);
});
