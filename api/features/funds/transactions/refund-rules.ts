// When a refund is tried again, what a refusal proves, and which receipt goes back. Pure.
import type { Centavos } from '@camarim/contract/money';
import type { Receipt } from '../../../platform/payments/port.ts';
import type { RefundTerms } from './refund-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** How long after a question a gateway's look-ups may still not show what it did. */
const LAG_MS = 24 * HOUR_MS;

/** After a minute, then twice as long each time, at most six hours. */
export const nextTryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS));

/**
 * Whether "no" means that nothing happened: to a first request, or when nothing has been seen of an
 * earlier one for a day. `askedAt` is when it was first asked for, before the request that was
 * refused.
 */
export const provesFailure = (askedAt: Date | null, now: Date): boolean =>
  askedAt === null || now.getTime() - askedAt.getTime() >= LAG_MS;

/** Whether it has been under way for so long that a person has to look. */
export const isOverdue = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() >= LAG_MS;

/**
 * Whether a second request could return the money twice, at a gateway that takes no id of ours: the
 * receipt has room for both.
 */
export const couldRepeat = (
  { receiptCentavos }: Pick<RefundTerms, 'receiptCentavos'>,
  amount: Centavos,
): boolean => receiptCentavos >= 2 * amount;

/**
 * The receipt that the money goes back from: one with enough left of it, else one that was large
 * enough.
 */
export const termsOf = (receipts: readonly Receipt[], amount: Centavos): RefundTerms | null => {
  const left = ({ amountCentavos, refunds }: Receipt): number =>
    refunds.reduce<number>(
      (rest, refund) => (refund.state === 'failed' ? rest : rest - refund.amountCentavos),
      amountCentavos,
    );
  const receipt =
    receipts.find((candidate) => left(candidate) >= amount) ??
    receipts.find(({ amountCentavos }) => amountCentavos >= amount);
  return receipt
    ? {
        receiptRef: receipt.ref,
        receiptCentavos: receipt.amountCentavos,
        otherRefs: receipt.refunds.map(({ ref }) => ref),
      }
    : null;
};
