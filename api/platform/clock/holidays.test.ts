// Holidays against the official calendars of Brazil, its states, Portugal and the United States.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { dayOfRule, holidaysOf, isHolidayRule } from './holidays.ts';

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

test.each([
  ['SP', '2026-07-09'],
  ['RJ', '2026-04-23'],
  ['BA', '2026-07-02'],
  ['RS', '2026-09-20'],
] as const)('holidays of %s have %s, which is none of Brazil', (state, day) => {
  expect(holidaysOf('BR', 2026, state)).toContain(day);
  expect(holidaysOf('BR', 2026, state)).toHaveLength(11);
  expect(holidaysOf('BR', 2026)).not.toContain(day);
});

const PORTUGAL = '01-01,easter-2,04-25,05-01,easter+60,06-10,08-15,10-05,11-01,12-01,12-08,12-25';
const UNITED_STATES =
  '01-01,01-mon-3,02-mon-3,05-mon-last,06-19,07-04,09-mon-1,10-mon-2,11-11,11-thu-4,12-25';

test.each([
  [
    'Portugal',
    PORTUGAL,
    2026,
    '01-01 04-03 04-25 05-01 06-04 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
  ],
  [
    'Portugal',
    PORTUGAL,
    2027,
    '01-01 03-26 04-25 05-01 05-27 06-10 08-15 10-05 11-01 12-01 12-08 12-25',
  ],
  [
    'the United States',
    UNITED_STATES,
    2025,
    '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  ],
  [
    'the United States',
    UNITED_STATES,
    2026,
    '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25',
  ],
])('the rules of %s (%s) are in %i the days %s', (_, rules, year, days) =>
  expect(rules.split(',').map((rule) => dayOfRule(rule, year))).toEqual(
    days.split(' ').map((day) => `${year}-${day}`),
  ),
);

test('a rule of one day holds in its year only', () => {
  expect(dayOfRule('2026-11-25', 2026)).toBe('2026-11-25');
  expect(dayOfRule('2026-11-25', 2027)).toBeNull();
});

test.each([
  ['2026-11-25', true],
  ['02-29', true],
  ['easter-47', true],
  ['11-thu-4', true],
  ['2026-02-30', false],
  ['02-30', false],
  ['13-01', false],
  ['13-mon-1', false],
  ['11-thu-5', false],
  ['easter', false],
  ['Natal', false],
])('whether %s is a rule of a holiday: %s', (rule, expected) =>
  expect(isHolidayRule(rule)).toBe(expected),
);

// A process of its own, because the time zone of this one is that of the machine.
test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
  'holidays are the same days on a server in the time zone %s',
  async (zone) => {
    const script = `import { holidaysOf } from ${JSON.stringify(import.meta.resolve('./holidays.ts'))};
      console.log(JSON.stringify([Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...holidaysOf('BR', 2026, 'SP')]));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { ...process.env, TZ: zone } },
    );
    expect(JSON.parse(stdout)).toEqual([zone, ...holidaysOf('BR', 2026, 'SP')]);
    expect(JSON.parse(stdout)).toContain('2026-07-09');
  },
);
