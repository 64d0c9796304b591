// Which card payments wait for somebody to look at them. Pure: no I/O, no clock.
import type { ChargeReport } from '../../../platform/payments/port.ts';
import type { Charge } from '../top-up/charge-store.ts';

/** Who found it suspicious: the acquirer's fraud screen, or our own rule. */
export type Suspicion = 'acquirer' | 'firstCardPayment';

type Facts = {
  screening: ChargeReport['screening'];
  /** Undefined: we have no rule of our own. */ reviewFromCentavos: number | undefined;
  hasPaidByCard: boolean;
};

/**
 * A renewal is never held: its first payment was looked at, and what it is for would wait. What the
 * acquirer found in order may still be somebody's first card payment, and a large one: stolen cards
 * are used once.
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
