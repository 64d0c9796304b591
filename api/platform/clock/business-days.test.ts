// Deadlines over weekends and holidays.
import { expect, test } from 'vitest';
import { addBusinessDays } from './business-days.ts';
import type { StateCode } from './holidays.ts';

const due = (at: string, count: number, country = 'BR', more: string[] = [], state?: StateCode) =>
  addBusinessDays(new Date(at), count, { country, more, state }).toISOString();

test.each([
  // A Tuesday: Friday 20 November is a holiday, and two weekends are between.
  ['2026-11-17T15:00:00.000Z', 7, 'BR', '2026-11-27T15:00:00.000Z'],
  ['2026-11-17T15:00:00.000Z', 7, 'PT', '2026-11-26T15:00:00.000Z'],
  // Saturday evening: Monday is the first day.
  ['2026-11-28T23:30:00.000Z', 1, 'BR', '2026-11-30T23:30:00.000Z'],
  // Still Thursday in São Paulo, already Friday in UTC.
  ['2026-11-27T01:00:00.000Z', 1, 'BR', '2026-11-28T01:00:00.000Z'],
  // Christmas and New Year are Fridays.
  ['2026-12-24T12:00:00.000Z', 7, 'BR', '2027-01-06T12:00:00.000Z'],
])('%s and %i business days of %s are due at %s', (at, count, country, expected) =>
  expect(due(at, count, country)).toBe(expected),
);

test.each([
  ['a day of the operator', ['2026-07-09'], undefined],
  ['a day of each year', ['07-09'], undefined],
  ['the second Thursday of July', ['07-thu-2'], undefined],
  ['a holiday of the state', [], 'SP'],
] as const)('%s is no business day', (_, more, state) => {
  expect(due('2026-07-08T12:00:00.000Z', 1, 'BR', [...more], state)).toBe(
    '2026-07-10T12:00:00.000Z',
  );
  expect(due('2026-07-08T12:00:00.000Z', 1)).toBe('2026-07-09T12:00:00.000Z');
});
