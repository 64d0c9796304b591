// Months, renewals and retries of a subscription as dates. Pure: no I/O, no clock.
const TIME_ZONE = 'America/Sao_Paulo';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A renewal is charged a little before the paid time ends, so that access has no gap. */
const RENEW_AHEAD_MS = 15 * MINUTE_MS;
/** Reminders come while there is time to cancel. */
const REMIND_AHEAD_MS = 3 * DAY_MS;
/**
 * Days after the first failed payment on which it is retried; after the last one the subscription
 * ends. Pix Automático allows three retries within seven days. Source: product decisions, section
 * 4.
 */
export const RETRY_DAYS = [1, 3, 5] as const;

/**
 * The end of the nth month from the anchor, in São Paulo's calendar. Always counted from the anchor
 * and never from the month before: from 31 January come 28 February and then 31 March.
 */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO(
    TIME_ZONE,
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
export const onTrial = ({ monthsPaid, paidUntil }: Omit<Paid, 'anchorAt'>, now: Date): boolean =>
  monthsPaid === 0 && paidUntil > now;

/** Null when less time is left. */
export const reminderInstant = (paidUntil: Date, now: Date): Date | null => {
  const at = new Date(paidUntil.getTime() - REMIND_AHEAD_MS);
  return at > now ? at : null;
};

/**
 * The next try after `failed` payments, the first of which was at the end of the paid time; null
 * after the last one.
 */
export const retryInstant = (paidUntil: Date, failed: number): Date | null => {
  const days = RETRY_DAYS[failed - 1];
  return days === undefined ? null : new Date(renewalInstant(paidUntil).getTime() + days * DAY_MS);
};

/** How far a subscription has been paid. */
export type Paid = { anchorAt: Date; monthsPaid: number; paidUntil: Date };

/**
 * The period that `months` more buy at `now`: right after the paid or free time while it runs; otherwise
 * from now on with a new anchor, so that days without access are not charged.
 */
export const nextPeriod = (
  paid: Paid,
  months: number,
  now: Date,
): { startsAt: Date; after: Paid } => {
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
  { anchorAt, monthsPaid }: Pick<Paid, 'anchorAt' | 'monthsPaid'>,
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
