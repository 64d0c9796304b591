// Date fields use the producer's time zone, the API uses UTC.
import { expect, test } from 'vitest';
import { hoursBody } from './hours.ts';

const BRASILIA = 'America/Sao_Paulo';
const at = { now: Date.parse('2026-11-21T12:00:00.000Z'), timeZone: BRASILIA };

test('the request has the fields of the choice, and none for a missing or past date', () => {
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
