// Random histories of 400 days: plans, bundles, promotions, renewals, disputed top-ups and
// reversals.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { HISTORY_DAYS, NOTHING, SubscriptionHistory } from '../../testing/subscriptions/history.ts';
import { operations } from '../../testing/subscriptions/operations.ts';
import { subscriptionFaults } from '../../testing/subscribing.ts';

const HISTORIES = 4;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
});

test(
  `${HISTORIES} histories of ${HISTORY_DAYS} days pay no month twice and give access for paid time`,
  { timeout: 600_000 },
  async () => {
    const total = { ...NOTHING };
    await fc.assert(
      fc.asyncProperty(operations(100, [1, 7, 12, 31]), async (steps) => {
        const history = await SubscriptionHistory.begin(app);
        await history.play(steps);
        for (const what of Object.keys(total) as (keyof typeof total)[])
          total[what] += history.happened[what];
      }),
      // A failing history is identified by its seed; shrinking would take as long as finding it.
      { numRuns: HISTORIES, endOnFailure: true },
    );
    expect(await subscriptionFaults(app)).toEqual([]);
    for (const what of [
      'bought',
      'renewed',
      'discounted',
      'contested',
      'takenBack',
      'paidOut',
    ] as const)
      expect(total[what], what).toBeGreaterThan(0);
  },
);
