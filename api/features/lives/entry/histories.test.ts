// Some hundred random operations on paid shows end as a plain model says; `npm run test:soak` does
// 10,000.
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { ShowHistory } from '../../../testing/lives/show-history.ts';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

test('400 random operations on shows bill, lock and give back what the model says', async () => {
  let minutes = 0;
  for (const seed of [1, 2]) {
    const history = await ShowHistory.begin({ app, engine }, `h${seed}`, seed);
    for (let n = 0; n < 200; n += 1) await history.step();
    minutes += await history.end();
  }
  // A history in which nothing is paid would prove nothing.
  expect(minutes).toBeGreaterThan(5);
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
}, 120_000);
