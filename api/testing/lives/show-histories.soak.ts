// `npm run test:soak`: 10,000 random operations on paid shows, applied to the application and to
// the model.
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { type ScriptedEngine, scriptedEngine } from '../live/scripted-engine.ts';
import { ShowHistory } from './show-history.ts';

const HISTORIES = 20;
const OPERATIONS = 500;

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

test(
  `${HISTORIES * OPERATIONS} operations end as the model says`,
  async () => {
    let minutes = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const history = await ShowHistory.begin({ app, engine }, `s${seed}`, seed * 7_919);
      for (let n = 0; n < OPERATIONS; n += 1) await history.step();
      minutes += await history.end();
      expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
    }
    expect(minutes).toBeGreaterThan(300);
  },
  HOUR_MS,
);
