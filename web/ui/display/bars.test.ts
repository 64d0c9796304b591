// Bars and changes of statistics.
import { expect, test } from 'vitest';
import { BOX, barsOf, changeBps } from './bars.ts';

test('the highest day fills the box, and days without activity have no bar', () => {
  const bars = barsOf([0, 2, 4]);
  expect(bars.map(({ height }) => height)).toEqual([BOX.height / 2, BOX.height]);
  expect(bars.every(({ x, width }) => x >= 0 && x + width <= BOX.width)).toBe(true);
  expect(barsOf([0, 0])).toEqual([]);
  expect(barsOf([-5])).toEqual([]);
});

test.each([
  [15, 10, 5_000],
  [5, 10, -5_000],
  [0, 10, -10_000],
  [3, 0, null],
])('%d now and %d before are a change of %s', (now, before, change) =>
  expect(changeBps(now, before)).toBe(change),
);
