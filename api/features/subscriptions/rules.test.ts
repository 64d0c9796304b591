// Months from an anchor, retries and what a payment buys, written out by hand.
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { describe, expect, test } from 'vitest';
import {
  afterMonth,
  agreedAfter,
  costsMore,
  monthsAfter,
  nextMonthPrice,
  nextPeriod,
  NO_PROMOTION,
  type Promotion,
  promotionOf,
  reminderInstant,
  renewalInstant,
  retryInstant,
  statusOf,
} from './rules.ts';

const promotion = (price: number, promotionMonthsLeft: number): Promotion => ({
  promotionPrice: centavos(price),
  promotionMonthsLeft,
});
const day = (text: string): Date => new Date(`${text}T15:00:00.000Z`);

describe('months', () => {
  test('months of a subscription are counted from the anchor, so the 31st comes back after February', () => {
    const anchor = day('2026-01-31');
    expect(
      [1, 2, 3, 4].map((months) => monthsAfter(anchor, months).toISOString().slice(0, 10)),
    ).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });
  test('months of a subscription in a leap year have a 29 February', () =>
    expect(monthsAfter(day('2028-01-31'), 1).toISOString().slice(0, 10)).toBe('2028-02-29'));
  test('months of a subscription are of São Paulo’s calendar: 1 a.m. in UTC is still the day before there', () => {
    expect(monthsAfter(new Date('2026-03-01T01:00:00.000Z'), 1).toISOString()).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });
});

describe('a payment buys', () => {
  const paid = { anchorAt: day('2026-01-31'), monthsPaid: 1, paidUntil: day('2026-02-28') };
  test('a payment buys what comes right after the paid time, while that runs', () => {
    expect(nextPeriod(paid, 1, day('2026-02-27'))).toEqual({
      startsAt: day('2026-02-28'),
      after: { anchorAt: day('2026-01-31'), monthsPaid: 2, paidUntil: day('2026-03-31') },
    });
  });
  test('a payment after the end buys time from now on: no fan pays for days without access', () => {
    expect(nextPeriod(paid, 1, day('2026-03-03'))).toEqual({
      startsAt: day('2026-03-03'),
      after: { anchorAt: day('2026-03-03'), monthsPaid: 1, paidUntil: day('2026-04-03') },
    });
  });
  test('a payment of a bundle buys all of its months at once', () =>
    expect(nextPeriod(paid, 3, day('2026-02-01')).after.paidUntil).toEqual(day('2026-05-31')));
});

describe('dates', () => {
  const until = day('2026-05-10');
  test('a renewal comes before the end, and is tried again 1, 3 and 5 days later', () => {
    const first = renewalInstant(until);
    expect(first < until).toBe(true);
    expect(
      [1, 2, 3].map(
        (failed) => ((retryInstant(until, failed)?.getTime() ?? 0) - first.getTime()) / DAY_MS,
      ),
    ).toEqual([1, 3, 5]);
    expect(retryInstant(until, 4)).toBeNull();
  });
  test('a reminder comes 3 days before, or not at all when it is too late', () => {
    expect(reminderInstant(until, day('2026-05-01'), NO_PROMOTION)).toEqual(day('2026-05-07'));
    expect(reminderInstant(until, day('2026-05-08'), NO_PROMOTION)).toBeNull();
  });
  test('a reminder of the first month after a promotion comes 7 days before', () => {
    const [last, more] = [promotion(2_000, 0), promotion(2_000, 1)];
    expect(reminderInstant(until, day('2026-05-01'), last)).toEqual(day('2026-05-03'));
    expect(reminderInstant(until, day('2026-05-01'), more)).toEqual(day('2026-05-07'));
  });
  test('a subscription is active while paid, late while it is retried, else ended', () => {
    expect(statusOf({ paidUntil: until, renewAt: null }, day('2026-05-09'))).toBe('active');
    expect(statusOf({ paidUntil: until, renewAt: day('2026-05-11') }, until)).toBe('late');
    expect(statusOf({ paidUntil: until, renewAt: null }, until)).toBe('ended');
  });
});

/**
 * What each month takes, the first one included, of a fan who agreed to `price` and then `full`,
 * when the plan costs what `plan` says for each month; 'ask' ends the list.
 */
const monthsAt = (
  { price, months, full }: { price: number; months: number; full: number },
  plan: readonly number[],
): (number | 'ask')[] => {
  const paid: (number | 'ask')[] = [price];
  let left = promotionOf({
    price: centavos(price),
    promotionId: price === full ? null : 'p',
    monthsAtPrice: months - 1,
  });
  let agreed = centavos(full);
  for (const planPrice of plan.slice(1).map(centavos)) {
    if (costsMore({ ...left, price: agreed }, planPrice)) return [...paid, 'ask'];
    paid.push(nextMonthPrice(left, planPrice));
    agreed = agreedAfter({ ...left, price: agreed }, planPrice);
    left = afterMonth(left);
  }
  return paid;
};

test.each([
  [
    'without a promotion',
    { price: 2_990, months: 1, full: 2_990 },
    [2_990, 2_990, 2_990],
    [2_990, 2_990, 2_990],
  ],
  [
    'one month',
    { price: 2_000, months: 1, full: 2_990 },
    [2_990, 2_990, 2_990],
    [2_000, 2_990, 2_990],
  ],
  [
    'three months',
    { price: 2_000, months: 3, full: 2_990 },
    [2_990, 2_990, 2_990, 2_990, 2_990],
    [2_000, 2_000, 2_000, 2_990, 2_990],
  ],
  [
    'twelve months',
    { price: 1_495, months: 12, full: 2_990 },
    Array(14).fill(2_990),
    [...Array(12).fill(1_495), 2_990, 2_990],
  ],
  [
    'the plan rises during the promotion',
    { price: 2_000, months: 3, full: 2_990 },
    [2_990, 3_990, 3_990, 3_990],
    [2_000, 2_000, 2_000, 'ask'],
  ],
  [
    'it rises and comes back',
    { price: 2_000, months: 3, full: 2_990 },
    [2_990, 3_990, 3_990, 2_990],
    [2_000, 2_000, 2_000, 2_990],
  ],
  [
    'it falls, but not below the promotion',
    { price: 2_000, months: 3, full: 2_990 },
    [2_990, 2_500, 2_500, 2_500],
    [2_000, 2_000, 2_000, 2_500],
  ],
  [
    'it falls below the promotion',
    { price: 2_000, months: 3, full: 2_990 },
    [2_990, 1_500, 1_500, 1_500],
    [2_000, 1_500, 1_500, 1_500],
  ],
  [
    'it falls once: the lower price is agreed to',
    { price: 2_000, months: 2, full: 2_990 },
    [2_990, 2_500, 2_990],
    [2_000, 2_000, 'ask'],
  ],
] as const)(
  'each month of a subscription takes what the table says: %s',
  (_name, agreed, plan, paid) => expect(monthsAt(agreed, plan)).toEqual(paid),
);
