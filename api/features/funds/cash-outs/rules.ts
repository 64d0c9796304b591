// How a cash-out moves, and what may be cashed out. Pure.
import { type Centavos, centavos } from '@camarim/contract/money';
import type { PayoutReport } from '../../../platform/payments/port.ts';

export type CashOutStatus = 'requested' | 'approved' | 'sent' | 'paid' | 'returned';

/** A step to take; null: nothing new. */
export type CashOutMove = { to: CashOutStatus; reason: string | null } | null;

const ORDER: readonly CashOutStatus[] = ['requested', 'approved', 'sent', 'paid', 'returned'];
/** States only go forward: late and repeated news changes nothing. */
const forward = (from: CashOutStatus, to: CashOutStatus): boolean =>
  ORDER.indexOf(to) > ORDER.indexOf(from);

const AFTER: Record<PayoutReport['state'], CashOutStatus> = {
  processing: 'sent',
  paid: 'paid',
  failed: 'returned',
  returned: 'returned',
};

/**
 * What the gateway's word leads to. A payout that it calls failed after it called it paid is a
 * contradiction, for a person to look at.
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

/** Some of a cash-out that stays paid came back. The rest may follow. */
export const isPartReturned = (
  status: CashOutStatus,
  { state, returnedCentavos }: Pick<PayoutReport, 'state' | 'returnedCentavos'>,
): boolean => status === 'paid' && state === 'paid' && returnedCentavos > 0;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * Money may be sent back by the receiver's bank for some days, and a notification of it may get
 * lost.
 */
const WATCHED_AFTER_PAID_MS = 7 * DAY_MS;

/** When the gateway is asked again: soon at first, then less and less often. */
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

export type UsedAmounts = { day: Centavos; month: Centavos };
export type Limits = { day: number; month: number };

/** The most that balance and limits leave. */
export const largestCashOut = (balance: Centavos, used: UsedAmounts, limits: Limits): Centavos =>
  centavos(Math.max(0, Math.min(balance, limits.day - used.day, limits.month - used.month)));

/** Calendar day in São Paulo, YYYY-MM-DD. */
export const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(
    at,
  );
