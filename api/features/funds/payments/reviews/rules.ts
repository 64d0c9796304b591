// Which card payments need a fraud review. Pure: no I/O, no clock.
import type { ChargeReport } from '../../../../platform/payments/port.ts';
import type { Charge } from '../charges/charge-store.ts';

/** The source of the suspicion: the acquirer's fraud screen, or our own rule. */
export type Suspicion = 'acquirer' | 'firstCardPayment';

type Facts = {
  screening: ChargeReport['screening'];
  /** Undefined: our own rule is off. */
  reviewFromCentavos: number | undefined;
  hasPaidByCard: boolean;
};

/**
 * A renewal is never reviewed: its first payment was, and the subscription would have to wait. A
 * payment that the acquirer accepts may still be a large first card payment: stolen cards are used
 * once.
 */
export const suspicionOf = (
  { method, byHolder, amountCentavos }: Pick<Charge, 'method' | 'byHolder' | 'amountCentavos'>,
  { screening, reviewFromCentavos, hasPaidByCard }: Facts,
): Suspicion | null => {
  if (method !== 'card' || !byHolder) return null;
  if (screening === 'review' || screening === 'rejected') return 'acquirer';
  return reviewFromCentavos !== undefined && amountCentavos >= reviewFromCentavos && !hasPaidByCard
    ? 'firstCardPayment'
    : null;
};
