// `npm run test:soak`: 100,000 random operations in histories of more than 400 days each, applied
// to the ledger and to the model.
import { DAY_MS } from '@camarim/contract/time';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type TestLedger, testLedger } from './ledger.ts';
import { History } from './history.ts';
import { manyOperations } from './operations.ts';

const HISTORIES = 50;
const OPERATIONS = 2_000;

let world: TestLedger;

beforeAll(async () => {
  world = await testLedger();
});

test(`${HISTORIES * OPERATIONS} operations end as the model says`, async () => {
  await fc.assert(
    fc.asyncProperty(manyOperations(OPERATIONS), async (steps) => {
      const history = await History.begin(world);
      const startMs = world.clock.now().getTime();
      for (const step of steps) await history.step(step);
      await history.end();
      expect((world.clock.now().getTime() - startMs) / DAY_MS).toBeGreaterThan(400);
      expect(await world.ledger.checkInvariants()).toEqual([]);
    }),
    // A failing history is named by its seed; shrinking it would take as long as finding it.
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 7_200_000);
