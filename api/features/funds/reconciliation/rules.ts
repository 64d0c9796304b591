// Compares a statement line with a charge, and schedules which day is compared when. Pure.
import type { ChargeId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import type { SettlementLine } from '../../../platform/payments/port.ts';
import type { Charge } from '../payments/charges/charge-store.ts';
import { spanOfDay } from '../../../platform/clock/days.ts';

export type DifferenceKind = 'unknown' | 'amount' | 'state' | 'missing';

/** A difference for an administrator. */
export type Difference = {
  kind: DifferenceKind;
  ref: string;
  chargeId: ChargeId | null;
  theirs: Centavos | null;
  ours: Centavos | null;
  status: Charge['status'] | null;
};

const RETURNED: readonly Charge['status'][] = ['refunded', 'charged_back'];

/** A charge that was paid by two methods was refunded once under its own id, and stays paid. */
const isSecondPayment = ({ kind, refundId }: SettlementLine, { id }: Pick<Charge, 'id'>): boolean =>
  kind === 'refund' && refundId === id;

/** Whether the charge lacks what the line reports: it is synced before a difference is stored. */
export const isBehind = (
  line: SettlementLine,
  { id, status, paidAt }: Pick<Charge, 'id' | 'status' | 'paidAt'>,
): boolean => {
  if (line.kind === 'payment') return paidAt === null && status !== 'review';
  return !RETURNED.includes(status) && status !== 'review' && !isSecondPayment(line, { id });
};

/**
 * The difference between a line and its charge; null when they agree. A charge under review is
 * always for an administrator.
 */
export const differenceOf = (line: SettlementLine, charge: Charge | null): Difference | null => {
  const { ref, amountCentavos: theirs } = line;
  if (!charge) return { kind: 'unknown', ref, chargeId: null, theirs, ours: null, status: null };
  const differing = (kind: DifferenceKind): Difference => ({
    kind,
    ref,
    chargeId: charge.id,
    theirs,
    ours: charge.amountCentavos,
    status: charge.status,
  });
  const paid = charge.paidCentavos === 0 ? theirs : charge.paidCentavos;
  if (
    line.kind === 'payment' &&
    (theirs !== charge.amountCentavos || paid !== charge.amountCentavos)
  )
    return differing('amount');
  if (line.kind === 'refund' && theirs !== charge.amountCentavos) return differing('amount');
  return charge.status === 'review' || isBehind(line, charge) ? differing('state') : null;
};

/** A credited charge that is missing in the day's statement. */
export const missingInStatement = ({
  id,
  amountCentavos,
  status,
}: Pick<Charge, 'id' | 'amountCentavos' | 'status'>): Difference => ({
  kind: 'missing',
  ref: id,
  chargeId: id,
  theirs: null,
  ours: amountCentavos,
  status,
});

/** Statements lag: PayPal's by up to three hours. */
const FIRST_LOOK_AFTER_MS = 4 * HOUR_MS;
/** The second comparison, for late lines and returns of the next day. */
const SECOND_LOOK_AFTER_MS = 36 * HOUR_MS;
/**
 * A gateway that was unavailable this long is for an administrator: the day stays open in the
 * dashboard.
 */
const DAYS_BACK = 7;

export const dayAt = (at: Date): string =>
  new Date(at.getTime() - 3 * HOUR_MS).toISOString().slice(0, 10);

/** Whether a day is due, given its last comparison. */
export const isDue = (day: string, matchedAt: Date | null, now: Date): boolean => {
  const end = spanOfDay(day).to.getTime();
  const second = end + SECOND_LOOK_AFTER_MS;
  if (matchedAt === null) return now.getTime() >= end + FIRST_LOOK_AFTER_MS;
  return matchedAt.getTime() < second && now.getTime() >= second;
};

/** The days that may be due, oldest first. */
export const recentDays = (now: Date): string[] =>
  Array.from({ length: DAYS_BACK }, (_, index) =>
    dayAt(new Date(now.getTime() - (DAYS_BACK - index) * DAY_MS)),
  );
