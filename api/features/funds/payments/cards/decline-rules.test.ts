// The limits of declined cards, as a table.
import type { ProfileId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { expect, test } from 'vitest';
import { type Decline, type DeclineFacts, isAlarm, refusalOf } from './decline-rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const LIMITS = {
  CARD_DECLINES_ACCOUNT_MAX: 3,
  CARD_DECLINES_ADDRESS_MAX: 5,
  CARD_DECLINES_DEVICE_MAX: 4,
  CARD_DECLINES_BIN_MAX: 6,
  CARD_ALARM_DECLINES: 10,
  CARD_ALARM_PERCENT: 50,
};
const declines = (count: number, hours = 4): Decline[] =>
  Array.from({ length: count }, () => ({
    at: new Date(NOW.getTime() - hours * HOUR_MS),
    profileId: 'someone' as ProfileId,
  }));
const NONE: DeclineFacts = {
  account: [],
  address: [],
  device: [],
  bin: [],
  ofBin: { declines: 0, attempts: 0 },
  emailConfirmed: true,
  isKnownPayer: false,
};
const bin = (count: number, attempts: number): Partial<DeclineFacts> => ({
  bin: declines(count),
  ofBin: { declines: count, attempts },
});

test.each<[string, Partial<DeclineFacts>, string | null]>([
  ['no decline', {}, null],
  ['an account below its limit', { account: declines(2) }, null],
  ['an account at its limit', { account: declines(3) }, 'card.declines'],
  ['a browser below its limit', { device: declines(3) }, null],
  ['a browser at its limit', { device: declines(4) }, 'card.declinesDevice'],
  ['a network below its limit', { address: declines(4) }, null],
  ['a network at its limit', { address: declines(5) }, 'card.declinesNetwork'],
  ['digits below their limit', bin(5, 5), null],
  ['digits at their limit', bin(6, 12), 'card.declinesBin'],
  ['digits of which most cards are accepted', bin(6, 13), null],
  [
    'two declines without a confirmed email',
    { account: declines(2), emailConfirmed: false },
    'card.declinesUnconfirmed',
  ],
  ['one without a confirmed email', { account: declines(1), emailConfirmed: false }, null],
  [
    'a known payer beside a tester in their network',
    { address: declines(5), isKnownPayer: true },
    null,
  ],
  ['a known payer at the browser of a tester', { device: declines(4), isKnownPayer: true }, null],
  ['a known payer whose bank’s digits are tested', { ...bin(9, 9), isKnownPayer: true }, null],
  [
    'a known payer who tests cards themselves',
    { account: declines(3), isKnownPayer: true },
    'card.declines',
  ],
])('the limits of declined cards answer as the table says: %s', (_name, facts, code) => {
  expect(refusalOf({ ...NONE, ...facts }, LIMITS, NOW)?.code ?? null).toBe(code);
});

test('the refusal names the hours until one decline is a day old, and its evidence', () => {
  expect(refusalOf({ ...NONE, account: declines(3, 20) }, LIMITS, NOW)).toMatchObject({
    rule: 'declinesAccount',
    hours: 4,
    limit: 3,
    declines: declines(3, 20),
  });
});

test.each([
  [10, 20, true],
  [9, 9, false],
  [10, 21, false],
])('%i declines of %i attempts in an hour: alarm %s', (declined, attempts, alarm) => {
  expect(isAlarm({ declines: declined, attempts }, LIMITS)).toBe(alarm);
});
