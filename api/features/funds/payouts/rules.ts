// Status transitions of a cash-out, and its limits. Pure.
import { type Centavos, centavos } from '@camarim/contract/money';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import type { PayoutReport } from '../../../platform/payments/port.ts';

export type CashOutStatus = 'requested' | 'approved' | 'sent' | 'paid' | 'returned';

/** The next step; null when nothing changes. */
export type CashOutMove = { to: CashOutStatus; reason: string | null } | null;

const ORDER: readonly CashOutStatus[] = ['requested', 'approved', 'sent', 'paid', 'returned'];
/** States only go forward: late and repeated reports change nothing. */
const forward = (from: CashOutStatus, to: CashOutStatus): boolean =>
  ORDER.indexOf(to) > ORDER.indexOf(from);

const AFTER: Record<PayoutReport['state'], CashOutStatus> = {
  processing: 'sent',
  paid: 'paid',
  failed: 'returned',
  returned: 'returned',
};

/**
 * The step after a gateway's report. A payout that failed after it was paid is a contradiction, for
 * an administrator.
 */
export const moveByPayout = (
  from: CashOutStatus,
  { state, reason }: Pick<PayoutReport, 'state' | 'reason'>,
): CashOutMove | 'contradiction' => {
  if (from === 'returned') return state === 'paid' ? 'contradiction' : null;
  if (from === 'paid' && state === 'failed') return 'contradiction';
  const to = AFTER[state];
  return forward(from, to)
    ? { to, reason: to === 'returned' ? (reason ?? 'gateway.returned') : null }
    : null;
};

/** A part of a paid cash-out came back. The rest may follow. */
export const isPartReturned = (
  status: CashOutStatus,
  { state, returnedCentavos }: Pick<PayoutReport, 'state' | 'returnedCentavos'>,
): boolean => status === 'paid' && state === 'paid' && returnedCentavos > 0;

/** The receiver's bank may return money for some days, and its notification may get lost. */
const WATCHED_AFTER_PAID_MS = 7 * DAY_MS;

/** When the gateway is polled again: soon at first, then less often. */
export const nextPollAt = (
  {
    status,
    createdAt,
    finishedAt,
  }: { status: CashOutStatus; createdAt: Date; finishedAt: Date | null },
  now: Date,
): Date | null => {
  if (status === 'requested' || status === 'returned') return null;
  if (status === 'paid') {
    const next = new Date(now.getTime() + DAY_MS);
    return next.getTime() <= (finishedAt ?? createdAt).getTime() + WATCHED_AFTER_PAID_MS
      ? next
      : null;
  }
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, MINUTE_MS), 60 * MINUTE_MS));
};

type WaitSettings = {
  CASH_OUT_APPROVAL_FROM_CENTAVOS?: number | undefined;
  ADMIN_SECOND_PERSON_FROM_CENTAVOS?: number | undefined;
  adminSecondPerson: boolean;
};

/**
 * From which amount on the cash-outs of a day wait for an administrator; null: none does. What
 * takes two administrators waits, whatever waits for one.
 */
export const waitsFrom = ({
  CASH_OUT_APPROVAL_FROM_CENTAVOS: one,
  ADMIN_SECOND_PERSON_FROM_CENTAVOS: two,
  adminSecondPerson,
}: WaitSettings): Centavos | null => {
  const from = Math.min(one ?? Infinity, (adminSecondPerson ? two : undefined) ?? Infinity);
  return from === Infinity ? null : centavos(from);
};

/** From which amount on the cash-outs of a day take two administrators; null: none does. */
export const secondPersonFrom = ({
  ADMIN_SECOND_PERSON_FROM_CENTAVOS: two,
  adminSecondPerson,
}: WaitSettings): Centavos | null =>
  adminSecondPerson && two !== undefined ? centavos(two) : null;

export type UsedAmounts = { day: Centavos; month: Centavos };
export type Limits = { day: number; month: number };

/** The amount from which the next one waits: those of one day count together. */
export const waitsFromNow = (from: Centavos | null, { day }: UsedAmounts): Centavos | null =>
  from === null ? null : centavos(Math.max(0, from - day));

/** The largest cash-out that balance and limits allow. */
export const largestCashOut = (balance: Centavos, used: UsedAmounts, limits: Limits): Centavos =>
  centavos(Math.max(0, Math.min(balance, limits.day - used.day, limits.month - used.month)));
