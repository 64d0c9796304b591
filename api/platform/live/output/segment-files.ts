// Segments as files: `outputs/ROOM/SERIES/NUMBER-MILLISECONDS.m4s` when they are complete, beside
// the initialisation of their series. They are kept until they are dropped. A series without a
// playlist is over: its folder goes with its last segment.
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LiveSegment } from '../port.ts';

const FOLDER = 'outputs';
export const INIT_FILE = 'init.mp4';
export const PLAYLIST_FILE = 'live.m3u8';
const COMPLETE = /^(\d+)-(\d+)\.m4s$/;

export const outputsFolder = (folder: string): string => join(folder, FOLDER);

/** A new folder for a series, whose name is later than those of former ones. */
export const createSeries = async (
  folder: string,
  room: string,
): Promise<{ series: string; path: string }> => {
  const series = `${Date.now().toString(36)}-${process.pid.toString(36)}`;
  const path = join(outputsFolder(folder), room, series);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { series, path };
};

const listFolder = (path: string): Promise<string[]> => readdir(path).catch(() => []);

/**
 * Names the segments that the playlist of the series says are complete. Returns how many are new.
 */
export const nameComplete = async (path: string): Promise<number> => {
  const playlist = await readFile(join(path, PLAYLIST_FILE), 'utf8').catch(() => '');
  let [seconds, named] = [0, 0];
  for (const line of playlist.split('\n')) {
    const [, duration] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    if (duration !== undefined) seconds = Number(duration);
    const [, number] = /^(\d+)\.m4s$/.exec(line) ?? [];
    if (number === undefined) continue;
    const from = join(path, `${number}.m4s`);
    const durationMs = Math.max(1, Math.round(seconds * 1_000));
    await rename(from, join(path, `${number}-${durationMs}.m4s`)).then(
      () => (named += 1),
      // It was named before.
      () => {},
    );
  }
  return named;
};

const segmentsIn = async (folder: string, room: string, series: string): Promise<LiveSegment[]> => {
  const path = join(outputsFolder(folder), room, series);
  const segments: LiveSegment[] = [];
  for (const name of await listFolder(path)) {
    const [, number, durationMs] = COMPLETE.exec(name) ?? [];
    const file = join(path, name);
    const info = number === undefined ? null : await stat(file).catch(() => null);
    if (!info) continue;
    segments.push({
      room,
      series,
      number: Number(number),
      durationMs: Number(durationMs),
      ageMs: Math.max(0, Math.round(Date.now() - info.mtimeMs)),
      file,
      init: join(path, INIT_FILE),
    });
  }
  return segments.sort((one, other) => one.number - other.number);
};

/** All complete segments of this folder's outputs, those of a room oldest first. */
export const listSegments = async (folder: string): Promise<LiveSegment[]> => {
  const found: LiveSegment[] = [];
  for (const room of await listFolder(outputsFolder(folder)))
    for (const series of (await listFolder(join(outputsFolder(folder), room))).sort())
      found.push(...(await segmentsIn(folder, room, series)));
  return found;
};

export const dropSegmentFile = async (
  folder: string,
  { room, series, number }: Pick<LiveSegment, 'room' | 'series' | 'number'>,
): Promise<void> => {
  const path = join(outputsFolder(folder), room, series);
  const names = await listFolder(path);
  const name = names.find((one) => COMPLETE.exec(one)?.[1] === String(number));
  if (name !== undefined) await rm(join(path, name), { force: true });
  if (!names.includes(PLAYLIST_FILE)) await removeIfEmpty(path);
};

/** What its encoder has not said to be complete is worth nothing. */
const removeIfEmpty = async (path: string): Promise<void> => {
  if ((await listFolder(path)).some((name) => COMPLETE.test(name))) return;
  await rm(path, { recursive: true, force: true });
  await rmdir(dirname(path)).catch(() => {});
};

/** Collects the segments of a series whose encoder has ended. Returns how many are new. */
export const endSeries = async (path: string): Promise<number> => {
  const named = await nameComplete(path);
  await rm(join(path, PLAYLIST_FILE), { force: true });
  await removeIfEmpty(path);
  return named;
};

const listNow = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

/**
 * The series that a process which was killed left behind. Listed before this returns, so that none
 * of this process is among them: to be called before the first one begins.
 */
export const leftSeries = (folder: string): string[] => {
  const outputs = outputsFolder(folder);
  return listNow(outputs).flatMap((room) =>
    listNow(join(outputs, room)).map((series) => join(outputs, room, series)),
  );
};

/** Ends them. Returns the rooms that have new segments. */
export const takeOver = async (series: readonly string[]): Promise<string[]> => {
  const rooms = new Set<string>();
  for (const path of series) if ((await endSeries(path)) > 0) rooms.add(basename(dirname(path)));
  return [...rooms];
};
