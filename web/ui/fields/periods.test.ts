// The periods that are one press away.
import { expect, test } from 'vitest';
import { lastDays, monthSoFar, todayIn } from './periods.ts';

test('today is the day in São Paulo, where midnight is three hours after that of UTC', () => {
  expect(todayIn(Date.parse('2026-03-01T02:59:00Z'))).toBe('2026-02-28');
  expect(todayIn(Date.parse('2026-03-01T03:00:00Z'))).toBe('2026-03-01');
});

test.each([
  [7, '2026-02-23'],
  [30, '2026-01-31'],
  [90, '2025-12-02'],
])('the last %i days include today', (count, from) => {
  expect(lastDays(count, '2026-03-01')).toEqual({ from, to: '2026-03-01' });
});

test('the month so far begins on its first day', () => {
  expect(monthSoFar('2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
});
