// How the price of a sale is divided: the fee, and the share of the seller with its holds. Pure.
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos, splitFee } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import type { PaymentSource, Posting, SellerRate, Terms } from './movements.ts';

/**
 * When a sale is released: after the hold, rounded up to the hour so that a producer has few
 * release dates. A wallet mixes the money of many payments: a sale from it waits the default hold,
 * or the card's when a card filled it recently. A month paid directly by Pix waits the hold of Pix.
 */
export const releaseInstant = (
  { at, holdDays }: Pick<Terms, 'at' | 'holdDays'>,
  source?: PaymentSource,
): Date => {
  const days = (source && holdDays[source]) ?? holdDays.default;
  const stepMs = days === 0 ? MINUTE_MS : HOUR_MS;
  return new Date(Math.ceil((at.getTime() + days * DAY_MS) / stepMs) * stepMs);
};

export const minus = (amount: Centavos): Centavos => centavos(-amount);

type Sale = {
  buyer: ProfileId;
  seller: ProfileId;
  price: Centavos;
  feeBps: SellerRate;
  monthsFrom?: readonly Date[];
  source?: PaymentSource;
};

/**
 * One hold for the whole share, or one per month sold, held from that month's beginning; the
 * remainder of the division goes to the first month.
 */
const heldParts = (
  share: Centavos,
  { monthsFrom = [], source }: Sale,
  terms: Terms,
): { amount: Centavos; releaseAt: Date }[] => {
  if (monthsFrom.length < 2) return [{ amount: share, releaseAt: releaseInstant(terms, source) }];
  const part = Math.floor(share / monthsFrom.length);
  return monthsFrom.map((from, month) => ({
    amount: centavos(month === 0 ? share - part * (monthsFrom.length - 1) : part),
    releaseAt: releaseInstant({ ...terms, at: from > terms.at ? from : terms.at }, source),
  }));
};

/** The rate of a sale: the seller's own, or the platform's of now. */
export const rateOf = (feeBps: SellerRate, terms: Terms): number => feeBps ?? terms.feeBps;

/** Buyer's wallet -> seller's pending share and the platform's fee; no posting of zero. */
export const salePostings = (sale: Sale, terms: Terms): Posting[] => {
  const { share, fee } = splitFee(sale.price, rateOf(sale.feeBps, terms));
  const postings: Posting[] = [
    { owner: sale.buyer, account: 'wallet', amount: minus(sale.price) },
    ...heldParts(share, sale, terms).map((part): Posting => ({
      owner: sale.seller,
      account: 'pending',
      ...part,
    })),
    { owner: null, account: 'revenue', amount: fee },
  ];
  return postings.filter(({ amount }) => amount !== 0);
};
