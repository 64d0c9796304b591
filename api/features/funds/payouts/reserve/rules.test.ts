// What stays of earnings, as tables.
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { expect, test } from 'vitest';
import {
  isHoldEnd,
  retainedEarnings,
  NO_RULES,
  type PayoutRecord,
  type PayoutRules,
  releasedBy,
  usualReserve,
  waitsWhatever,
} from './rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const days = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);
const SETTINGS = { reservePercent: 10, reserveDays: 30, newDays: 90 };
const RECORD: PayoutRecord = {
  approvedAt: days(-200),
  paidOut: 3,
  inQuestion: false,
  earned: 100_000,
  pending: 0,
};
const hold = (amount: number, until = days(10)) => ({
  amount: centavos(amount),
  reason: 'em disputa',
  until,
});

const cards = (amount: number) => ({ cardReviewFrom: centavos(amount) });

test.each<[string, Partial<PayoutRules>, Partial<PayoutRecord>, number, number]>([
  ['nothing of a known producer', {}, {}, 50_000, 0],
  ['a tenth of what a new producer earned', {}, { approvedAt: days(-89) }, 50_000, 10_000],
  ['less what is pending', {}, { approvedAt: days(-1), pending: 4_000 }, 50_000, 6_000],
  ['nothing when more is pending', {}, { approvedAt: days(-1), pending: 40_000 }, 50_000, 0],
  ['at most what is available', {}, { approvedAt: days(-1) }, 7_000, 7_000],
  ['nothing after more was taken back than sold', {}, { approvedAt: null, earned: -5 }, 9_000, 0],
  ['a reserve of their own', { reservePercent: 25 }, {}, 50_000, 25_000],
  ['none of their own', { reservePercent: 0 }, { approvedAt: days(-1) }, 50_000, 0],
  ['a hold', { hold: hold(8_000) }, {}, 50_000, 8_000],
  ['no hold that is over', { hold: hold(8_000, days(-1)) }, {}, 50_000, 0],
  ['both, at most all', { hold: hold(45_000), reservePercent: 10 }, {}, 50_000, 50_000],
])('the reserve retains of available earnings: %s', (_what, rules, record, available, total) => {
  const retained = retainedEarnings(
    { ...NO_RULES, ...rules },
    { ...RECORD, ...record },
    {
      available,
      settings: SETTINGS,
      now: NOW,
    },
  );
  expect(retained.total).toBe(total);
});

test('a reserve rounds up, so that a share is never too small', () => {
  const record = { ...RECORD, earned: 101 };
  const rules = { ...NO_RULES, reservePercent: 10 };
  expect(
    retainedEarnings(rules, record, { available: 500, settings: SETTINGS, now: NOW }).total,
  ).toBe(11);
});

test('a producer without a known approval is new, and one of 90 days is not', () => {
  expect(usualReserve({ approvedAt: null }, SETTINGS, NOW)).toBe(10);
  expect(usualReserve({ approvedAt: days(-90) }, SETTINGS, NOW)).toBe(0);
});

test.each([
  ['usual', 0, true, false, true],
  ['usual', 0, false, false, false],
  ['usual', 1, true, false, false],
  ['usual', 1, true, true, true],
  ['always', 9, false, false, true],
  ['never', 0, true, false, false],
  ['never', 0, true, true, true],
] as const)(
  'a review %s with %i paid cash-outs, first review %s, in question %s: waits %s',
  (review, paidOut, firstReview, inQuestion, waits) => {
    expect(
      waitsWhatever({ ...NO_RULES, review }, { paidOut, inQuestion }, { firstReview }).length > 0,
    ).toBe(waits);
  },
);

test.each<[string, Partial<PayoutRules>, Partial<PayoutRules>, number, number, number]>([
  ['a new hold', {}, { hold: hold(5_000) }, 0, 5_000, 0],
  ['a hold that is lifted', { hold: hold(5_000) }, {}, 5_000, 0, 5_000],
  [
    'one that ends earlier',
    { hold: hold(5_000) },
    { hold: hold(5_000, days(1)) },
    5_000,
    5_000,
    5_000,
  ],
  [
    'a hold that is one centavo less',
    { hold: hold(5_000) },
    { hold: hold(4_999) },
    5_000,
    4_999,
    5_000,
  ],
  [
    'a smaller hold of a producer without money',
    { hold: hold(5_000) },
    { hold: hold(4_000) },
    0,
    0,
    5_000,
  ],
  ['a smaller reserve', { reservePercent: 20 }, { reservePercent: 5 }, 20_000, 5_000, 20_000],
  ['a review that is not made any more', {}, { review: 'never' }, 0, 0, 90_000],
  ['a stricter review', {}, { review: 'always' }, 0, 0, 0],
  ['card sales that are not reviewed any more', cards(5_000), {}, 0, 0, 90_000],
  ['card sales that are reviewed from a higher amount', cards(5_000), cards(5_001), 0, 0, 90_000],
  ['card sales that are reviewed from a lower amount', cards(5_000), cards(4_999), 0, 0, 0],
])(
  '%s lets as much money go as the table says',
  (_what, before, after, retainedBefore, retainedAfter, released) => {
    expect(
      releasedBy(
        { ...NO_RULES, ...before },
        { ...NO_RULES, ...after },
        {
          retainedBefore,
          retainedAfter,
          available: 90_000,
        },
      ),
    ).toBe(released);
  },
);

test('a hold ends in the future, and at most in 180 days', () => {
  expect([isHoldEnd(days(0), NOW), isHoldEnd(days(1), NOW), isHoldEnd(days(180), NOW)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(isHoldEnd(days(181), NOW)).toBe(false);
});
