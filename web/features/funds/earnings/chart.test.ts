// Days of the earnings chart: every day has a slot, and the highest bar is known.
import { expect, test } from 'vitest';
import { daysOf, highestOf } from './chart.ts';

const earned = {
  from: '2026-02-27',
  to: '2026-03-02',
  days: [
    { day: '2026-02-27', kind: 'tip' as const, amount: 100 as never },
    { day: '2026-02-27', kind: 'purchase' as const, amount: 300 as never },
    { day: '2026-03-02', kind: 'subscription' as const, amount: 200 as never },
    { day: '2026-03-02', kind: 'reversal' as const, amount: -50 as never },
  ],
};

test('days without earnings have a slot, across the end of a month', () => {
  expect(daysOf(earned).map(({ day, total }) => [day, total])).toEqual([
    ['2026-02-27', 400],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 150],
  ]);
});

test('the highest bar is that of the day with the most, without what was taken back', () => {
  expect(highestOf(daysOf(earned))).toBe(400);
  const taken = [{ day: '2026-03-02', kind: 'reversal' as const, amount: -50 as never }];
  expect(highestOf(daysOf({ ...earned, days: taken }))).toBe(0);
});
