// Bars of the earnings chart: every day has a slot, kinds are stacked, the highest day fills the
// box.
import { expect, test } from 'vitest';
import { BOX, barsOf, daysOf } from './chart.ts';

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

test('bars of one day are stacked, and the highest day fills the box', () => {
  const { bars, top } = barsOf(daysOf(earned));
  expect(top).toBe(400);
  expect(bars.map(({ kind, y, height }) => [kind, y, height])).toEqual([
    ['purchase', 50, 150],
    ['tip', 0, 50],
    ['subscription', 100, 100],
  ]);
  expect(bars.every(({ x, width }) => x >= 0 && x + width <= BOX.width)).toBe(true);
});

test('a period without earnings has no bar', () => {
  expect(barsOf(daysOf({ ...earned, days: [] }))).toEqual({ bars: [], top: 0 });
});
