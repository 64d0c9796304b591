// When money from cards that one person pays one producer is too much or too fast: pure rules.
import type { FraudDecision, FraudRule } from '@camarim/contract/features/fraud/alerts';
import { HOUR_MS, DAY_MS } from '@camarim/contract/time';

export const WEEK_HOURS = 168;
const DAY_HOURS = 24;

/** Limits; 0 is none. */
export type VelocityLimits = {
  PAIR_DAY_MAX_CENTAVOS: number;
  PAIR_WEEK_MAX_CENTAVOS: number;
  PAIR_DAY_SALES_MAX: number;
  NEW_PAYER_DAYS: number;
  NEW_PAYER_DAY_MAX_CENTAVOS: number;
};

/** What one person paid one producer within seven days, newest first. */
export type PairSale = { id: string; amount: number; at: Date };

export type PairFacts = { accountCreatedAt: Date; sales: readonly PairSale[] };

/** A limit that a payment would pass. */
export type TrippedRule = {
  rule: Extract<FraudRule, 'pairDay' | 'pairWeek' | 'pairSales' | 'newPayer'>;
  /** With the payment, in `unit`. */
  counted: number;
  limit: number;
  unit: 'count' | 'centavos';
  hours: number;
  sales: readonly PairSale[];
  /** Until the oldest of the sales is not counted any more. */
  retryHours: number;
};

const sumOf = (sales: readonly PairSale[]): number =>
  sales.reduce((total, { amount }) => total + amount, 0);

export const isNewPayer = (
  accountCreatedAt: Date,
  { NEW_PAYER_DAYS }: Pick<VelocityLimits, 'NEW_PAYER_DAYS'>,
  now: Date,
): boolean => now.getTime() - accountCreatedAt.getTime() < NEW_PAYER_DAYS * DAY_MS;

/** The first limit that a payment of `price` would pass; null: none. */
export const trippedBy = (
  { accountCreatedAt, sales: week }: PairFacts,
  price: number,
  limits: VelocityLimits,
  now: Date,
): TrippedRule | null => {
  const day = week.filter(({ at }) => now.getTime() - at.getTime() < DAY_MS);
  const rules: (Omit<TrippedRule, 'retryHours'> & { applies?: boolean })[] = [
    {
      rule: 'newPayer',
      applies: isNewPayer(accountCreatedAt, limits, now),
      counted: sumOf(day) + price,
      limit: limits.NEW_PAYER_DAY_MAX_CENTAVOS,
      unit: 'centavos',
      hours: DAY_HOURS,
      sales: day,
    },
    {
      rule: 'pairDay',
      counted: sumOf(day) + price,
      limit: limits.PAIR_DAY_MAX_CENTAVOS,
      unit: 'centavos',
      hours: DAY_HOURS,
      sales: day,
    },
    {
      rule: 'pairSales',
      counted: day.length + 1,
      limit: limits.PAIR_DAY_SALES_MAX,
      unit: 'count',
      hours: DAY_HOURS,
      sales: day,
    },
    {
      rule: 'pairWeek',
      counted: sumOf(week) + price,
      limit: limits.PAIR_WEEK_MAX_CENTAVOS,
      unit: 'centavos',
      hours: WEEK_HOURS,
      sales: week,
    },
  ];
  const tripped = rules.find(
    ({ applies = true, limit, counted }) => applies && limit > 0 && counted > limit,
  );
  if (!tripped) return null;
  const { applies: _applies, ...found } = tripped;
  return { ...found, retryHours: hoursUntilLeft(found, now) };
};

/**
 * Whole hours until the oldest counted sale is over; of a first sale that is too large, the window.
 */
const hoursUntilLeft = (
  { sales, hours }: Pick<TrippedRule, 'sales' | 'hours'>,
  now: Date,
): number => {
  const oldest = sales.at(-1);
  if (!oldest) return hours;
  return Math.max(1, Math.ceil((oldest.at.getTime() + hours * HOUR_MS - now.getTime()) / HOUR_MS));
};

/** What may be decided about an alert. Only what is about one account can block it. */
export const decisionsOf = ({
  aboutId,
  sales,
}: {
  aboutId: string | null;
  sales: readonly unknown[];
}): FraudDecision[] => [
  'release',
  ...(sales.length > 0 ? (['refund'] as const) : []),
  ...(aboutId !== null ? (['block'] as const) : []),
];
