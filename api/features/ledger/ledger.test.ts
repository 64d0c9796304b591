// The ledger on a real PostgreSQL: what moves, what is refused, and what people see of it.
import { topicKey } from '@camarim/contract/events';
import type { ChargeId, PostId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { joinSideEffects } from '../../platform/database/side-effects.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { eventEffects } from '../../platform/outbox/store.ts';
import { notificationEffects } from '../notifications/index.ts';
import { type TestLedger, testLedger } from '../../testing/ledger/ledger.ts';
import type { Movement } from './movements.ts';
import { newTransferOf } from './rules.ts';
import { itemOf, postBatch } from './store.ts';

let world: TestLedger;
let fan: ProfileId;
let producer: ProfileId;

beforeAll(async () => {
  world = await testLedger();
});
beforeEach(async () => {
  [fan, producer] = (await world.people(2)) as [ProfileId, ProfileId];
});

const tip = (
  amount: number,
  more: Partial<Extract<Movement, { kind: 'tip' }>> = {},
): Extract<Movement, { kind: 'tip' }> => ({
  kind: 'tip',
  key: newId(),
  fromId: fan,
  toId: producer,
  postId: null,
  amount: centavos(amount),
  feeBps: 2_000,
  ...more,
});
const balance = async (profileId = fan) => (await world.ledger.balanceOf(profileId)).balance;
const outboxOf = async (profileId: ProfileId) => {
  const { rows } = await world.database.pool.query<{ event: string; payload: unknown }>(
    "SELECT event, payload -> 'payload' AS payload FROM outbox WHERE $1 = ANY (audience) ORDER BY id",
    [profileId],
  );
  return rows;
};

test('a top-up is credited once, however often its payment is reported', async () => {
  const topUp: Movement = {
    kind: 'topUp',
    chargeId: newId() as ChargeId,
    profileId: fan,
    gateway: 'pix',
    amount: centavos(5_000),
  };
  const answers = await Promise.all([
    world.ledger.post(topUp),
    world.ledger.post(topUp),
    world.ledger.post(topUp),
  ]);
  expect(answers.map(({ replayed }) => replayed)).toEqual([false, true, true]);
  expect(new Set(answers.map(({ transferId }) => transferId)).size).toBe(1);
  expect(answers.map(({ balance }) => balance)).toEqual([5_000, 5_000, 5_000]);
  expect(await world.ledger.balanceOf(fan)).toEqual({ balance: 5_000, lockedBalance: 0 });
});

test('a tip leaves the wallet and waits in pending, before and after folding', async () => {
  await world.fill(fan, 5_000);
  expect(await world.ledger.post(tip(1_000))).toMatchObject({ balance: 4_000, replayed: false });
  const expected = {
    pending: 800,
    available: 0,
    today: 800,
    last30Days: 800,
    releases: [{ at: new Date('2026-01-22T12:00:00Z'), amount: 800 }],
  };
  expect(await world.ledger.earningsOf(producer)).toEqual(expected);
  await world.ledger.fold();
  expect(await world.ledger.earningsOf(producer)).toEqual(expected);
});

test('a replay returns the first result, and another request under the same key is refused', async () => {
  await world.fill(fan, 5_000);
  const first = await world.ledger.post(tip(1_000, { key: 'same-key' }));
  await world.ledger.post(tip(500));
  expect(await world.ledger.post(tip(1_000, { key: 'same-key', feeBps: 1_000 }))).toEqual({
    ...first,
    replayed: true,
  });
  await expect(world.ledger.post(tip(1_100, { key: 'same-key' }))).rejects.toMatchObject({
    code: 'request.idempotencyMismatch',
  });
  expect(await balance()).toBe(3_500);
});

test('a tip above the balance is refused with the balance, and its key stays unused', async () => {
  await world.fill(fan, 900);
  await expect(world.ledger.post(tip(1_000, { key: 'later-key' }))).rejects.toMatchObject({
    code: 'wallet.insufficient',
    data: { reply: { needed: 1_000, balance: 900 } },
  });
  await world.fill(fan, 100);
  expect(await world.ledger.post(tip(1_000, { key: 'later-key' }))).toMatchObject({
    balance: 0,
    replayed: false,
  });
});

test('concurrent tips pass in order while they fit, and only the others are refused', async () => {
  await world.fill(fan, 1_000);
  const results = await Promise.allSettled(
    [600, 600, 300, 200, 100].map((amount) => world.ledger.post(tip(amount))),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await balance()).toBe(0);
});

test('a transfer to an unknown profile fails without failing its batch', async () => {
  await world.fill(fan, 1_000);
  const unknownId = newId() as ProfileId;
  const results = await Promise.allSettled([
    world.ledger.post(tip(100)),
    world.ledger.post(tip(100, { toId: unknownId })),
    world.ledger.post(tip(100)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await balance()).toBe(800);
});

test('a movement in a transaction that rolls back leaves no trace', async () => {
  await world.fill(fan, 1_000);
  const movement = tip(400);
  const failing = transaction(world.database.db, async (tx) => {
    expect(await world.ledger.postIn(tx, movement)).toMatchObject({ balance: 600 });
    throw new Error('the post is gone');
  });
  await expect(failing).rejects.toThrow('the post is gone');
  expect(await balance()).toBe(1_000);
  expect(await world.ledger.post(movement)).toMatchObject({ replayed: false });
});

test('events and notifications leave with the transfer, and not with one that is refused', async () => {
  await world.fill(fan, 1_000);
  const companions = joinSideEffects(
    eventEffects({
      event: 'transactions',
      topics: [topicKey('member', fan)],
      payload: { id: 'x', status: 'paid' },
    }),
    notificationEffects(world, {
      profileId: producer,
      type: 'tip',
      fromProfileId: fan,
      amount: centavos(700),
    }),
  );
  await world.ledger.post(tip(700), companions);
  await expect(world.ledger.post(tip(700), companions)).rejects.toMatchObject({
    code: 'wallet.insufficient',
  });
  expect(await outboxOf(fan)).toEqual([
    { event: 'wallets', payload: { walletType: 'wallet', balance: 1_000, lockedBalance: 0 } },
    { event: 'transactions', payload: { id: 'x', status: 'paid' } },
    { event: 'wallets', payload: { walletType: 'wallet', balance: 300, lockedBalance: 0 } },
  ]);
  const { rows: notices } = await world.database.pool.query(
    'SELECT id, type, amount_centavos FROM notifications WHERE profile_id = $1',
    [producer],
  );
  expect(notices).toMatchObject([{ type: 'tip', amount_centavos: 700 }]);
  expect(await outboxOf(producer)).toEqual([
    { event: 'notifications', payload: { field: 'notifications', id: notices[0].id } },
    { event: 'wallets', payload: { walletType: 'earnings' } },
  ]);
});

test('a transfer that a process of the version before posts brings its notification and event', async () => {
  await world.fill(fan, 1_000);
  const { side_effects: _, ...item } = itemOf(
    newTransferOf(tip(700), {
      at: world.clock.now(),
      feeBps: 2_000,
      holdDays: { default: 0, pix: 0, card: 0 },
    }),
    world.clock.now(),
  );
  const id = newId();
  const notice = { id, profile_id: producer, type: 'tip', from_profile_id: fan, amount: 700 };
  const payload = { payload: { field: 'notifications', id } };
  const event = { event: 'notifications', audience: [producer], payload };
  await postBatch(world.database.db, [{ ...item, notices: [notice], events: [event] }]);
  const { rows } = await world.database.pool.query(
    'SELECT id, amount_centavos FROM notifications WHERE profile_id = $1',
    [producer],
  );
  expect(rows).toEqual([{ id, amount_centavos: 700 }]);
  expect(await outboxOf(producer)).toEqual([
    { event: 'notifications', payload: payload.payload },
    { event: 'wallets', payload: { walletType: 'earnings' } },
  ]);
});

test('due holds are released once by concurrent workers', async () => {
  await world.fill(fan, 5_000);
  await world.ledger.post(tip(1_000));
  world.clock.advance(DAY_MS);
  await world.ledger.post(tip(2_000));
  world.clock.advance(6 * DAY_MS);
  await Promise.all([
    world.ledger.releaseDue(),
    world.ledger.releaseDue(),
    world.ledger.releaseDue(),
  ]);
  expect(await world.ledger.earningsOf(producer)).toMatchObject({
    pending: 1_600,
    available: 800,
    releases: [{ amount: 1_600 }],
  });
  world.clock.advance(DAY_MS);
  expect(await world.ledger.releaseDue()).toBe(1);
  expect(await world.ledger.releaseDue()).toBe(0);
  expect(await world.ledger.earningsOf(producer)).toMatchObject({
    pending: 0,
    available: 2_400,
    releases: [],
    today: 0,
    last30Days: 2_400,
  });
});

test('a payout leaves earnings, and comes back when it is returned', async () => {
  await world.fill(fan, 20_000);
  await world.ledger.post(tip(20_000));
  world.clock.advance(8 * DAY_MS);
  await world.ledger.releaseDue();
  const payout = { payoutId: newId(), profileId: producer, amount: centavos(16_000) };
  await expect(
    world.ledger.post({ kind: 'payout', ...payout, payoutId: 'more', amount: centavos(16_001) }),
  ).rejects.toMatchObject({ code: 'wallet.insufficient' });
  await world.ledger.post({ kind: 'payout', ...payout });
  expect(await world.ledger.earningsOf(producer)).toMatchObject({
    available: 0,
    last30Days: 16_000,
  });
  await world.ledger.post({ kind: 'payoutReturned', ...payout });
  expect(await world.ledger.earningsOf(producer)).toMatchObject({
    available: 16_000,
    last30Days: 16_000,
  });
  await world.ledger.post({ kind: 'payout', ...payout, payoutId: `${payout.payoutId}-2` });
  await world.ledger.post({
    kind: 'payoutPaid',
    ...payout,
    payoutId: `${payout.payoutId}-2`,
    gateway: 'pix',
  });
  expect(await world.ledger.earningsOf(producer)).toMatchObject({ available: 0 });
});

test('a statement shows each line from its owner’s side, page by page', async () => {
  const postId = newId() as PostId;
  await world.fill(fan, 5_000);
  await world.ledger.post(tip(1_000, { message: 'Bravo' }));
  await transaction(world.database.db, (tx) =>
    world.ledger.postIn(tx, {
      kind: 'purchase',
      key: 'buy-it',
      buyerId: fan,
      sellerId: producer,
      postId,
      price: centavos(1_990),
      feeBps: 2_000,
    }),
  );
  const read = (
    profileId: ProfileId,
    account: 'wallet' | 'earnings',
    before: number | null = null,
    limit = 2,
  ) => world.ledger.statement({ profileId, account, before, limit });
  const newest = await read(fan, 'wallet');
  expect(newest).toMatchObject([
    {
      kind: 'purchase',
      account: 'wallet',
      amount: -1_990,
      counterpartId: producer,
      gross: null,
      fee: null,
      referenceType: 'post',
      referenceId: postId,
    },
    {
      kind: 'tip',
      account: 'wallet',
      amount: -1_000,
      counterpartId: producer,
      memo: { message: 'Bravo' },
      referenceType: 'profile',
    },
  ]);
  expect(await read(fan, 'wallet', newest[1]?.entryId)).toMatchObject([
    { kind: 'topUp', amount: 5_000, counterpartId: null, referenceType: 'charge' },
  ]);
  world.clock.advance(8 * DAY_MS);
  await world.ledger.releaseDue();
  expect(await read(producer, 'earnings', null, 10)).toMatchObject([
    { kind: 'release', account: 'earnings', amount: 2_392, counterpartId: null, gross: null },
    { kind: 'release', account: 'pending', amount: -2_392, gross: null },
    {
      kind: 'purchase',
      account: 'pending',
      amount: 1_592,
      gross: 1_990,
      fee: 398,
      counterpartId: fan,
    },
    { kind: 'tip', account: 'pending', amount: 800, gross: 1_000, fee: 200, counterpartId: fan },
  ]);
});

test('the ledger is consistent after all movements', async () => {
  expect(await world.ledger.checkInvariants()).toEqual([]);
});
