// Every movement spelled out: who pays, who gets, how much, released when.
import type {
  ChargeId,
  PostId,
  ProfileId,
  SubscriptionId,
  TransferId,
} from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Movement, Terms } from './movements.ts';
import { newTransferOf } from './rules.ts';
import { releaseInstant } from './sale-postings.ts';

const fan = 'fan' as ProfileId;
const producer = 'producer' as ProfileId;
const terms: Terms = {
  at: new Date('2026-03-10T15:20:00Z'),
  holdDays: { default: 7, pix: 1 },
  feeBps: 2_000,
};
const postingsOf = (movement: Movement) => newTransferOf(movement, terms).postings;
const tip = (
  amount: number,
  feeBps: number | null = 2_000,
): Extract<Movement, { kind: 'tip' }> => ({
  kind: 'tip',
  key: 'k',
  fromId: fan,
  toId: producer,
  postId: null,
  amount: centavos(amount),
  feeBps,
});

test('a top-up comes from the gateway into the wallet', () => {
  expect(
    postingsOf({
      kind: 'topUp',
      chargeId: 'c' as ChargeId,
      profileId: fan,
      gateway: 'pix',
      amount: centavos(5_000),
    }),
  ).toEqual([
    { owner: fan, account: 'wallet', amount: 5_000 },
    { owner: null, account: 'clearing', label: 'pix', amount: -5_000 },
  ]);
});

test('a top-up under review is locked, can be unlocked, and is reversed from where its money is', () => {
  const facts = { chargeId: 'c' as ChargeId, profileId: fan, amount: centavos(5_000) };
  const postings = postingsOf({ kind: 'topUp', gateway: 'rede', locked: true, ...facts });
  expect(postings).toEqual([
    { owner: fan, account: 'locked', amount: 5_000 },
    { owner: null, account: 'clearing', label: 'rede', amount: -5_000 },
  ]);
  expect(postingsOf({ kind: 'unlock', actorId: null, ...facts })).toEqual([
    { owner: fan, account: 'locked', amount: -5_000 },
    { owner: fan, account: 'wallet', amount: 5_000 },
  ]);
  const from = (released: number) =>
    postingsOf({
      kind: 'reversal',
      transferId: 't' as TransferId,
      postings,
      released,
      actorId: null,
      reason: 'fraud',
    })[0]?.account;
  expect([from(0), from(1)]).toEqual(['locked', 'wallet']);
});

test('a tip is split into the share, held for 7 days, and the fee', () => {
  expect(postingsOf(tip(1_001))).toEqual([
    { owner: fan, account: 'wallet', amount: -1_001 },
    {
      owner: producer,
      account: 'pending',
      amount: 801,
      releaseAt: new Date('2026-03-17T16:00:00Z'),
    },
    { owner: null, account: 'revenue', amount: 200 },
  ]);
});

test('a fee of 0 or 100 percent creates no posting of zero', () => {
  expect(postingsOf(tip(100, 0)).map(({ account }) => account)).toEqual(['wallet', 'pending']);
  expect(postingsOf(tip(100, 10_000)).map(({ account }) => account)).toEqual(['wallet', 'revenue']);
});

test('the hold ends on a full hour, and within a minute where there is none', () => {
  expect(releaseInstant(terms).toISOString()).toBe('2026-03-17T16:00:00.000Z');
  expect(releaseInstant(terms, 'pix').toISOString()).toBe('2026-03-11T16:00:00.000Z');
  expect(releaseInstant(terms, 'card').toISOString()).toBe('2026-03-17T16:00:00.000Z');
  expect(
    releaseInstant({
      at: new Date('2026-03-10T15:20:31Z'),
      holdDays: { default: 0 },
    }).toISOString(),
  ).toBe('2026-03-10T15:21:00.000Z');
  expect(
    releaseInstant({
      at: new Date('2026-03-10T16:00:00Z'),
      holdDays: { default: 1 },
    }).toISOString(),
  ).toBe('2026-03-11T16:00:00.000Z');
});

test('a reversal negates every posting, and takes a share already released from earnings', () => {
  const postings = postingsOf(tip(1_000));
  const reverse = (released: number) =>
    postingsOf({
      kind: 'reversal',
      transferId: 't' as TransferId,
      postings,
      released,
      actorId: null,
      reason: 'mistake',
    });
  expect(reverse(0)).toEqual([
    { owner: fan, account: 'wallet', amount: 1_000 },
    {
      owner: producer,
      account: 'pending',
      amount: -800,
      releaseAt: new Date('2026-03-17T16:00:00Z'),
    },
    { owner: null, account: 'revenue', amount: -200 },
  ]);
  expect(reverse(1)[1]).toEqual({ owner: producer, account: 'earnings', amount: -800 });
});

const MONTHS = ['2026-03-10T15:20:31Z', '2026-04-10T15:20:31Z', '2026-05-10T15:20:31Z'].map(
  (text) => new Date(text),
);
const bundle = (price: number): Movement => ({
  kind: 'subscription',
  key: 'k',
  buyerId: fan,
  sellerId: producer,
  subscriptionId: 's' as SubscriptionId,
  price: centavos(price),
  months: 3,
  monthsFrom: MONTHS,
  feeBps: 2_000,
});

test('a bundle is released month by month as it is given, and the first month has what does not divide', () => {
  const held = postingsOf(bundle(1_001))
    .filter(({ account }) => account === 'pending')
    .map(({ amount, releaseAt }) => [amount, releaseAt?.toISOString()]);
  expect(held).toEqual([
    [267, '2026-03-17T16:00:00.000Z'],
    [267, '2026-04-17T16:00:00.000Z'],
    [267, '2026-05-17T16:00:00.000Z'],
  ]);
  expect(
    postingsOf(bundle(1_000))
      .filter(({ account }) => account === 'pending')
      .map(({ amount }) => amount),
  ).toEqual([268, 266, 266]);
});

test('months that cost less than one centavo each are held where there is something', () => {
  expect(postingsOf(bundle(2)).map(({ account, amount }) => [account, amount])).toEqual([
    ['wallet', -2],
    ['pending', 2],
  ]);
});

test('a reversed bundle comes from the earnings as far as it was released', () => {
  const postings = postingsOf(bundle(1_000));
  const reverse = (released: number) =>
    postingsOf({
      kind: 'reversal',
      transferId: 't' as TransferId,
      postings,
      released,
      actorId: null,
      reason: 'mistake',
    }).map(({ account, amount }) => [account, amount]);
  expect(reverse(0)).toEqual([
    ['wallet', 1_000],
    ['pending', -268],
    ['pending', -266],
    ['pending', -266],
    ['revenue', -200],
  ]);
  expect(reverse(2)).toEqual([
    ['wallet', 1_000],
    ['earnings', -534],
    ['pending', -266],
    ['revenue', -200],
  ]);
  expect(reverse(3)).toEqual([
    ['wallet', 1_000],
    ['earnings', -800],
    ['revenue', -200],
  ]);
});

test('a payout leaves earnings, and is paid or comes back', () => {
  const facts = { payoutId: 'p', profileId: producer, amount: centavos(10_000) };
  const accounts = (movement: Movement) =>
    postingsOf(movement).map(({ account, amount }) => [account, amount]);
  expect(accounts({ kind: 'payout', ...facts })).toEqual([
    ['earnings', -10_000],
    ['payout_in_transit', 10_000],
  ]);
  expect(accounts({ kind: 'payoutPaid', gateway: 'pix', ...facts })).toEqual([
    ['payout_in_transit', -10_000],
    ['clearing', 10_000],
  ]);
  expect(accounts({ kind: 'payoutReturned', ...facts })).toEqual([
    ['payout_in_transit', -10_000],
    ['earnings', 10_000],
  ]);
});

test.each([0, -1])('an amount of %i is no movement', (amount) => {
  expect(() => newTransferOf(tip(amount), terms)).toThrow(RangeError);
});

test('the platform’s own decisions are not part of the request that a replay must match', () => {
  expect(newTransferOf(tip(1_000, 2_000), terms).request).toEqual(
    newTransferOf(tip(1_000, 1_500), terms).request,
  );
  expect(newTransferOf(tip(1_000), terms).request).not.toEqual(
    newTransferOf(tip(1_001), terms).request,
  );
});

test('keys of different payers and kinds never meet', () => {
  const purchase: Movement = {
    kind: 'purchase',
    key: 'k',
    buyerId: fan,
    sellerId: producer,
    postId: 'x' as PostId,
    price: centavos(100),
    feeBps: 0,
  };
  const keys = [
    newTransferOf(tip(1), terms),
    newTransferOf({ ...tip(1), fromId: producer }, terms),
    newTransferOf(purchase, terms),
  ].map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

test('a seller without a rate of their own pays the usual one, and each sale records its rate', () => {
  const rateIn = (feeBps: number | null) => newTransferOf(tip(1_000, feeBps), terms).memo;
  expect([rateIn(null), rateIn(0), rateIn(500)]).toEqual([
    { feeBps: 2_000 },
    { feeBps: 0 },
    { feeBps: 500 },
  ]);
  expect(postingsOf(tip(1_000, null))).toEqual(postingsOf(tip(1_000, 2_000)));
});

test('every sale balances to the centavo, whatever its price and fee', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 0, max: 10_000 }),
      (price, feeBps) => {
        const postings = postingsOf(tip(price, feeBps));
        expect(postings.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n);
        expect(postings.every(({ amount }) => amount !== 0)).toBe(true);
      },
    ),
  );
});
