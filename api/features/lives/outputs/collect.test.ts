// Segments come into storage once and in order, whichever process collects them and wherever one
// ends.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveId } from '@camarim/contract/features/lives';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../context.ts';
import {
  createSeries,
  dropSegmentFile,
  endSeries,
  INIT_FILE,
  listSegments,
  PLAYLIST_FILE,
} from '../../../platform/live/output/segment-files.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { partyOf } from '../../../testing/lives/party.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { collectSegments } from './collect.ts';
import { SEGMENTS, segmentKey } from './segments-store.ts';

let app: TestApp;
let folder: string;
let id: LiveId;
let series: string;
let people = 0;
beforeAll(async () => {
  app = await testApp({ live: (clock) => scriptedEngine(clock) });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-collect-'));
  id = await partyOf(app, await joinProducer(app, `fita${(people += 1)}`));
  const made = await createSeries(folder, id);
  ({ series } = made);
  await writeFile(join(made.path, INIT_FILE), 'init');
  const names = ['0.m4s', '1.m4s', '2.m4s'];
  for (const name of names) await writeFile(join(made.path, name), name);
  const lines = names.map((name) => `#EXTINF:2.000,\n${name}\n`);
  await writeFile(join(made.path, PLAYLIST_FILE), lines.join(''));
  await endSeries(made.path);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * A process of the application beside an engine that has these segments; it ends before this step.
 */
const processThat = ({ endsBefore = Infinity }: { endsBefore?: number } = {}): Ctx => {
  let steps = 0;
  const step = (): void => {
    if (steps === endsBefore) throw new Error('the process ends');
    steps += 1;
  };
  const { ctx } = app;
  const blobs = Object.create(ctx.blobs, {
    put: {
      value: async (...args: Parameters<Ctx['blobs']['put']>) => {
        step();
        return ctx.blobs.put(...args);
      },
    },
  }) as Ctx['blobs'];
  const live: Ctx['live'] = {
    ...ctx.live,
    segments: () => listSegments(folder),
    dropSegment: async (segment) => {
      step();
      await dropSegmentFile(folder, segment);
    },
  };
  return { ...ctx, blobs, live };
};

const stored = async (): Promise<{ sequence: number; number: number; discontinuity: number }[]> =>
  (
    await app.ctx.pool.query(
      'SELECT sequence, number, discontinuity FROM live_segments WHERE live_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;
const ONCE = [0, 1, 2].map((n) => ({ sequence: n, number: n, discontinuity: 0 }));
/** Objects of the series that are in storage. */
const objects = async (): Promise<unknown[]> => {
  const names = ['init', 0, 1, 2] as const;
  const { blobs } = app.ctx;
  const heads = names.map((name) => blobs.head(SEGMENTS, segmentKey(id, series, name)));
  const found = await Promise.all(heads);
  return names.filter((_, index) => found[index]);
};
const state = async () => ({
  rows: await stored(),
  objects: await objects(),
  left: await listSegments(folder),
});
const WHOLE = { rows: ONCE, objects: ['init', 0, 1, 2], left: [] };

// Four objects are stored and three segments dropped.
test.each([0, 1, 2, 3, 4, 5, 6])(
  'a process that ends before its step %i leaves the rest to another, which repeats nothing',
  async (endsBefore) => {
    await expect(collectSegments(processThat({ endsBefore }))).rejects.toThrow('the process ends');
    const before = await stored();
    expect(before).toEqual(ONCE.slice(0, before.length));
    await collectSegments(processThat());
    expect(await state()).toEqual(WHOLE);
  },
);

test('several processes that collect at once store each segment once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => collectSegments(processThat())));
  expect(await state()).toEqual(WHOLE);
});
