// Date fields use the person's time zone, the API uses UTC.
import { expect, test } from 'vitest';
import { fieldOf, instantOf } from './local-time.ts';

const BRASILIA = 'America/Sao_Paulo';

test.each([
  [BRASILIA, '2026-11-21T22:30', '2026-11-22T01:30:00.000Z'],
  ['America/Manaus', '2026-11-21T22:30', '2026-11-22T02:30:00.000Z'],
  ['America/Rio_Branco', '2026-12-31T23:00', '2027-01-01T04:00:00.000Z'],
  // Before and after a change to daylight saving time.
  ['America/New_York', '2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
  ['America/New_York', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
])(
  'a datetime-local value in %s, %s, is %s in UTC and converts back',
  (timeZone, field, instant) => {
    expect(instantOf(field, timeZone)).toBe(instant);
    expect(fieldOf(instant, timeZone)).toBe(field);
  },
);

test('an incomplete date has no instant', () => {
  expect([
    instantOf('', BRASILIA),
    instantOf('2026-11-21', BRASILIA),
    instantOf('2026-13-41T99:00', BRASILIA),
  ]).toEqual([null, null, null]);
});
