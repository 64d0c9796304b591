// Rules of statistics as tables.
import { centavos } from '@camarim/contract/money';
import { expect, test } from 'vitest';
import { daysOf, noActivity, periodBefore, totalsOf, hoursOf } from './rules.ts';

test.each([
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['2026-01-05', '2026-01-11', '2025-12-29', '2026-01-04'],
  ['2024-03-01', '2024-03-31', '2024-01-30', '2024-02-29'],
])('the days before %s to %s are %s to %s', (from, to, beforeFrom, beforeTo) =>
  expect(periodBefore({ from, to })).toEqual({ from: beforeFrom, to: beforeTo }),
);

test('every day of a period is there, and parts of one day are added', () => {
  const days = daysOf({ from: '2026-02-28', to: '2026-03-02' }, [
    { day: '2026-03-01', likes: 2 },
    { day: '2026-03-01', likes: 1, earned: centavos(500) },
    { day: '2026-03-09', likes: 7 },
  ]);
  expect(days).toEqual([
    { day: '2026-02-28', ...noActivity() },
    { day: '2026-03-01', ...noActivity(), likes: 3, earned: 500 },
    { day: '2026-03-02', ...noActivity() },
  ]);
  expect(totalsOf(days)).toEqual({ ...noActivity(), likes: 3, earned: 500 });
});

test('views and sales of one hour of the week are one row, in the order of the week', () => {
  expect(
    hoursOf(
      [
        { weekday: 5, hour: 21, views: 8 },
        { weekday: 1, hour: 9, views: 2 },
      ],
      [
        { weekday: 5, hour: 21, sales: 3 },
        { weekday: 5, hour: 20, sales: 1 },
      ],
      [
        { weekday: 5, hour: 21, followers: 12 },
        { weekday: 6, hour: 22, followers: 4 },
      ],
    ),
  ).toEqual([
    { weekday: 1, hour: 9, views: 2, sales: 0, followers: 0 },
    { weekday: 5, hour: 20, views: 0, sales: 1, followers: 0 },
    { weekday: 5, hour: 21, views: 8, sales: 3, followers: 12 },
    { weekday: 6, hour: 22, views: 0, sales: 0, followers: 4 },
  ]);
});
