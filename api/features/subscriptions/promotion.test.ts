// A promotion of several months: each at the price that was agreed to, whatever becomes of the
// promotion and of the plan, and a notice before the first month at the full price.
import type { PromotionId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer } from '../../testing/publishing.ts';
import {
  back,
  openPlan,
  paidBy,
  stopRenewing,
  subscribeTo,
  subscriptionFaults,
} from '../../testing/subscribing.ts';
import { endPeriodsOf, remindDue, renewDue } from './index.ts';

const PLAN = 2_000;
const LOWER = 1_000;
/** Three months after the day on which the tests begin. */
const APRIL_30 = expect.stringMatching(/^2020-04-30T15:00/);
let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
});

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
const seller = async (discountMonths: number): Promise<[ApiClient, PromotionId]> => {
  const producer = await joinProducer(app, `vende${(people += 1)}`);
  await openPlan(producer, PLAN);
  const { tier } = await producer.call('POST /tiers/promotions', {
    body: { discount: 50, discountMonths, activeDays: 300, maxUsers: 100 },
  });
  return [producer, tier?.promotions[0]?.id as PromotionId];
};
const fanOf = async (balance = 50_000): Promise<ApiClient> => {
  const fan = await app.join(`compra${(people += 1)}`);
  if (balance > 0) await fill(app, fan, balance);
  return fan;
};
const couple = async (discountMonths = 3, balance?: number) => {
  const [producer, promotionId] = await seller(discountMonths);
  const fan = await fanOf(balance);
  const { reply, status } = await subscribeTo(fan, producer, LOWER, {
    promotionId,
    promotion: { months: discountMonths, price: centavos(PLAN) },
  });
  if (status !== 200) throw new Error('not subscribed');
  return { fan, producer, promotionId, bought: reply.data };
};
const amounts = async (fan: ApiClient): Promise<number[]> =>
  (
    await app.ctx.pool.query(
      'SELECT p.amount_centavos::int AS amount FROM subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.fan_id = $1 ORDER BY p.during',
      [fan.profileId],
    )
  ).rows.map(({ amount }) => amount as number);
const left = async (fan: ApiClient): Promise<[number | null, number]> => {
  const { rows } = await app.ctx.pool.query(
    'SELECT promotion_centavos::int AS price, promotion_months_left AS months FROM subscriptions WHERE fan_id = $1',
    [fan.profileId],
  );
  return [rows[0].price, rows[0].months];
};
const mine = async (fan: ApiClient) => (await (await back(app, fan)).call('GET /subscriptions'))[0];
const news = async (fan: ApiClient, type: string) =>
  (await (await back(app, fan)).call('GET /profiles/notifications', { query: { types: type } }))
    .length;
const emails = async (person: ApiClient) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(200)) ?? []).filter(
    ({ to }) => to === `${person.domainName}@example.com`,
  );
};

test('a promotion of three months charges its price three times and then the plan’s, and says until when', async () => {
  const { fan, producer, bought } = await couple();
  const offer = (
    await app.visitor.call('GET /publics/profiles/{domainname}', {
      params: { domainname: producer.domainName },
    })
  ).tier?.promotion;
  expect(offer).toMatchObject({ discount: 50, discountMonths: 3, price: LOWER });
  expect(await mine(fan)).toMatchObject({
    price: PLAN,
    currentPrice: PLAN,
    promotion: { price: LOWER, monthsLeft: 2, until: APRIL_30 },
    nextCharge: bought.subscribedUntil,
  });
  await pass(31);
  expect([await amounts(fan), (await mine(fan))?.promotion]).toEqual([
    [LOWER, LOWER],
    { price: LOWER, monthsLeft: 1, until: expect.any(String) },
  ]);
  await pass(31);
  expect([await amounts(fan), (await mine(fan))?.promotion]).toEqual([[LOWER, LOWER, LOWER], null]);
  await pass(62);
  expect(await amounts(fan)).toEqual([LOWER, LOWER, LOWER, PLAN, PLAN]);
  expect(await left(fan)).toEqual([null, 0]);
  expect(await subscriptionFaults(app)).toEqual([]);
});

test('the end of a promotion is announced once, seven days before the first month at the full price', async () => {
  const { fan } = await couple(2);
  // The paid time ends after 31 days at most; the month after it is of the promotion too.
  await pass(32);
  expect([await news(fan, 'renewalSoon'), await news(fan, 'promotionEnding')]).toEqual([1, 0]);
  const until = Date.parse((await mine(fan))?.subscribedUntil ?? '');
  const days = (until - app.clock.now().getTime()) / DAY_MS;
  await pass(Math.floor(days) - 8);
  expect(await news(fan, 'promotionEnding')).toBe(0);
  await pass(2);
  expect([await news(fan, 'renewalSoon'), await news(fan, 'promotionEnding')]).toEqual([1, 1]);
  const [email] = (await emails(fan)).filter(({ subject }) => subject.includes('A partir de'));
  expect(email?.subject).toMatch(/passa a R\$\s20,00 por mês/);
  expect(email?.text).toMatch(/de R\$\s10,00 para R\$\s20,00 por mês/);
  await pass(6);
  expect([await news(fan, 'renewalSoon'), await news(fan, 'promotionEnding')]).toEqual([1, 1]);
});

test('an agreed promotion outlives its removal and a price rise, and then asks for consent', async () => {
  const { fan, producer, promotionId } = await couple(3);
  const seller = await back(app, producer);
  await seller.call('DELETE /tiers/prices/{id}', { params: { id: promotionId } });
  await openPlan(seller, 3_000);
  await app.runJobs();
  expect(await news(fan, 'priceRose')).toBe(0);
  await pass(62);
  expect(await amounts(fan)).toEqual([LOWER, LOWER, LOWER]);
  await pass(29);
  expect([await news(fan, 'priceRose'), await news(fan, 'promotionEnding')]).toEqual([1, 0]);
  await pass(5);
  expect([await amounts(fan), await mine(fan)]).toMatchObject([
    [LOWER, LOWER, LOWER],
    { status: 'ended', stopReason: 'priceRose', promotion: null },
  ]);
});

test('a plan that costs less than its promotion charges the lower price', async () => {
  const { fan, producer } = await couple(3);
  await openPlan(await back(app, producer), 700);
  expect((await mine(fan))?.promotion?.price).toBe(700);
  await pass(31);
  expect([await amounts(fan), await left(fan)]).toEqual([
    [LOWER, 700],
    [LOWER, 1],
  ]);
});

test('a fan who stops and goes on in the paid time keeps a promotion, and a later one pays full price', async () => {
  const { fan, producer } = await couple(3);
  await stopRenewing(fan, producer);
  const until = (await mine(fan))?.subscribedUntil ?? null;
  expect((await subscribeTo(fan, producer, LOWER, { subscribedUntil: until })).reply.code).toBe(
    'validate.invalid',
  );
  const again = await subscribeTo(fan, producer, PLAN, { subscribedUntil: until });
  expect(again.reply.data).toMatchObject({ charged: 0, renews: true });
  await pass(31);
  expect(await amounts(fan)).toEqual([LOWER, LOWER]);
  await stopRenewing(await back(app, fan), producer);
  await pass(35);
  expect((await mine(fan))?.promotion).toBeNull();
  await subscribeTo(await back(app, fan), producer, PLAN);
  expect([await amounts(fan), await left(fan)]).toEqual([
    [LOWER, LOWER, PLAN],
    [null, 0],
  ]);
});

test('a bundle costs what it says, and the months of the promotion go on after it', async () => {
  const { fan, producer } = await couple(2);
  const { tier } = await producer.call('POST /tiers/bundles', {
    body: { months: 3, discount: 10 },
  });
  const bundle = tier?.bundles[0];
  await subscribeTo(fan, producer, bundle?.price ?? 0, {
    bundleId: bundle?.id,
    subscribedUntil: (await mine(fan))?.subscribedUntil ?? null,
  });
  expect([await amounts(fan), await left(fan)]).toEqual([
    [LOWER, 5_400],
    [LOWER, 1],
  ]);
  await pass(124);
  expect(await amounts(fan)).toEqual([LOWER, 5_400, LOWER]);
});

test('a month of a promotion that waits for money is paid at its price, and is counted once', async () => {
  const { fan, producer } = await couple(3, LOWER);
  await pass(32);
  expect([(await mine(fan))?.status, await left(fan)]).toEqual(['late', [LOWER, 2]]);
  const [email] = (await emails(fan)).filter(({ subject }) => subject.startsWith('Não foi'));
  expect(email?.text).toMatch(/R\$\s10,00/);
  await fill(app, fan, LOWER);
  await pass(2);
  expect([await paidBy(app, fan, producer), await left(fan)]).toEqual([
    { times: 2, amount: 2 * LOWER },
    [LOWER, 1],
  ]);
});

test('a month of a promotion is charged and counted once by concurrent processes', async () => {
  const { fan, producer } = await couple(3);
  app.clock.advance(31 * DAY_MS);
  await Promise.all(Array.from({ length: 8 }, tick));
  expect([await paidBy(app, fan, producer), await left(fan)]).toEqual([
    { times: 2, amount: 2 * LOWER },
    [LOWER, 1],
  ]);
});

test('a month of a promotion that is taken back ends the paid time, and with it the promotion', async () => {
  const { fan, producer, bought } = await couple(3);
  await transaction(app.ctx.db, (tx) =>
    endPeriodsOf(app.ctx, tx, [bought.transferId as TransferId]),
  );
  expect(await mine(fan)).toMatchObject({ status: 'ended', promotion: null });
  app.clock.advance(60_000);
  await subscribeTo(fan, producer, PLAN);
  expect(await left(fan)).toEqual([null, 0]);
});

test('the longer of two promotions with the same price is offered', async () => {
  const [producer] = await seller(1);
  await producer.call('POST /tiers/promotions', {
    body: { discount: 50, discountMonths: 6, activeDays: 300, maxUsers: 100 },
  });
  expect(
    (
      await app.visitor.call('GET /publics/profiles/{domainname}', {
        params: { domainname: producer.domainName },
      })
    ).tier?.promotion,
  ).toMatchObject({ discountMonths: 6 });
});

test('a promotion lasts 1 to 12 months, 1 when none are given, and a free trial has none', async () => {
  const producer = await joinProducer(app, `vende${(people += 1)}`);
  await openPlan(producer, PLAN);
  const ask = (body: object) =>
    producer.ask('POST /tiers/promotions', {
      body: { activeDays: 7, maxUsers: 3, ...body },
    });
  for (const wrong of [
    { discount: 50, discountMonths: 0 },
    { discount: 50, discountMonths: 13 },
    { trialDays: 7, discountMonths: 2 },
  ])
    expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(400);
  await ask({ discount: 50 });
  await ask({ trialDays: 7 });
  expect(
    (await producer.call('GET /tiers')).tier?.promotions.map(
      ({ discountMonths }) => discountMonths,
    ),
  ).toEqual([1, null]);
});

test('a fan who goes on during a promotion is asked about a risen price when its months are over', async () => {
  const { fan, producer } = await couple(2);
  await stopRenewing(fan, producer);
  await openPlan(producer, 3_000);
  await subscribeTo(fan, producer, 3_000, {
    subscribedUntil: (await mine(fan))?.subscribedUntil ?? null,
  });
  expect(await mine(fan)).toMatchObject({ renews: true, price: PLAN, currentPrice: 3_000 });
  await pass(31);
  expect(await amounts(fan)).toEqual([LOWER, LOWER]);
  await pass(24);
  expect([await news(fan, 'priceRose'), await news(fan, 'promotionEnding')]).toEqual([1, 0]);
  await pass(7);
  expect([await amounts(fan), await mine(fan)]).toMatchObject([
    [LOWER, LOWER],
    { stopReason: 'priceRose' },
  ]);
});

test('the first month at the full price is announced at least a day before its charge', async () => {
  const { fan } = await couple(1);
  app.clock.advance(35 * DAY_MS);
  await Promise.all([tick(), tick()]);
  expect([await amounts(fan), await news(fan, 'promotionEnding')]).toEqual([[LOWER], 1]);
  await pass(0.5);
  expect([await amounts(fan), (await mine(fan))?.status]).toEqual([[LOWER], 'late']);
  await pass(1);
  expect([await amounts(fan), await news(fan, 'promotionEnding')]).toEqual([[LOWER, PLAN], 1]);
});

test('an announcement that is late names the day and not how many days are left', async () => {
  const { fan } = await couple(1);
  app.clock.advance(27 * DAY_MS);
  await tick();
  const [notice] = await (
    await back(app, fan)
  ).call('GET /profiles/notifications', { query: { types: 'promotionEnding' } });
  expect(notice?.message).toMatch(/R\$\s20,00/);
  expect(notice?.message).not.toContain('7 dias');
});

test('a promotion whose plan costs no more by now is followed by an ordinary reminder, three days ahead', async () => {
  const { fan, producer } = await couple(1);
  await openPlan(producer, LOWER);
  const until = Date.parse((await mine(fan))?.subscribedUntil ?? '');
  await pass(Math.floor((until - app.clock.now().getTime()) / DAY_MS) - 4);
  expect(await news(fan, 'renewalSoon')).toBe(0);
  await pass(2);
  expect([await news(fan, 'renewalSoon'), await news(fan, 'promotionEnding')]).toEqual([1, 0]);
});

test('a month that is not paid is announced at what the retry will take', async () => {
  const { fan, producer } = await couple(3, LOWER);
  await openPlan(await back(app, producer), 700);
  await pass(32);
  const [email] = (await emails(fan)).filter(({ subject }) => subject.startsWith('Não foi'));
  expect(email?.text).toMatch(/R\$\s7,00/);
});
