// Status transitions of a charge from a gateway's report, and when to poll again. Pure: no I/O, no
// clock.
import type { chargeStatus } from '@camarim/contract/features/funds/charges';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import type { z } from 'zod';
import type { ChargeReport, PaymentMethod } from '../../../../platform/payments/port.ts';

export type ChargeStatus = z.infer<typeof chargeStatus>;

/** Why a charge failed, or why an administrator must look at it. */
export type FailureCode =
  | 'gateway.refused'
  | 'gateway.unavailable'
  | 'gateway.invalid'
  | 'charge.canceled'
  | 'charge.declined'
  | 'charge.otherAmount'
  | 'charge.partlyReturned';

export type ChargeState = {
  status: ChargeStatus;
  amountCentavos: Centavos;
  /** The money received, credited or not. */
  paidCentavos: Centavos;
  failureCode: FailureCode | null;
};

/** One step of a charge. `credit`: the amount goes into the wallet, in the same transaction. */
export type Move = {
  to: ChargeStatus;
  paidCentavos: Centavos;
  failureCode: FailureCode | null;
  credit: boolean;
};

type Report = Pick<ChargeReport, 'state' | 'paidCentavos'>;

const move = (
  to: ChargeStatus,
  paidCentavos: Centavos,
  failureCode: FailureCode | null = null,
): Move => ({ to, paidCentavos, failureCode, credit: false });

/** Unpaid as far as we know. */
const isUnpaid = ({ status }: ChargeState): boolean => status === 'created' || status === 'pending';

/**
 * A payment is credited whatever the state before it, unless an administrator must look at other
 * money first.
 */
const canCredit = ({ status, failureCode }: ChargeState): boolean =>
  status !== 'review' || failureCode === 'gateway.invalid';

/**
 * The step that a gateway's report leads to; null when there is none. States only go forward: late,
 * repeated and reordered reports change nothing. Only the exact amount is credited, and only once.
 */
export const moveByReport = (charge: ChargeState, report: Report): Move | null => {
  switch (report.state) {
    case 'pending':
    case 'authorized':
      return charge.status === 'created' ? move('pending', ZERO_CENTAVOS) : null;
    case 'expired':
      return isUnpaid(charge) ? move('expired', ZERO_CENTAVOS) : null;
    case 'canceled':
      return isUnpaid(charge) ? move('failed', ZERO_CENTAVOS, 'charge.canceled') : null;
    case 'failed':
      return isUnpaid(charge) ? move('failed', ZERO_CENTAVOS, 'charge.declined') : null;
    case 'paid':
      return moveByPayment(charge, report.paidCentavos);
    case 'partially_refunded':
      return charge.status === 'refunded' ||
        charge.status === 'charged_back' ||
        charge.failureCode === 'charge.partlyReturned'
        ? null
        : move('review', report.paidCentavos, 'charge.partlyReturned');
    case 'refunded':
      return charge.status === 'refunded' || charge.status === 'charged_back'
        ? null
        : move('refunded', report.paidCentavos);
    case 'charged_back':
      return charge.status === 'charged_back' ? null : move('charged_back', report.paidCentavos);
  }
};

const moveByPayment = (charge: ChargeState, received: Centavos): Move | null => {
  // An outdated report, or nothing new.
  if (
    received <= charge.paidCentavos ||
    charge.status === 'refunded' ||
    charge.status === 'charged_back'
  )
    return null;
  // The total is exact at most once, because it only grows.
  return received === charge.amountCentavos && canCredit(charge)
    ? { ...move('paid', received), credit: true }
    : move('review', received, 'charge.otherAmount');
};

/**
 * The step after the gateway did not create the charge; null when the charge has left the state
 * `created`.
 */
export const moveByFailure = (
  charge: ChargeState,
  failureCode: 'gateway.refused' | 'gateway.unavailable' | 'gateway.invalid',
): Move | null =>
  charge.status === 'created'
    ? move(failureCode === 'gateway.invalid' ? 'review' : 'failed', ZERO_CENTAVOS, failureCode)
    : null;

/** The step at expiry, whether or not the gateway answers. A later payment is still credited. */
export const moveByTime = (charge: ChargeState & { expiresAt: Date }, now: Date): Move | null =>
  charge.status === 'pending' && now >= charge.expiresAt ? move('expired', ZERO_CENTAVOS) : null;

/** How long lookups may lag behind a request, while the payer waits for an answer. */
const LOOKUP_LAG_MS = 10 * MINUTE_MS;

/**
 * Whether a lookup that shows nothing proves that a card was not charged: it was never requested,
 * or long enough ago to be shown.
 */
export const isLookupConclusive = ({ askedAt }: { askedAt: Date | null }, now: Date): boolean =>
  askedAt === null || now.getTime() - askedAt.getTime() >= LOOKUP_LAG_MS;

const LONGEST_WAIT_MS = 30 * MINUTE_MS;
/** A month under a mandate is debited days later: no payer waits for it. */
const MONTHLY_WAIT_MS = 6 * 60 * MINUTE_MS;
/**
 * A payment begun in time may arrive this long after the charge expired; banks report boletos days
 * later.
 */
const lateMs = (method: PaymentMethod): number => (method === 'boleto' ? 10 * DAY_MS : DAY_MS);

/**
 * A payment may still come that only polling shows; a card without an answer may have been charged.
 */
const isOpen = ({
  status,
  paidCentavos,
  failureCode,
  method,
}: ChargeState & { method: PaymentMethod }): boolean =>
  (method === 'card' && failureCode === 'gateway.unavailable') ||
  status === 'created' ||
  status === 'pending' ||
  status === 'expired' ||
  (status === 'review' && paidCentavos === 0);

/**
 * Paid charges are polled daily for 30 days, then weekly up to the networks' deadlines for
 * disputes.
 */
const DAILY_POLLS_MS = 30 * DAY_MS;
const LAST_POLL_MS = 180 * DAY_MS;

/**
 * The next poll of a paid charge whose gateway does not report returns: daily for 30 days, then
 * weekly until the 180th day.
 */
const nextPollOfPaid = (
  { status, createdAt }: ChargeState & { createdAt: Date },
  now: Date,
): Date | null => {
  const ageMs = now.getTime() - createdAt.getTime();
  if (status === 'refunded' || status === 'charged_back' || ageMs >= LAST_POLL_MS) return null;
  return new Date(now.getTime() + (ageMs < DAILY_POLLS_MS ? DAY_MS : 7 * DAY_MS));
};

/**
 * The next poll: after a quarter of the charge's age, at least a minute and at most half an hour,
 * and at its expiry. Null when nothing more can come: a day after its expiry (a boleto: ten), if
 * the gateway `answered` then. `watched`: credited by a gateway that does not report returns.
 */
export const nextCheckAt = (
  charge: ChargeState & {
    method: PaymentMethod;
    createdAt: Date;
    expiresAt: Date;
    watched?: boolean;
  },
  now: Date,
  answered: boolean,
): Date | null => {
  if (charge.watched) return nextPollOfPaid(charge, now);
  const nowMs = now.getTime();
  const expiresMs = charge.expiresAt.getTime();
  // A boleto may be paid again, or by its Pix code as well.
  const open = isOpen(charge) || (charge.method === 'boleto' && charge.status === 'paid');
  if (!open || (answered && nowMs >= expiresMs + lateMs(charge.method))) return null;
  const waitMs = Math.min(
    Math.max((nowMs - charge.createdAt.getTime()) / 4, MINUTE_MS),
    charge.method === 'pixAutomatico' || charge.status === 'paid'
      ? MONTHLY_WAIT_MS
      : LONGEST_WAIT_MS,
  );
  const nextMs = nowMs + waitMs;
  return new Date(nowMs < expiresMs && expiresMs < nextMs ? expiresMs : nextMs);
};
