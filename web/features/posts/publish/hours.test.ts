// Date fields speak the creator's own time wherever the browser is; the wire speaks UTC.
import { expect, test } from 'vitest';
import { fieldOf, hoursBody, instantOf } from './hours.ts';

const BRASILIA = 'America/Sao_Paulo';
const at = { now: Date.parse('2026-11-21T12:00:00.000Z'), timeZone: BRASILIA };

test.each([
  [BRASILIA, '2026-11-21T22:30', '2026-11-22T01:30:00.000Z'],
  ['America/Manaus', '2026-11-21T22:30', '2026-11-22T02:30:00.000Z'],
  ['America/Rio_Branco', '2026-12-31T23:00', '2027-01-01T04:00:00.000Z'],
  // On both sides of a change of the clock.
  ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
  ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
])('an hour of %s, %s, is %s in UTC, and comes back the same', (timeZone, field, instant) => {
  expect(instantOf(field, timeZone)).toBe(instant);
  expect(fieldOf(instant, timeZone)).toBe(field);
});

test('half a date is none', () => {
  expect([
    instantOf('', BRASILIA),
    instantOf('2026-11-21', BRASILIA),
    instantOf('2026-13-41T99:00', BRASILIA),
  ]).toEqual([null, null, null]);
});

test('what is sent follows the choice; a date that is missing or past is not sent', () => {
  expect(hoursBody({ when: 'now', at: '2026-12-01T10:00', days: 3 }, at)).toEqual({
    draft: false,
    activeDays: 3,
  });
  expect(hoursBody({ when: 'draft', at: '', days: null }, at)).toEqual({
    draft: true,
    activeDays: null,
  });
  expect(hoursBody({ when: 'later', at: '2026-11-21T09:01', days: null }, at)).toEqual({
    draft: false,
    startWhen: '2026-11-21T12:01:00.000Z',
    activeDays: null,
  });
  expect(hoursBody({ when: 'later', at: '2026-11-21T09:00', days: null }, at)).toBeNull();
  expect(hoursBody({ when: 'later', at: '', days: null }, at)).toBeNull();
});
