// Minutes of live shows that were billed wrongly, of 10,000 random ones: the application against a
// plain model of what was delivered, over outages, silent watchers, clocks that are set, and money
// that ends.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedEngine, scriptedEngine } from '../../api/testing/live/scripted-engine.ts';
import { openShowApp } from '../../api/testing/lives/show-app.ts';
import { ShowHistory } from '../../api/testing/lives/show-history.ts';
import { type Figure, figureOf } from '../figure.ts';

const MINUTES = 10_000;
const OPERATIONS = 1_000;
const WATCHERS = 30;

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-'));
  let engine: ScriptedEngine | undefined;
  const { world, close } = await openShowApp(home, {
    live: (clock) => (engine = scriptedEngine(clock)),
  });
  if (!engine) throw new Error('there is no engine');
  let [wrong, minutes, operations] = [0, 0, 0];
  try {
    for (let seed = 1; minutes < MINUTES; seed += 1) {
      const history = await ShowHistory.begin(
        { app: world, engine },
        `b${seed}`,
        seed * 104_729,
        WATCHERS,
      );
      for (let n = 0; n < OPERATIONS; n += 1) await history.operate();
      await history.renew();
      const counted = await history.wrongMinutes();
      wrong += counted.wrong;
      minutes += counted.of;
      operations += OPERATIONS;
    }
  } finally {
    await close();
    await rm(home, { recursive: true, force: true });
  }
  return [
    figureOf(
      'live-billing-exact',
      'minutes',
      [wrong],
      `minutes billed without being delivered, or delivered without being billed, of ${minutes} in ${operations} random operations on shows with ${WATCHERS} watchers each: silences, outages, clocks set by an hour, leaving, and money that ends; the real application and database, a scripted engine`,
    ),
  ];
};
