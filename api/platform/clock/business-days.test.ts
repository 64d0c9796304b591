// Holidays against the official calendars of Brazil, and deadlines over weekends and holidays.
import { describe, expect, test } from 'vitest';
import { addBusinessDays, holidaysOf } from './business-days.ts';

describe('holidays', () => {
  test.each([
    [2023, '2023-04-07'],
    [2024, '2024-03-29'],
    [2025, '2025-04-18'],
    [2026, '2026-04-03'],
    [2027, '2027-03-26'],
    [2038, '2038-04-23'],
  ])('holidays of Brazil in %i have Good Friday on %s', (year, goodFriday) =>
    expect(holidaysOf('BR', year)).toContain(goodFriday),
  );

  test('holidays of Brazil are the ten of the law since 2024, nine before, and no optional days', () => {
    expect(holidaysOf('BR', 2026)).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-21',
      '2026-05-01',
      '2026-09-07',
      '2026-10-12',
      '2026-11-02',
      '2026-11-15',
      '2026-11-20',
      '2026-12-25',
    ]);
    expect(holidaysOf('BR', 2023)).not.toContain('2023-11-20');
  });

  test('a country that is not known has no holidays', () =>
    expect(holidaysOf('PT', 2026)).toEqual([]));
});

const due = (at: string, count: number, country = 'BR', more: string[] = []) =>
  addBusinessDays(new Date(at), count, { country, more }).toISOString();

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

test('further holidays of the operator are no business days', () =>
  expect(due('2026-07-08T12:00:00.000Z', 1, 'BR', ['2026-07-09'])).toBe(
    '2026-07-10T12:00:00.000Z',
  ));
