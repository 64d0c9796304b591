// Date fields speak São Paulo's time wherever the browser is; the wire speaks UTC.
import { expect, test } from 'vitest';
import { fieldOf, hoursBody, instantOf } from './hours.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test('an hour of São Paulo is three hours later in UTC, and comes back the same', () => {
  expect(instantOf('2026-11-21T22:30')).toBe('2026-11-22T01:30:00.000Z');
  expect(fieldOf('2026-11-22T01:30:00.000Z')).toBe('2026-11-21T22:30');
  expect(instantOf('')).toBeNull();
});

test('what is sent follows the choice; a date that is missing or past is not sent', () => {
  expect(hoursBody({ when: 'now', at: '2026-12-01T10:00', days: 3 }, NOW)).toEqual({ draft: false, activeDays: 3 });
  expect(hoursBody({ when: 'draft', at: '', days: null }, NOW)).toEqual({ draft: true, activeDays: null });
  expect(hoursBody({ when: 'later', at: '2026-11-21T09:01', days: null }, NOW)).toEqual({ draft: false, startWhen: '2026-11-21T12:01:00.000Z', activeDays: null });
  expect(hoursBody({ when: 'later', at: '2026-11-21T09:00', days: null }, NOW)).toBeNull();
  expect(hoursBody({ when: 'later', at: '', days: null }, NOW)).toBeNull();
});
