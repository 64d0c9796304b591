// The real encoder in its sandbox and a folder for what it makes, for one test file.
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeFile } from '../../platform/media/video/clips.ts';
import type { MediaEngine, Rung, VideoFacts } from '../../platform/media/port.ts';
import { sandboxedMedia } from '../../platform/media/sandboxed-media.ts';
import { afterFile } from '../after-file.ts';

export type OpenEncoder = {
  engine: MediaEngine;
  folder: string;
  newFolder(): Promise<string>;
  inspectVideo(file: string): Promise<VideoFacts>;
  /** A rung as one file, the way a player reads it. */
  joinRung(made: string, rung: Pick<Rung, 'init' | 'segments'>): Promise<string>;
};

/** Call it at the top of a test file; it closes itself after the file's last test. */
export const openEncoder = (): OpenEncoder => {
  const engine = sandboxedMedia();
  const folder = mkdtempSync(join(tmpdir(), 'camarim-clips-'));
  afterFile(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });
  let count = 0;
  return {
    engine,
    folder,
    newFolder: async () => {
      const made = join(folder, `made-${(count += 1)}`);
      await mkdir(made);
      return made;
    },
    inspectVideo: async (file) => {
      const facts = await engine.inspect({ file, signal: new AbortController().signal });
      if (facts.kind !== 'video') throw new Error(`is ${facts.kind}`);
      return facts;
    },
    joinRung: async (made, { init, segments }) => {
      const path = join(made, `whole-${(count += 1)}.mp4`);
      const pieces = await Promise.all(
        [init, ...segments.map(({ file }) => file)].map((file) => readFile(join(made, file))),
      );
      await writeFile(path, Buffer.concat(pieces));
      return path;
    },
  };
};

export const keyframesOf = (path: string): Promise<string> =>
  probeFile(
    path,
    '-select_streams',
    'v',
    '-skip_frame',
    'nokey',
    '-show_entries',
    'frame=pts_time',
    '-of',
    'csv=p=0',
  );
