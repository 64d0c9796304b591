// `npm run test:soak`: 100,000 random operations on plans and subscriptions, in histories of 400
// days each, audited after every one.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../app.ts';
import { subscriptionFaults } from '../subscribing.ts';
import { NOTHING, SubscriptionHistory } from './history.ts';
import { operations } from './operations.ts';

const HISTORIES = 200;
const OPERATIONS = 500;
/** Looking at every account and every period there is takes longer with every history. */
const LOOK_EVERY = 20;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
});

test(`${HISTORIES * OPERATIONS} operations pay no month twice and give access for paid time`, async () => {
  const total = { ...NOTHING };
  let played = 0;
  await fc.assert(
    fc.asyncProperty(operations(OPERATIONS, [1, 2, 3, 9]), async (steps) => {
      const history = await SubscriptionHistory.begin(app);
      await history.play(steps);
      for (const what of Object.keys(total) as (keyof typeof total)[])
        total[what] += history.happened[what];
      played += 1;
      if (played % LOOK_EVERY === 0) expect(await subscriptionFaults(app)).toEqual([]);
    }),
    // A failing history is named by its seed; shrinking it would take as long as finding it.
    { numRuns: HISTORIES, endOnFailure: true },
  );
  expect(await subscriptionFaults(app)).toEqual([]);
  for (const [what, times] of Object.entries(total)) expect(times, what).toBeGreaterThan(100);
}, 14_400_000);
