// The limits of card money between two people, as a table.
import { HOUR_MS } from '@camarim/contract/time';
import { expect, test } from 'vitest';
import { decisionsOf, type PairSale, trippedBy, type VelocityLimits } from './rules.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);
const LIMITS: VelocityLimits = {
  PAIR_DAY_MAX_CENTAVOS: 1_000,
  PAIR_WEEK_MAX_CENTAVOS: 3_000,
  PAIR_DAY_SALES_MAX: 4,
  NEW_PAYER_DAYS: 7,
  NEW_PAYER_DAY_MAX_CENTAVOS: 500,
};
const sale = (amount: number, hours: number): PairSale => ({ id: 'x', amount, at: ago(hours) });
const OLD = ago(24 * 30);
const NEW = ago(24 * 2);

test.each<[string, Date, PairSale[], number, string | null, number | null]>([
  ['a payment up to the limit of a day', OLD, [sale(600, 3)], 400, null, null],
  ['one centavo above the limit of a day', OLD, [sale(600, 3)], 401, 'pairDay', 21],
  ['a first payment above the limit of a day', OLD, [], 1_001, 'pairDay', 24],
  ['what was paid a day ago no longer counts', OLD, [sale(600, 24)], 1_000, null, null],
  ['the limit of a week', OLD, [30, 60, 90].map((h) => sale(900, h)), 301, 'pairWeek', 78],
  ['the limit of a week is exact', OLD, [30, 60, 90].map((h) => sale(900, h)), 300, null, null],
  ['the number of sales of a day', OLD, [1, 2, 3, 4].map((h) => sale(1, h)), 1, 'pairSales', 20],
  ['one sale fewer than the limit', OLD, [1, 2, 3].map((h) => sale(1, h)), 1, null, null],
  ['a new account has a lower limit', NEW, [sale(300, 5)], 201, 'newPayer', 19],
  ['the limit of a new account is exact', NEW, [sale(300, 5)], 200, null, null],
  ['an account is new for seven days', ago(24 * 7), [sale(300, 5)], 201, null, null],
])(
  'the limits between two people answer as the table says: %s',
  (_name, createdAt, sales, price, rule, hours) => {
    const found = trippedBy({ accountCreatedAt: createdAt, sales }, price, LIMITS, NOW);
    expect([found?.rule ?? null, found?.retryHours ?? null]).toEqual([rule, hours]);
  },
);

test('a limit of 0 means no limit', () => {
  const none: VelocityLimits = {
    ...LIMITS,
    PAIR_DAY_MAX_CENTAVOS: 0,
    PAIR_WEEK_MAX_CENTAVOS: 0,
    PAIR_DAY_SALES_MAX: 0,
    NEW_PAYER_DAY_MAX_CENTAVOS: 0,
  };
  expect(trippedBy({ accountCreatedAt: NEW, sales: [] }, 1_000_000, none, NOW)).toBeNull();
});

test('the evidence of a limit is what was counted for it', () => {
  const sales = [sale(700, 2), sale(200, 30)];
  expect(trippedBy({ accountCreatedAt: OLD, sales }, 400, LIMITS, NOW)).toMatchObject({
    counted: 1_100,
    limit: 1_000,
    unit: 'centavos',
    hours: 24,
    sales: [sales[0]],
  });
});

test('only alerts with sales are refunded, and only those about an account block it', () => {
  expect(decisionsOf({ aboutId: null, sales: [] })).toEqual(['release']);
  expect(decisionsOf({ aboutId: 'a', sales: [1] })).toEqual(['release', 'refund', 'block']);
});
