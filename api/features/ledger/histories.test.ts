// Random histories of all movements, applied to the ledger and to a plain model: both must agree.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type TestLedger, testLedger } from '../../testing/ledger/ledger.ts';
import { History } from '../../testing/ledger/history.ts';
import { operations } from '../../testing/ledger/operations.ts';

const HISTORIES = 50;

let world: TestLedger;

beforeAll(async () => {
  world = await testLedger();
});

test(`${HISTORIES} random histories end as the model says`, async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const history = await History.begin(world);
      for (const step of steps) await history.step(step);
      await history.end();
    }),
    { numRuns: HISTORIES },
  );
  expect(await world.ledger.checkInvariants()).toEqual([]);
});
