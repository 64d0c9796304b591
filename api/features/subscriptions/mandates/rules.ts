// The days of Pix Automático. Pure: no I/O, no clock. Days are São Paulo's. Source: the central
// bank's rules for recurring charges.
import { DAY_MS, HOUR_MS, SAO_PAULO } from '@camarim/contract/time';
import { RETRY_DAYS, renewalInstant } from '../rules.ts';

/**
 * Charges are created this long before the paid time ends: banks accept them two to ten days ahead,
 * and payers need time to cancel.
 */
const AHEAD_MS = 5 * DAY_MS;
const LEAST_DAYS_AHEAD = 2;
/** Banks debit until eight in the morning of the due day. */
const DEBITED_BY_MS = 8 * HOUR_MS;

/** The last day of retries after the due day. */
const LAST_DAY = 7;

const plain = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);
const dayOf = (at: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(SAO_PAULO).toPlainDate();
const at = (day: Temporal.PlainDate, time: string): Date =>
  new Date(
    day.toZonedDateTime({ timeZone: SAO_PAULO, plainTime: Temporal.PlainTime.from(time) })
      .epochMilliseconds,
  );

/** The day whose morning debit comes before the paid time ends. */
export const dueDay = (paidUntil: Date): string =>
  dayOf(new Date(paidUntil.getTime() - DEBITED_BY_MS)).toString();

/** The instant at which the next month's charge is created. */
const mandateChargeInstant = (paidUntil: Date): Date => new Date(paidUntil.getTime() - AHEAD_MS);

/**
 * When a renewal begins: from the wallet a little before the paid time ends, under a mandate days
 * ahead.
 */
export const renewalInstantOf = (
  { mandateId }: { mandateId: string | null },
  paidUntil: Date,
): Date => (mandateId === null ? renewalInstant(paidUntil) : mandateChargeInstant(paidUntil));

/** The due day of a charge created at `now`; later than planned when the process was stopped. */
export const dueDayFrom = (paidUntil: Date, now: Date): string => {
  const earliest = dayOf(now).add({ days: LEAST_DAYS_AHEAD });
  const planned = plain(dueDay(paidUntil));
  return (Temporal.PlainDate.compare(planned, earliest) < 0 ? earliest : planned).toString();
};

/**
 * The instant at which a day's debit is decided: after the second round of debits, early enough to
 * request a retry for the next day.
 */
export const verdictInstant = (day: string): Date => at(plain(day), '21:30');

/** The day of the next retry after `failed` days without payment; null after the last one. */
export const retryDay = (dueOn: string, failed: number, now: Date): string | null => {
  const today = dayOf(now);
  const days = RETRY_DAYS.slice(failed).map((days) => plain(dueOn).add({ days }));
  return days.find((day) => Temporal.PlainDate.compare(day, today) > 0)?.toString() ?? null;
};

/** The instant at which an unpaid charge is over. */
export const lastInstant = (dueOn: string): Date =>
  at(plain(dueOn).add({ days: LAST_DAY + 1 }), '00:00');
