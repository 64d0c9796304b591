// Notifications by day, in the person's time zone.
import { expect, test } from 'vitest';
import { ageOf, byDay } from './days.ts';

const at = (createdAt: string) => ({ createdAt });
const LATE = '2026-03-01T02:30:00.000Z';
const EARLY = '2026-03-01T03:30:00.000Z';

test.each([
  ['America/Sao_Paulo', ['2026-03-01', '2026-02-28']],
  ['America/Manaus', ['2026-02-28']],
  ['Europe/Lisbon', ['2026-03-01']],
])('the day of a notification in %s is that of the clock there', (timeZone, days) => {
  expect(byDay([at(EARLY), at(LATE)], timeZone).map(({ day }) => day)).toEqual(days);
});

test.each([
  ['2026-03-01', 'today'],
  ['2026-02-28', 'yesterday'],
  ['2026-02-27', 'earlier'],
  ['2025-03-01', 'earlier'],
])('%s is %s on the first of March', (day, age) => {
  expect(ageOf(day, Date.parse(EARLY), 'America/Sao_Paulo')).toBe(age);
});
