// Which database errors are conflicts, outages and defects.
import { expect, test } from 'vitest';
import { isConflict, isOutage, isUnavailable } from './database-errors.ts';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

test.each(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', '57P01', '57P03', '08006'])(
  '%s is an outage',
  (code) => {
    expect([isOutage(coded(code)), isUnavailable(coded(code)), isConflict(coded(code))]).toEqual([
      true,
      true,
      false,
    ]);
  },
);

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
])('the error "%s" is an outage', (message) => {
  expect(isOutage(new Error(message))).toBe(true);
});

test.each(['53100', '53300', '57014', '55P03', '25006', '25P03', '58030'])(
  '%s passes, but its statement was refused and is not sent again at once',
  (code) => {
    expect([isOutage(coded(code)), isUnavailable(coded(code))]).toEqual([false, true]);
  },
);

test.each(['40P01', '40001', '0A000'])('the code %s is a conflict, retried at once', (code) => {
  expect([isConflict(coded(code)), isUnavailable(coded(code))]).toEqual([true, false]);
});

test.each(['23505', '42P01', '22P02', 'ENOENT'])('the code %s is a defect', (code) => {
  expect([isConflict(coded(code)), isUnavailable(coded(code))]).toEqual([false, false]);
});

test('an error of another source is not an outage', () => {
  expect([null, undefined, new Error('x'), new TypeError('y')].map(isUnavailable)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
