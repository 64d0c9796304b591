// When a refund is retried, what a refusal proves, and which receipt is refunded. Pure.
import type { Centavos } from '@camarim/contract/money';
import { HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import type { Receipt } from '../../../../platform/payments/port.ts';
import type { RefundTerms } from './refund-store.ts';

const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** How long a gateway's lookups may lag behind a request. */
const LAG_MS = 24 * HOUR_MS;

/** After a minute, doubled each time, at most six hours. */
export const nextTryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** Math.min(attempts, 20), LONGEST_WAIT_MS));

/**
 * Whether a refusal proves that nothing happened: after a first request, or when lookups showed
 * nothing of an earlier one for a day. `askedAt` is the first request, before the refused one.
 */
export const provesFailure = (askedAt: Date | null, now: Date): boolean =>
  askedAt === null || now.getTime() - askedAt.getTime() >= LAG_MS;

/** Whether it has been pending so long that an administrator must look. */
export const isOverdue = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() >= LAG_MS;

/**
 * Whether a second request could refund twice, at a gateway without idempotency keys: the receipt
 * has room for both.
 */
export const couldRepeat = (
  { receiptCentavos }: Pick<RefundTerms, 'receiptCentavos'>,
  amount: Centavos,
): boolean => receiptCentavos >= 2 * amount;

/** The receipt to refund: one with enough left, else one that was large enough. */
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
