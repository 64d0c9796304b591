// Deadlines of the classes of reports, and when administrators are reminded.
import { describe, expect, test } from 'vitest';
import { classOf, dueAtOf, referenceOf, remindersDue } from './rules.ts';

const BRAZIL = { CAMARIM_COUNTRY: 'BR', CAMARIM_STATE: undefined, EXTRA_HOLIDAYS: [] };
/** A Thursday; Friday is a national holiday. */
const FILED = new Date('2026-11-19T12:00:00.000Z');

test.each([
  ['minor', 'childSafety', '2026-11-20T12:00:00.000Z'],
  ['terrorism', 'terrorism', '2026-11-20T12:00:00.000Z'],
  ['intimateImage', 'intimate', '2026-11-21T12:00:00.000Z'],
  ['noConsent', 'intimate', '2026-11-21T12:00:00.000Z'],
  ['violence', 'other', '2026-12-01T12:00:00.000Z'],
  ['copyright', 'other', '2026-12-01T12:00:00.000Z'],
] as const)('a report of %s is of the class %s and due at %s', (reason, expected, due) => {
  expect(classOf(reason)).toBe(expected);
  expect(dueAtOf(reason, FILED, BRAZIL).toISOString()).toBe(due);
});

test('a report is due a day later where the operator names a further holiday', () =>
  expect(dueAtOf('fraud', FILED, { ...BRAZIL, EXTRA_HOLIDAYS: ['2026-11-25'] }).toISOString()).toBe(
    '2026-12-02T12:00:00.000Z',
  ));

describe('reminders', () => {
  const report = { created_at: FILED, due_at: new Date(FILED.getTime() + 8_000) };
  test.each([
    [5_999, 0],
    [6_000, 1],
    [7_999, 1],
    [8_000, 2],
    [90_000, 2],
  ])('reminders that are due %i ms after the report, of 8,000, are %i', (passed, expected) =>
    expect(remindersDue(report, new Date(FILED.getTime() + passed))).toBe(expected),
  );
});

test('a reference has no signs that are mistaken for each other', () =>
  expect(
    referenceOf(
      'R',
      Uint8Array.from({ length: 8 }, (_, index) => index * 37),
    ),
  ).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/));
