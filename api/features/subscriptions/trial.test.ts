// A free trial: access without a charge, once per fan and producer, with a reminder before the
// first charge, and no movement of money until then.
import type { PromotionId, TierId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer, publish } from '../../testing/publishing.ts';
import {
  back,
  openPlan,
  paidBy,
  stopRenewing,
  subscribeTo,
  subscriptionFaults,
} from '../../testing/subscribing.ts';
import { remindDue, renewDue } from './index.ts';

let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
});

const seller = async (days = 7): Promise<[ApiClient, PromotionId]> => {
  const producer = await joinProducer(app, `oferece${(people += 1)}`);
  await openPlan(producer, 2_000);
  const { tier } = await producer.call('POST /tiers/promotions', {
    body: { trialDays: days, activeDays: 300, maxUsers: 100 },
  });
  return [producer, tier?.promotions[0]?.id as PromotionId];
};
const fan = async (balance: number): Promise<ApiClient> => {
  const person = await app.join(`experimenta${(people += 1)}`);
  if (balance > 0) await fill(app, person, balance);
  return person;
};
/** With the terms of `seller`, or others. */
const tryFree = (
  person: ApiClient,
  producer: ApiClient,
  option: { promotionId?: PromotionId; discountCode?: string },
  { days = 7, price = 2_000 } = {},
) => subscribeTo(person, producer, 0, { ...option, trial: { days, price: centavos(price) } });
const tick = async (): Promise<void> => {
  await remindDue(app.ctx);
  await renewDue(app.ctx, { ...app.services.payments, defaultCard: async () => 'none' });
};
const pass = async (days: number): Promise<void> => {
  for (let half = 0; half < days * 2; half += 1) {
    app.clock.advance(DAY_MS / 2);
    await tick();
  }
};
const balanceOf = async ({ profileId }: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(profileId)).balance;
const mine = async (person: ApiClient) =>
  (await (await back(app, person)).call('GET /subscriptions'))[0];
const emails = async (person: ApiClient): Promise<string[]> => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(100)) ?? [])
    .filter(({ to }) => to === `${person.domainName}@example.com`)
    .map(({ subject }) => subject);
};
const offerTo = async (person: ApiClient, producer: ApiClient) =>
  (
    await person.call('GET /publics/profiles/{domainname}', {
      params: { domainname: producer.domainName },
    })
  ).tier?.promotion;

test('a free trial opens the subscription, and its first month is charged at its end after a reminder', async () => {
  const [producer, promotionId] = await seller();
  const { id } = await publish(app, producer, { text: 'fechado', public: false, pictures: 0 });
  const davi = await fan(10_000);
  expect(await offerTo(davi, producer)).toMatchObject({ trialDays: 7, discount: null, price: 0 });
  const { reply } = await tryFree(davi, producer, { promotionId });
  const until = new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString();
  expect(reply.data).toMatchObject({
    charged: 0,
    renews: true,
    transferId: null,
    balance: 10_000,
    subscribedUntil: until,
  });
  expect((await davi.call('GET /posts/{id}', { params: { id } })).text).toBe('fechado');
  expect(await mine(davi)).toMatchObject({ trial: true, renews: true, price: 2_000 });
  expect(await paidBy(app, davi, producer)).toEqual({ times: 1, amount: 0 });
  expect(
    (await producer.call('GET /profiles/notifications', { query: { types: 'trialStarted' } }))
      .length,
  ).toBe(1);

  await pass(5);
  expect(await balanceOf(davi)).toBe(10_000);
  expect((await emails(davi)).filter((subject) => subject.includes('teste grátis'))).toHaveLength(
    2,
  );
  // The renewal comes some minutes before the end.
  app.clock.advance(2 * DAY_MS - 5 * MINUTE_MS);
  await tick();
  expect([await balanceOf(davi), await paidBy(app, davi, producer)]).toEqual([
    8_000,
    { times: 2, amount: 2_000 },
  ]);
  // The paid month begins where the trial ended: no day is lost or paid twice.
  expect(await mine(davi)).toMatchObject({
    trial: false,
    subscribedUntil: monthsLater(until, 1),
  });
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('a fan has one free trial of a producer, whatever they press and whichever promotion they use', async () => {
  const [producer, promotionId] = await seller();
  const davi = await fan(10_000);
  const answers = await Promise.all([1, 2, 3].map(() => tryFree(davi, producer, { promotionId })));
  expect(answers.map(({ reply }) => reply.code ?? 'ok').toSorted()).toEqual([
    'ok',
    'subscription.changed',
    'subscription.changed',
  ]);
  await stopRenewing(davi, producer);
  await pass(8);
  await (
    await back(app, producer)
  ).call('POST /tiers/promotions', {
    body: { trialDays: 3, activeDays: 30, maxUsers: 10, codes: ['OUTRO'] },
  });
  const again = await back(app, davi);
  expect(await offerTo(again, producer)).toBeNull();
  expect((await tryFree(again, producer, { discountCode: 'OUTRO' })).reply.code).toBe(
    'promotion.notNew',
  );
  expect([await balanceOf(davi), (await mine(davi))?.status]).toEqual([10_000, 'ended']);
  const { rows } = await app.ctx.pool.query(
    'SELECT users FROM tier_promotions p JOIN tiers t ON t.id = p.tier_id WHERE t.producer_id = $1 ORDER BY p.created_at',
    [producer.profileId],
  );
  expect(rows).toEqual([{ users: 1 }, { users: 0 }]);
});

test('a person who has paid before is offered no free trial', async () => {
  const [producer, promotionId] = await seller();
  const eva = await fan(10_000);
  await subscribeTo(eva, producer, 2_000);
  await stopRenewing(eva, producer);
  await pass(32);
  const again = await back(app, eva);
  expect(await offerTo(again, producer)).toBeNull();
  expect((await tryFree(again, producer, { promotionId })).reply.code).toBe('promotion.notNew');
});

test('a free trial can be stopped at no cost, resumed, and prolonged by a bundle that begins at its end', async () => {
  const [producer, promotionId] = await seller();
  const { tier } = await producer.call('POST /tiers/bundles', {
    body: { months: 3, discount: 10 },
  });
  const davi = await fan(20_000);
  const until = (await tryFree(davi, producer, { promotionId })).reply.data.subscribedUntil;
  await stopRenewing(davi, producer);
  expect(await mine(davi)).toMatchObject({ trial: true, renews: false, status: 'active' });
  expect(
    (await subscribeTo(davi, producer, 2_000, { subscribedUntil: until })).reply.data,
  ).toMatchObject({ charged: 0, renews: true, subscribedUntil: until });
  expect(
    (
      await subscribeTo(davi, producer, 5_400, {
        subscribedUntil: until,
        bundleId: tier?.bundles[0]?.id,
      })
    ).reply.data,
  ).toMatchObject({
    charged: 5_400,
    subscribedUntil: monthsLater(until, 3),
  });
  expect(await subscriptionFaults(app)).toEqual([]);
});

const monthsLater = (instant: string, months: number): string => {
  const date = new Date(instant);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString();
};

test('a trial of one day has its reminder before the charge, and ends when the wallet is empty', async () => {
  const [producer, promotionId] = await seller(1);
  const davi = await fan(0);
  await tryFree(davi, producer, { promotionId }, { days: 1 });
  await pass(1);
  expect((await emails(davi)).filter((subject) => subject.includes('termina em'))).toHaveLength(1);
  expect(await mine(davi)).toMatchObject({ status: 'late', trial: false });
  await pass(6);
  expect(await mine(davi)).toMatchObject({ status: 'ended', stopReason: 'unpaid' });
  expect([await balanceOf(davi), await paidBy(app, davi, producer)]).toEqual([
    0,
    { times: 1, amount: 0 },
  ]);
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('a free trial with another length or another price of the months after it than were seen is refused', async () => {
  const [producer, promotionId] = await seller();
  const davi = await fan(10_000);
  await openPlan(producer, 9_000);
  const refused = [
    await tryFree(davi, producer, { promotionId }),
    await tryFree(davi, producer, { promotionId }, { days: 30, price: 9_000 }),
    await subscribeTo(davi, producer, 0, { promotionId }),
  ];
  expect(refused.map(({ status, reply }) => [status, reply.fields?.['price']?.code])).toEqual(
    refused.map(() => [400, 'validate.invalid']),
  );
  expect(await mine(davi)).toBeUndefined();
  expect((await tryFree(davi, producer, { promotionId }, { price: 9_000 })).status).toBe(200);
});

test('a price that rises during a trial needs consent, and a plan that ends charges nothing', async () => {
  const [producer, promotionId] = await seller();
  const [davi, eva] = [await fan(10_000), await fan(10_000)];
  await tryFree(davi, producer, { promotionId });
  await openPlan(producer, 3_000);
  await pass(8);
  expect([await balanceOf(davi), (await mine(davi))?.stopReason]).toEqual([10_000, 'priceRose']);
  await tryFree(await back(app, eva), producer, { promotionId }, { price: 3_000 });
  const owner = await back(app, producer);
  const { tier } = await owner.call('GET /tiers');
  await owner.call('DELETE /tiers/{id}', { params: { id: tier?.id as TierId } });
  await pass(8);
  expect([await balanceOf(eva), (await mine(eva))?.stopReason]).toEqual([10_000, 'planEnded']);
});

test('a promotion is either a discount or a free trial', async () => {
  const [producer] = await seller();
  const both = { trialDays: 7, discount: 50, activeDays: 7, maxUsers: 3 };
  const { trialDays: _days, discount: _discount, ...neither } = both;
  for (const body of [both, neither])
    expect((await producer.ask('POST /tiers/promotions', { body })).status).toBe(400);
});
