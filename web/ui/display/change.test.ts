// The change of a figure since the period before.
import { expect, test } from 'vitest';
import { changeBps } from './change.ts';

test.each([
  [15, 10, 5_000],
  [5, 10, -5_000],
  [0, 10, -10_000],
  [3, 0, null],
])('%d now and %d before are a change of %s', (now, before, change) =>
  expect(changeBps(now, before)).toBe(change),
);
