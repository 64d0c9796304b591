// What each kind of movement debits and credits. Pure.
import { type Centavos, centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import type { SaleKind } from '@camarim/contract/sales';
import { reversal } from './reversal.ts';
import { minus, rateOf, salePostings } from './sale-postings.ts';
import type { Movement, MovementKind, NewTransfer, OfKind, Posting, Terms } from './movements.ts';

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
  { key, fromId, toId, postId, goalId, liveId, itemId, ...tipped }: OfKind<'tip'>,
  terms: Terms,
): NewTransfer => {
  const { amount, feeBps, message, source } = tipped;
  return {
    kind: 'tip',
    key: `tip:${fromId}:${key}`,
    request: [
      toId,
      postId,
      amount,
      message ?? null,
      ...(goalId ? [goalId] : []),
      ...(liveId ? [liveId, itemId ?? null] : []),
    ],
    actorId: fromId,
    referenceType: postId ? 'post' : goalId ? 'goal' : liveId ? 'live' : 'profile',
    referenceId: postId ?? goalId ?? liveId ?? toId,
    memo: {
      feeBps: rateOf(feeBps, terms),
      ...(message && { message }),
      ...(goalId && liveId && { liveId }),
    },
    reverses: null,
    postings: salePostings({ buyer: fromId, seller: toId, price: amount, feeBps, source }, terms),
  };
};

/** A sale of one thing, which its reference names. */
const saleOf = (
  movement: OfKind<'purchase' | 'collection' | 'message' | 'paidMessage'>,
  { referenceType, referenceId }: Pick<NewTransfer, 'referenceType' | 'referenceId'>,
  terms: Terms,
): NewTransfer => {
  const { kind, key, buyerId, sellerId, price, feeBps, source } = movement;
  return {
    kind,
    key: `${kind}:${buyerId}:${key}`,
    request: [sellerId, referenceId, price],
    actorId: buyerId,
    referenceType,
    referenceId,
    memo: { feeBps: rateOf(feeBps, terms) },
    reverses: null,
    postings: salePostings({ buyer: buyerId, seller: sellerId, price, feeBps, source }, terms),
  };
};

const purchase = (sale: OfKind<'purchase'>, terms: Terms): NewTransfer =>
  saleOf(sale, { referenceType: 'post', referenceId: sale.postId }, terms);

const collection = (sale: OfKind<'collection'>, terms: Terms): NewTransfer =>
  saleOf(sale, { referenceType: 'collection', referenceId: sale.collectionId }, terms);

const message = (sale: OfKind<'message'>, terms: Terms): NewTransfer =>
  saleOf(sale, { referenceType: 'message', referenceId: sale.messageId }, terms);

const paidMessage = (sale: OfKind<'paidMessage'>, terms: Terms): NewTransfer =>
  saleOf(sale, { referenceType: 'messageContent', referenceId: sale.contentId }, terms);

const orderKey = (orderId: string, step: OfKind<'order'>['step']): string =>
  `order:${orderId}:${step}`;

/**
 * The postings of a sale in two steps: wallet -> escrow of the buyer when it is locked; escrow ->
 * seller and platform when it is settled.
 */
const steppedPostings = (
  {
    step,
    buyerId,
    sellerId,
    price,
    feeBps,
    source,
  }: Pick<
    OfKind<'order' | 'show'>,
    'step' | 'buyerId' | 'sellerId' | 'price' | 'feeBps' | 'source'
  >,
  terms: Terms,
): Posting[] => {
  const inEscrow = (amount: Centavos): Posting => ({ owner: buyerId, account: 'escrow', amount });
  const [fromWallet, ...shares] = salePostings(
    { buyer: buyerId, seller: sellerId, price, feeBps, ...(source && { source }) },
    terms,
  );
  return step === 'lock' && fromWallet
    ? [fromWallet, inEscrow(price)]
    : [inEscrow(minus(price)), ...shares];
};

const order = (movement: OfKind<'order'>, terms: Terms): NewTransfer => {
  const { step, buyerId, sellerId, orderId, price, feeBps } = movement;
  return {
    kind: 'order',
    key: orderKey(orderId, step),
    request: [step, sellerId, price],
    actorId: buyerId,
    referenceType: 'order',
    referenceId: orderId,
    memo: { feeBps: rateOf(feeBps, terms) },
    reverses: null,
    postings: steppedPostings(movement, terms),
  };
};

const show = (movement: OfKind<'show'>, terms: Terms): NewTransfer => {
  const { step, buyerId, sellerId, liveId, paymentId, price, feeBps } = movement;
  return {
    kind: 'show',
    key: `show:${paymentId}:${step}`,
    request: [step, sellerId, liveId, price],
    actorId: buyerId,
    referenceType: 'live',
    referenceId: liveId,
    memo: { feeBps: rateOf(feeBps, terms) },
    reverses: null,
    postings: steppedPostings(movement, terms),
  };
};

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

const debtPayment = ({ from, profileId: owner, amount }: OfKind<'debtPayment'>): NewTransfer => {
  const [account, referenceType, referenceId] =
    'chargeId' in from
      ? (['wallet', 'charge', from.chargeId] as const)
      : (['earnings', 'payout', from.payoutId] as const);
  return {
    kind: 'debtPayment',
    key: `debtPayment:${referenceId}`,
    request: [owner, amount],
    actorId: null,
    referenceType,
    referenceId,
    memo: null,
    reverses: null,
    postings: [
      { owner, account, amount: minus(amount) },
      { owner, account: 'debt', amount },
    ],
  };
};

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
const SALE_TRANSFERS: TransferRules<SaleKind> = {
  tip,
  purchase,
  collection,
  message,
  paidMessage,
  order,
  show,
  subscription,
};

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
