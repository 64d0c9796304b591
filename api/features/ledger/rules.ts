// What each kind of movement debits and credits. Pure.
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos, splitFee, ZERO_CENTAVOS } from '@camarim/contract/money';
import type { SaleKind } from '@camarim/contract/sales';
import { reversal } from './reversal.ts';
import type {
  Movement,
  MovementKind,
  NewTransfer,
  OfKind,
  PaymentSource,
  Posting,
  SellerRate,
  Terms,
} from './movements.ts';

const HOUR_MS = 3_600_000;

const MINUTE_MS = 60_000;

const DAY_MS = 24 * HOUR_MS;

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

const minus = (amount: Centavos): Centavos => centavos(-amount);

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
const rateOf = (feeBps: SellerRate, terms: Terms): number => feeBps ?? terms.feeBps;

/** Buyer's wallet -> seller's pending share and the platform's fee; no posting of zero. */
const salePostings = (sale: Sale, terms: Terms): Posting[] => {
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

const topUp = ({ chargeId, profileId, gateway, amount, locked }: OfKind<'topUp'>): NewTransfer => ({
  kind: 'topUp',
  key: `topUp:${chargeId}`,
  request: [profileId, gateway, amount, ...(locked ? ['locked'] : [])],
  actorId: profileId,
  referenceType: 'charge',
  referenceId: chargeId,
  memo: null,
  reverses: null,
  postings: [
    { owner: profileId, account: locked ? 'locked' : 'wallet', amount },
    { owner: null, account: 'clearing', label: gateway, amount: minus(amount) },
  ],
});

/** A locked top-up that passed its fraud review: it can be spent. */
const unlock = ({
  chargeId,
  profileId: owner,
  amount,
  actorId,
}: OfKind<'unlock'>): NewTransfer => ({
  kind: 'unlock',
  key: unlockKey(chargeId),
  request: [owner, amount],
  actorId,
  referenceType: 'charge',
  referenceId: chargeId,
  memo: null,
  reverses: null,
  postings: [
    { owner, account: 'locked', amount: minus(amount) },
    { owner, account: 'wallet', amount },
  ],
});

export const unlockKey = (chargeId: string): string => `unlock:${chargeId}`;

const tip = (
  { key, fromId, toId, postId, goalId, amount, feeBps, message, source }: OfKind<'tip'>,
  terms: Terms,
): NewTransfer => ({
  kind: 'tip',
  key: `tip:${fromId}:${key}`,
  request: [toId, postId, amount, message ?? null, ...(goalId ? [goalId] : [])],
  actorId: fromId,
  referenceType: postId ? 'post' : goalId ? 'goal' : 'profile',
  referenceId: postId ?? goalId ?? toId,
  memo: { feeBps: rateOf(feeBps, terms), ...(message && { message }) },
  reverses: null,
  postings: salePostings({ buyer: fromId, seller: toId, price: amount, feeBps, source }, terms),
});

const purchase = (
  { key, buyerId, sellerId, postId, price, feeBps, source }: OfKind<'purchase'>,
  terms: Terms,
): NewTransfer => ({
  kind: 'purchase',
  key: `purchase:${buyerId}:${key}`,
  request: [sellerId, postId, price],
  actorId: buyerId,
  referenceType: 'post',
  referenceId: postId,
  memo: { feeBps: rateOf(feeBps, terms) },
  reverses: null,
  postings: salePostings({ buyer: buyerId, seller: sellerId, price, feeBps, source }, terms),
});

const collection = (
  { key, buyerId, sellerId, collectionId, price, feeBps, source }: OfKind<'collection'>,
  terms: Terms,
): NewTransfer => ({
  kind: 'collection',
  key: `collection:${buyerId}:${key}`,
  request: [sellerId, collectionId, price],
  actorId: buyerId,
  referenceType: 'collection',
  referenceId: collectionId,
  memo: { feeBps: rateOf(feeBps, terms) },
  reverses: null,
  postings: salePostings({ buyer: buyerId, seller: sellerId, price, feeBps, source }, terms),
});

const subscription = (
  {
    key,
    buyerId,
    sellerId,
    subscriptionId,
    price,
    months,
    monthsFrom,
    feeBps,
    source,
  }: OfKind<'subscription'>,
  terms: Terms,
): NewTransfer => ({
  kind: 'subscription',
  key: `subscription:${subscriptionId}:${key}`,
  request: [buyerId, sellerId, price, months],
  actorId: buyerId,
  referenceType: 'subscription',
  referenceId: subscriptionId,
  memo: { feeBps: rateOf(feeBps, terms), months },
  reverses: null,
  postings: salePostings(
    {
      buyer: buyerId,
      seller: sellerId,
      price,
      feeBps,
      ...(monthsFrom && { monthsFrom }),
      ...(source && { source }),
    },
    terms,
  ),
});

/** A payment that its payer's bank took back: out of the wallet; the rest is a debt. */
const chargeback = ({
  chargeId,
  number,
  refundRef,
  profileId: owner,
  gateway,
  taken,
  owed,
}: OfKind<'chargeback'>): NewTransfer => ({
  kind: 'chargeback',
  key: `chargeback:${chargeId}:${number}`,
  request: [chargeId, owner, gateway, taken + owed],
  actorId: null,
  referenceType: 'charge',
  referenceId: chargeId,
  memo: { refundRef },
  reverses: null,
  postings: [
    { owner, account: 'wallet' as const, amount: minus(taken) },
    { owner, account: 'debt' as const, amount: minus(owed) },
    { owner: null, account: 'clearing' as const, label: gateway, amount: centavos(taken + owed) },
  ].filter(({ amount }) => amount !== 0),
});

const debtPayment = ({
  chargeId,
  profileId: owner,
  amount,
}: OfKind<'debtPayment'>): NewTransfer => ({
  kind: 'debtPayment',
  key: `debtPayment:${chargeId}`,
  request: [owner, amount],
  actorId: null,
  referenceType: 'charge',
  referenceId: chargeId,
  memo: null,
  reverses: null,
  postings: [
    { owner, account: 'wallet', amount: minus(amount) },
    { owner, account: 'debt', amount },
  ],
});

/** A refund that the gateway did not carry out: the money returns to where it was before. */
const refundFailed = ({
  refundId,
  chargeId,
  profileId,
  gateway,
  amount,
  locked,
}: OfKind<'refundFailed'>): NewTransfer => ({
  kind: 'refundFailed',
  key: `refundFailed:${refundId}`,
  request: [profileId, gateway, amount],
  actorId: null,
  referenceType: 'charge',
  referenceId: chargeId,
  memo: { refundId },
  reverses: null,
  postings: [
    { owner: profileId, account: locked ? 'locked' : 'wallet', amount },
    { owner: null, account: 'clearing', label: gateway, amount: minus(amount) },
  ],
});

const release = ({
  key,
  profileId,
  releaseAt,
  amount,
  actorId,
}: OfKind<'release'>): NewTransfer => ({
  kind: 'release',
  key: `release:${profileId}:${key}`,
  request: [profileId, releaseAt, amount],
  actorId: actorId ?? null,
  referenceType: null,
  referenceId: null,
  memo: null,
  reverses: null,
  postings: [
    { owner: profileId, account: 'pending', amount: minus(amount), releaseAt },
    { owner: profileId, account: 'earnings', amount },
  ],
});

const payoutStep = (
  movement: OfKind<'payout' | 'payoutPaid' | 'payoutReturned'>,
  ...postings: Posting[]
): NewTransfer => ({
  kind: movement.kind,
  key: `${movement.kind}:${movement.payoutId}`,
  request: [movement.profileId, movement.amount],
  actorId: movement.kind === 'payout' ? movement.profileId : null,
  referenceType: 'payout',
  referenceId: movement.payoutId,
  memo: null,
  reverses: null,
  postings,
});

const payout = (movement: OfKind<'payout' | 'payoutPaid' | 'payoutReturned'>): NewTransfer => {
  const { profileId: owner, amount } = movement;
  const inTransit = (amount: Centavos): Posting => ({
    owner,
    account: 'payout_in_transit',
    amount,
  });
  if (movement.kind === 'payout')
    return payoutStep(
      movement,
      { owner, account: 'earnings', amount: minus(amount) },
      inTransit(amount),
    );
  if (movement.kind === 'payoutReturned')
    return payoutStep(movement, inTransit(minus(amount)), { owner, account: 'earnings', amount });
  const fee = movement.fee ?? ZERO_CENTAVOS;
  const kept: Posting[] = fee === 0 ? [] : [{ owner: null, account: 'revenue', amount: fee }];
  return payoutStep(
    movement,
    inTransit(minus(amount)),
    { owner: null, account: 'clearing', label: movement.gateway, amount: centavos(amount - fee) },
    ...kept,
  );
};

const amountOf = (movement: Exclude<Movement, { kind: 'reversal' }>): Centavos => {
  if (movement.kind === 'chargeback') return centavos(movement.taken + movement.owed);
  return 'price' in movement ? movement.price : movement.amount;
};

type TransferRules<K extends MovementKind> = {
  [Each in K]: (movement: OfKind<Each>, terms: Terms) => NewTransfer;
};

/** Each kind of sale of contract/sales.ts. */
const SALE_TRANSFERS: TransferRules<SaleKind> = { tip, purchase, collection, subscription };

const TRANSFERS: TransferRules<MovementKind> = {
  ...SALE_TRANSFERS,
  topUp,
  unlock,
  chargeback,
  debtPayment,
  refundFailed,
  release,
  payout,
  payoutPaid: payout,
  payoutReturned: payout,
  reversal,
};

const toNewTransfer = <K extends MovementKind>(
  movement: Extract<Movement, { kind: K }>,
  terms: Terms,
): NewTransfer => TRANSFERS[movement.kind as K](movement, terms);

/** The transfer of a movement. Throws RangeError for an amount that is not above zero. */
export const newTransferOf = (movement: Movement, terms: Terms): NewTransfer => {
  if (movement.kind !== 'reversal' && amountOf(movement) <= 0)
    throw new RangeError(`a ${movement.kind} moves an amount above zero`);
  return toNewTransfer(movement, terms);
};
