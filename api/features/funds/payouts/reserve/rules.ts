// How much of a producer's earnings a hold and the rolling reserve retain, and whether a cash-out
// waits: pure rules.
import {
  type CASH_OUT_WAITS,
  PAYOUT_HOLD_DAYS_MAX,
  type PAYOUT_REVIEWS,
} from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';

const PERCENT = 100;

export type PayoutReview = (typeof PAYOUT_REVIEWS)[number];
export type CashOutWait = (typeof CASH_OUT_WAITS)[number];

/** An amount that is in question, until an instant at the latest. */
export type Hold = { amount: Centavos; reason: string; until: Date };

export type PayoutRules = {
  hold: Hold | null;
  /** Null: as the settings say. */
  reservePercent: number | null;
  review: PayoutReview;
  /** From which amount on a sale paid with card money is reviewed; null: none is. */
  cardReviewFrom: Centavos | null;
};

export const NO_RULES: PayoutRules = {
  hold: null,
  reservePercent: null,
  review: 'usual',
  cardReviewFrom: null,
};

/** What is known about a producer's money. */
export type PayoutRecord = {
  /** Null: approved by an operator's command. */
  approvedAt: Date | null;
  /** Cash-outs that were paid. */
  paidOut: number;
  /** A fraud alert about who pays them waits for a decision. */
  inQuestion: boolean;
  /** In the days of the reserve, after what was taken back in them. */
  earned: number;
  /** Earnings of recent sales, which can't be cashed out yet. */
  pending: number;
};

export type ReserveSettings = { reservePercent: number; reserveDays: number; newDays: number };

/** The reserve by the settings: of new producers only. */
export const usualReserve = (
  { approvedAt }: Pick<PayoutRecord, 'approvedAt'>,
  { reservePercent, newDays }: ReserveSettings,
  now: Date,
): number =>
  approvedAt !== null && now.getTime() - approvedAt.getTime() >= newDays * DAY_MS
    ? 0
    : reservePercent;

export type RetainedEarnings = {
  hold: Hold | null;
  reserve: { percent: number; days: number; amount: Centavos } | null;
  total: Centavos;
};

/**
 * The part of the available earnings that can't be cashed out now. Pending earnings count for the
 * reserve, because they can't be cashed out either. Never more than is available; a hold ends by
 * itself.
 */
export const retainedEarnings = (
  rules: PayoutRules,
  record: PayoutRecord,
  { available, settings, now }: { available: number; settings: ReserveSettings; now: Date },
): RetainedEarnings => {
  const percent = rules.reservePercent ?? usualReserve(record, settings, now);
  const target = Math.ceil((Math.max(0, record.earned) * percent) / PERCENT);
  const amount = centavos(Math.min(available, Math.max(0, target - record.pending)));
  const hold = rules.hold && rules.hold.until > now ? rules.hold : null;
  return {
    hold,
    reserve: percent > 0 ? { percent, days: settings.reserveDays, amount } : null,
    total: centavos(Math.min(available, (hold?.amount ?? 0) + amount)),
  };
};

/** Why a cash-out of any amount waits for an administrator; none: it does not. */
export const waitsWhatever = (
  { review }: PayoutRules,
  { paidOut, inQuestion }: Pick<PayoutRecord, 'paidOut' | 'inQuestion'>,
  { firstReview }: { firstReview: boolean },
): CashOutWait[] => [
  ...(review === 'always' ? (['always'] as const) : []),
  ...(inQuestion ? (['inQuestion'] as const) : []),
  ...(review === 'usual' && firstReview && paidOut === 0 ? (['first'] as const) : []),
];

/** Whether the settings about amounts count; those that take two administrators always do. */
export const ignoresAmount = ({ review }: PayoutRules): boolean => review === 'never';

/** Whether two holds retain the same for the same reason until the same instant. */
export const isSameHold = (one: Hold, other: Hold | null): boolean =>
  other !== null &&
  one.amount === other.amount &&
  one.reason === other.reason &&
  one.until.getTime() === other.until.getTime();

/** Whether the end of a hold is an instant to come, within the longest hold. */
export const isHoldEnd = (until: Date, now: Date): boolean =>
  until > now && until.getTime() <= now.getTime() + PAYOUT_HOLD_DAYS_MAX * DAY_MS;

/**
 * The amount that a change would release, for the limit above which a second person agrees; 0:
 * none. A partial release counts as the whole retained amount, so that it can't be split into small
 * changes. A change that ends reviews, of cash-outs or of card sales, counts as all available
 * earnings.
 */
export const releasedBy = (
  before: PayoutRules,
  after: PayoutRules,
  money: { retainedBefore: number; retainedAfter: number; available: number },
): number => {
  const strictness = ['never', 'usual', 'always'];
  if (strictness.indexOf(after.review) < strictness.indexOf(before.review)) return money.available;
  if ((after.cardReviewFrom ?? Infinity) > (before.cardReviewFrom ?? Infinity))
    return money.available;
  const isHoldCut =
    before.hold !== null &&
    (!after.hold || after.hold.until < before.hold.until || after.hold.amount < before.hold.amount);
  if (!isHoldCut && money.retainedAfter >= money.retainedBefore) return 0;
  return Math.max(money.retainedBefore, before.hold?.amount ?? 0);
};
