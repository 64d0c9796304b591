// The days of Pix Automático. Pure: no I/O, no clock. Days are Sao Paulo's. Source: rules of the
// central bank for charges of a recurrence.
import { renewalInstant } from '../rules.ts';

const TIME_ZONE = 'America/Sao_Paulo';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Charges are asked for this long before the paid time ends: banks take them two to ten days ahead,
 * and people need time to say no.
 */
const AHEAD_MS = 5 * DAY_MS;
const LEAST_DAYS_AHEAD = 2;
/** Banks debit until eight in the morning of the day. */
const DEBITED_BY_MS = 8 * HOUR_MS;
/**
 * Days after the due day on which another try is asked for. Source: product decisions, section 4;
 * banks take three in seven days.
 */
const RETRY_DAYS = [1, 3, 5] as const;
/** The last day of trying. */
const LAST_DAY = 7;

const plain = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day);
const dayOf = (at: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(TIME_ZONE).toPlainDate();
const at = (day: Temporal.PlainDate, time: string): Date =>
  new Date(
    day.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(time) })
      .epochMilliseconds,
  );

/** The day whose morning debit comes before the paid time ends. */
export const dueDay = (paidUntil: Date): string =>
  dayOf(new Date(paidUntil.getTime() - DEBITED_BY_MS)).toString();

/** When the next month is asked for. */
const mandateChargeInstant = (paidUntil: Date): Date => new Date(paidUntil.getTime() - AHEAD_MS);

/**
 * When a renewal is begun: out of the wallet a little before the paid time ends, under a permission
 * days ahead.
 */
export const renewalInstantOf = (
  { mandateId }: { mandateId: string | null },
  paidUntil: Date,
): Date => (mandateId === null ? renewalInstant(paidUntil) : mandateChargeInstant(paidUntil));

/** The due day of a charge that is asked for at `now`; later than wished when the clock slept. */
export const dueDayFrom = (paidUntil: Date, now: Date): string => {
  const earliest = dayOf(now).add({ days: LEAST_DAYS_AHEAD });
  const wished = plain(dueDay(paidUntil));
  return (Temporal.PlainDate.compare(wished, earliest) < 0 ? earliest : wished).toString();
};

/**
 * When it is clear whether a day's debit came: after the second hour of debiting, early enough to
 * ask for another on the next day.
 */
export const verdictInstant = (day: string): Date => at(plain(day), '21:30');

/** The day of the next try after `failed` days without money; null when none is left. */
export const retryDay = (dueOn: string, failed: number, now: Date): string | null => {
  const today = dayOf(now);
  const days = RETRY_DAYS.slice(failed).map((days) => plain(dueOn).add({ days }));
  return days.find((day) => Temporal.PlainDate.compare(day, today) > 0)?.toString() ?? null;
};

/** When a charge that nobody could debit is over. */
export const lastInstant = (dueOn: string): Date =>
  at(plain(dueOn).add({ days: LAST_DAY + 1 }), '00:00');
