// Calendar arithmetic: weeks of a month, and steps across the ends of months and years.
import { expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, readDay, weekOf, weeksOf } from './days.ts';

test('whole weeks cover a month, whatever their first weekday', () => {
  const sundays = weeksOf('2026-11-21', 0);
  expect([sundays.length, sundays[0]?.[0], sundays.at(-1)?.[6]]).toEqual([
    5,
    '2026-11-01',
    '2026-12-05',
  ]);
  const mondays = weeksOf('2026-11-21', 1);
  expect([mondays.length, mondays[0]?.[0], mondays.at(-1)?.[6]]).toEqual([
    6,
    '2026-10-26',
    '2026-12-06',
  ]);
  // A February of exactly four weeks.
  expect(weeksOf('2026-02-10', 0)).toHaveLength(4);
  expect(weekOf('2026-11-21', 0)).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
  ]);
});

test('days and months are added across the ends of months and years', () => {
  expect([
    addDays('2026-12-31', 1),
    addMonths('2027-01-31', 1),
    addMonths('2026-01-15', -1),
    addMonths('2028-02-29', 12),
  ]).toEqual(['2027-01-01', '2027-02-28', '2025-12-15', '2029-02-28']);
  expect(daysBetween('2026-10-30', '2026-11-02')).toBe(3);
});

test('only valid calendar days are parsed', () => {
  expect(['2026-11-21', '2026-02-30', '2026-1-1', 'x', null].map(readDay)).toEqual([
    '2026-11-21',
    null,
    null,
    null,
    null,
  ]);
});
