// Sales that are taken back: where their money is by then, once, and what becomes a debt.
import type { ProfileId, SubscriptionId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type TestLedger, testLedger } from '../../testing/ledger/ledger.ts';
import type { OfKind } from './movements.ts';

let world: TestLedger;
let fan: ProfileId;
let producer: ProfileId;

beforeAll(async () => {
  world = await testLedger();
});
beforeEach(async () => {
  [fan, producer] = (await world.people(2)) as [ProfileId, ProfileId];
});

const tip = (amount: number): OfKind<'tip'> => ({
  kind: 'tip',
  key: newId(),
  fromId: fan,
  toId: producer,
  postId: null,
  amount: centavos(amount),
  feeBps: 2_000,
});
const balance = async () => (await world.ledger.balanceOf(fan)).balance;

test.each([{ released: false }, { released: true }])(
  'a reversal gives everything back, once (released: $released)',
  async ({ released }) => {
    await world.fill(fan, 1_000);
    const { transferId } = await world.ledger.post(tip(1_000));
    if (released) {
      world.clock.advance(8 * DAY_MS);
      await world.ledger.releaseDue();
    }
    const reverse = () =>
      transaction(world.database.db, (tx) =>
        world.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'mistake' }),
      );
    expect(await reverse()).toMatchObject({ balance: 1_000, replayed: false });
    expect(await reverse()).toMatchObject({ balance: 1_000, replayed: true });
    expect(await balance()).toBe(1_000);
    await world.ledger.fold();
    expect(await world.ledger.earningsOf(producer)).toMatchObject({
      pending: 0,
      available: 0,
      last30Days: 0,
    });
  },
);

test('a sale whose money is spent can’t be reversed', async () => {
  await world.fill(fan, 20_000);
  const { transferId } = await world.ledger.post(tip(20_000));
  world.clock.advance(8 * DAY_MS);
  await world.ledger.releaseDue();
  await world.ledger.post({
    kind: 'payout',
    payoutId: newId(),
    profileId: producer,
    amount: centavos(10_000),
  });
  await expect(
    transaction(world.database.db, (tx) =>
      world.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'mistake' }),
    ),
  ).rejects.toMatchObject({ code: 'wallet.insufficient' });
  const release = newId() as TransferId;
  await expect(
    transaction(world.database.db, (tx) =>
      world.ledger.reverseIn(tx, { transferId: release, actorId: null, reason: 'x' }),
    ),
  ).rejects.toThrow('no transfer');
});

test('what a seller has spent of a sale in several parts becomes their debt', async () => {
  await world.fill(fan, 10_000);
  const now = world.clock.now();
  const { transferId } = await world.ledger.post({
    kind: 'subscription',
    key: newId(),
    buyerId: fan,
    sellerId: producer,
    subscriptionId: newId() as SubscriptionId,
    price: centavos(3_000),
    months: 3,
    monthsFrom: [0, 30, 60].map((days) => new Date(now.getTime() + days * DAY_MS)),
    feeBps: 0,
  });
  // Two of the three parts are released, and paid out.
  world.clock.advance(40 * DAY_MS);
  await world.ledger.releaseDue();
  await world.ledger.post({
    kind: 'payout',
    payoutId: newId(),
    profileId: producer,
    amount: centavos(1_500),
  });
  const reversed = await transaction(world.database.db, (tx) =>
    world.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'rule', toDebt: true }),
  );
  expect(reversed.owed).toBe(1_500);
  expect(await balance()).toBe(10_000);
  expect(await world.ledger.debtOf(producer)).toBe(1_500);
  expect(await world.ledger.earningsOf(producer)).toMatchObject({ pending: 0, available: 0 });
});
