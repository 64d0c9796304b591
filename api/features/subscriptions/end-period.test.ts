// Paid time that is taken back: what was paid for after it moves up, the same time can be bought
// again, and no month comes for nothing.
import type { TransferId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { fill, joinProducer } from '../../testing/publishing.ts';
import { back, openPlan, subscribeTo, subscriptionFaults } from '../../testing/subscribing.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { endPeriodsOf } from './index.ts';
import { monthsOf } from './rules.ts';

const PRICE = 2_990;

let app: TestApp;
let producer: ApiClient;
let fan: ApiClient;
let bundleId: string;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  producer = await joinProducer(app, 'vendedora');
  await openPlan(producer, PRICE);
  const plan = await producer.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  bundleId = plan.tier?.bundles[0]?.id ?? '';
});
beforeEach(async () => {
  fan = await app.join(`fa${(people += 1)}`);
  await fill(app, fan, 100_000);
});

type BoughtPeriod = { transferId: TransferId; until: string };
const buy = async (more: object = {}, price = PRICE): Promise<BoughtPeriod> => {
  const { status, reply } = await subscribeTo(fan, producer, price, more);
  if (status !== 200 || !reply.data.transferId)
    throw new Error(`not bought: ${JSON.stringify(reply)}`);
  return { transferId: reply.data.transferId, until: reply.data.subscribedUntil };
};
const BUNDLE_PRICE = 8_073;
const buyBundle = (until: string) => buy({ bundleId, subscribedUntil: until }, BUNDLE_PRICE);
/** As an administrator or a dispute does it. */
const takeBack = async (transferId: TransferId): Promise<void> => {
  await transaction(app.ctx.db, async (tx) => {
    await endPeriodsOf(app.ctx, tx, [transferId]);
    await app.ctx.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'a test' });
  });
  await app.ctx.ledger.fold();
};
const until = async (): Promise<Date> =>
  (
    await app.ctx.pool.query('SELECT paid_until FROM subscriptions WHERE fan_id = $1', [
      fan.profileId,
    ])
  ).rows[0].paid_until;
const periods = async (): Promise<[string, string][]> =>
  (
    await app.ctx.pool.query(
      'SELECT lower(during) AS starts, upper(during) AS ends FROM subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.fan_id = $1 ORDER BY 1',
      [fan.profileId],
    )
  ).rows.map(({ starts, ends }: { starts: Date; ends: Date }) => [
    starts.toISOString(),
    ends.toISOString(),
  ]);
const balance = async (): Promise<number> =>
  (await app.ctx.ledger.balanceOf(fan.profileId)).balance;
/** Logged in again after days. */
const later = async (days: number): Promise<void> => {
  app.clock.advance(days * DAY_MS);
  fan = await back(app, fan);
};

test('a reversed present month ends at once, and nothing renews', async () => {
  const { transferId } = await buy();
  await later(10);
  await takeBack(transferId);
  expect(await until()).toEqual(app.clock.now());
  expect(await balance()).toBe(100_000);
  expect((await fan.call('GET /subscriptions'))[0]).toMatchObject({
    status: 'ended',
    renews: false,
    nextCharge: null,
  });
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('later months begin at once, and renewing continues from their end', async () => {
  const first = await buy();
  const second = await buyBundle(first.until);
  await later(10);
  await takeBack(first.transferId);
  const now = app.clock.now();
  const ends = monthsOf({ anchorAt: now, monthsPaid: 4 }, 4)[3];
  expect(await until()).toEqual(ends);
  expect((await fan.call('GET /subscriptions'))[0]).toMatchObject({
    status: 'active',
    renews: true,
    nextCharge: ends?.toISOString(),
  });
  expect(await balance()).toBe(100_000 - BUNDLE_PRICE);
  await takeBack(second.transferId);
  expect(await until()).toEqual(now);
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('ended months that have not begun are gone, and the same time bought again costs its price', async () => {
  const first = await buy();
  const second = await buyBundle(first.until);
  await takeBack(second.transferId);
  expect(await until()).toEqual(new Date(first.until));
  const again = await buyBundle(first.until);
  expect(again.transferId).not.toBe(second.transferId);
  expect(again.until).toBe(second.until);
  expect(await balance()).toBe(100_000 - PRICE - BUNDLE_PRICE);
  expect(await periods()).toHaveLength(2);
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('a period that is reversed twice or is over changes nothing more', async () => {
  const { transferId } = await buy();
  await takeBack(transferId);
  const before = await periods();
  await transaction(app.ctx.db, (tx) => endPeriodsOf(app.ctx, tx, [transferId]));
  expect(await periods()).toEqual(before);
  const other = await buy();
  await later(40);
  const over = await periods();
  await transaction(app.ctx.db, (tx) => endPeriodsOf(app.ctx, tx, [other.transferId]));
  expect(await periods()).toEqual(over);
});

test('a bundle is released to its producer month by month, and taken back from given and other months', async () => {
  const seller = await joinProducer(app, 'aos-poucos');
  await openPlan(seller, 1_000);
  const plan = await seller.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  const { reply } = await subscribeTo(fan, seller, 2_700, {
    bundleId: plan.tier?.bundles[0]?.id,
  });
  const earned = async () => {
    await app.ctx.ledger.releaseDue();
    const { pending, available } = await app.ctx.ledger.earningsOf(seller.profileId);
    return [pending, available];
  };
  expect(await earned()).toEqual([2_160, 0]);
  await later(8);
  expect(await earned()).toEqual([1_440, 720]);
  await later(31);
  expect(await earned()).toEqual([720, 1_440]);
  await takeBack(reply.data.transferId as TransferId);
  expect(await earned()).toEqual([0, 0]);
  expect(await balance()).toBe(100_000);
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('a bundle stands in the statement and among the earnings as one sale', async () => {
  const seller = await joinProducer(app, 'uma-venda');
  await openPlan(seller, 1_000);
  const plan = await seller.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  await subscribeTo(fan, seller, 2_700, { bundleId: plan.tier?.bundles[0]?.id });
  await app.ctx.ledger.fold();
  const lines = await seller.call('GET /funds/statements', { query: { account: 'earnings' } });
  expect(lines.map(({ amount }) => amount)).toEqual([720, 720, 720]);
  expect(lines.reduce((sum, { gross }) => sum + (gross ?? 0), 0)).toBe(2_700);
  expect(lines.reduce((sum, { fee }) => sum + (fee ?? 0), 0)).toBe(540);
  expect(await seller.call('GET /funds/earnings')).toMatchObject({
    total: 2_160,
    items: [{ kind: 'plan', amount: 2_160, count: 1 }],
    fans: [{ amount: 2_160, count: 1 }],
  });
});
