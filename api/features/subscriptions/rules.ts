// Months, renewals and retries of a subscription as dates, and what each month costs. Pure: no I/O,
// no clock.
import { type Centavos, centavos } from '@camarim/contract/money';
import { DAY_MS, MINUTE_MS, SAO_PAULO } from '@camarim/contract/time';

/** A renewal is charged a little before the paid time ends, so that access has no gap. */
const RENEW_AHEAD_MS = 15 * MINUTE_MS;
/** Reminders come while there is time to cancel. */
const REMIND_AHEAD_MS = 3 * DAY_MS;
/** Before a charge that is more than the last one, earlier: also before a bank is sent it. */
const REMIND_RISE_AHEAD_MS = 7 * DAY_MS;
/**
 * Days after the first failed payment on which it is retried; after the last one the subscription
 * ends. Pix Automático allows three retries within seven days. Source: product decisions, section
 * 4.
 */
export const RETRY_DAYS = [1, 3, 5] as const;

/**
 * The first month at the full price, when its announcement could not be sent in time: the day after
 * it, so that the fan may still stop.
 */
export const afterAnnouncement = (now: Date): Date => new Date(now.getTime() + DAY_MS);

/**
 * The end of the nth month from the anchor, in São Paulo's calendar. Always counted from the anchor
 * and never from the month before: from 31 January come 28 February and then 31 March.
 */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO(
    SAO_PAULO,
  );
  return new Date(start.add({ months }).epochMilliseconds);
};

export const renewalInstant = (paidUntil: Date): Date =>
  new Date(paidUntil.getTime() - RENEW_AHEAD_MS);

/** The end of a free trial of so many days. */
export const trialEnd = (startsAt: Date, days: number): Date =>
  new Date(startsAt.getTime() + days * DAY_MS);

/** A short trial has its reminder in its middle: no first charge comes without one. */
export const trialReminder = (startsAt: Date, endsAt: Date): Date =>
  new Date(
    endsAt.getTime() - Math.min(REMIND_AHEAD_MS, (endsAt.getTime() - startsAt.getTime()) / 2),
  );

/** A free trial is running: its time is not paid, and the first month begins at its end. */
export const onTrial = (
  { monthsPaid, paidUntil }: Omit<PaidPeriod, 'anchorAt'>,
  now: Date,
): boolean => monthsPaid === 0 && paidUntil > now;

/** Null when less time is left. */
export const reminderInstant = (
  paidUntil: Date,
  now: Date,
  promotion: Promotion = NO_PROMOTION,
): Date | null => {
  const aheadMs = isLastOfPromotion(promotion) ? REMIND_RISE_AHEAD_MS : REMIND_AHEAD_MS;
  const at = new Date(paidUntil.getTime() - aheadMs);
  return at > now ? at : null;
};

/**
 * What is left of the promotion that a fan agreed to. The price stays until the first month after
 * the promotion is paid: a price without months says that the next charge is the first full one.
 */
export type Promotion = { promotionPrice: Centavos | null; promotionMonthsLeft: number };

export const NO_PROMOTION: Promotion = { promotionPrice: null, promotionMonthsLeft: 0 };

/** What is left of a promotion after its first month was paid. */
export const promotionOf = ({
  price,
  promotionId,
  monthsAtPrice,
}: {
  price: Centavos;
  promotionId: string | null;
  monthsAtPrice: number;
}): Promotion =>
  promotionId === null
    ? NO_PROMOTION
    : { promotionPrice: price, promotionMonthsLeft: monthsAtPrice };

export const isLastOfPromotion = ({ promotionPrice, promotionMonthsLeft }: Promotion): boolean =>
  promotionPrice !== null && promotionMonthsLeft === 0;

/** The month after the promotion comes next, and costs more than a month of it. */
export const isFirstFull = (promotion: Promotion, planPrice: Centavos): boolean =>
  isLastOfPromotion(promotion) && planPrice > (promotion.promotionPrice ?? planPrice);

/** What is left after one more month was paid. */
export const afterMonth = ({ promotionPrice, promotionMonthsLeft }: Promotion): Promotion =>
  promotionMonthsLeft > 0
    ? { promotionPrice, promotionMonthsLeft: promotionMonthsLeft - 1 }
    : NO_PROMOTION;

/** The terms of a promotion that a fan saw: its months, and the price of a month after them. */
export type SeenPromotion = { months: number; price: Centavos };

/** For a promotion of one month, the price of that month is enough. */
export const sawTerms = (
  seen: SeenPromotion | undefined,
  { months, price }: SeenPromotion,
): boolean => (seen ? seen.months === months && seen.price === price : months === 1);

/** The prices that the fan agreed to: `price` is that of a month after the promotion. */
type AgreedPromotion = Promotion & { price: Centavos };

/**
 * What the next month takes when the plan costs `planPrice`: a month of the promotion never more
 * than its price, and always the plan's price when that is less.
 */
export const nextMonthPrice = (
  { promotionPrice, promotionMonthsLeft }: Promotion,
  planPrice: Centavos,
): Centavos =>
  promotionPrice !== null && promotionMonthsLeft > 0
    ? centavos(Math.min(promotionPrice, planPrice))
    : planPrice;

/** Whether the next month costs more than the fan agreed to for it. */
export const costsMore = (agreed: AgreedPromotion, planPrice: Centavos): boolean =>
  agreed.promotionMonthsLeft === 0 && planPrice > agreed.price;

/**
 * What the fan has agreed to pay after the promotion once the plan costs `planPrice`: less when
 * that is less, never more without being asked.
 */
export const agreedAfter = ({ price }: AgreedPromotion, planPrice: Centavos): Centavos =>
  centavos(Math.min(price, planPrice));

/**
 * The next attempt after `failed` payments, the first of which was at the end of the paid time;
 * null after the last one.
 */
export const retryInstant = (paidUntil: Date, failed: number): Date | null => {
  const days = RETRY_DAYS[failed - 1];
  return days === undefined ? null : new Date(renewalInstant(paidUntil).getTime() + days * DAY_MS);
};

/** How far a subscription has been paid. */
export type PaidPeriod = { anchorAt: Date; monthsPaid: number; paidUntil: Date };

/**
 * The period that `months` more buy at `now`: right after the paid or free time while it runs;
 * otherwise from now on with a new anchor, so that days without access are not charged.
 */
export const nextPeriod = (
  paid: PaidPeriod,
  months: number,
  now: Date,
): { startsAt: Date; after: PaidPeriod } => {
  const running = paid.paidUntil > now;
  const [anchorAt, before, startsAt] = running
    ? [paid.anchorAt, paid.monthsPaid, paid.paidUntil]
    : [now, 0, now];
  const monthsPaid = before + months;
  return {
    startsAt,
    after: { anchorAt, monthsPaid, paidUntil: monthsAfter(anchorAt, monthsPaid) },
  };
};

/** The beginnings of the months of a period. */
export const monthsOf = (
  { anchorAt, monthsPaid }: Pick<PaidPeriod, 'anchorAt' | 'monthsPaid'>,
  months: number,
): Date[] =>
  Array.from({ length: months }, (_, month) => monthsAfter(anchorAt, monthsPaid - months + month));

export type Status = 'active' | 'late' | 'ended';

export const statusOf = (
  { paidUntil, renewAt }: { paidUntil: Date; renewAt: Date | null },
  now: Date,
): Status => {
  if (paidUntil > now) return 'active';
  return renewAt ? 'late' : 'ended';
};
