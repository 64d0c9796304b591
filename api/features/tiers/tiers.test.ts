// A producer's plan: its price, bundles and promotions, what others see of it, and its end.
import type { TierId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer, refused } from '../../testing/publishing.ts';
import { back, openPlan, paidBy, subscribeTo } from '../../testing/subscribing.ts';

let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await testApp();
});

const seller = async (price?: number): Promise<ApiClient> => {
  const person = await joinProducer(app, `vende${(people += 1)}`);
  if (price) await openPlan(person, price);
  return person;
};
const fan = async (balance = 100_000): Promise<ApiClient> => {
  const person = await app.join(`assina${(people += 1)}`);
  await fill(app, person, balance);
  return person;
};
const seen = (viewer: ApiClient, producer: ApiClient) =>
  viewer.call('GET /publics/profiles/{domainname}', {
    params: { domainname: producer.domainName },
  });
const promote = (
  producer: ApiClient,
  more: {
    discount?: number;
    maxUsers?: number;
    activeDays?: number;
    startWhen?: string;
    codes?: string[];
  } = {},
) =>
  producer.call('POST /tiers/promotions', {
    body: { discount: 50, activeDays: 7, maxUsers: 3, ...more },
  });
const worth = (viewer: ApiClient, producer: ApiClient, discountCode: string) =>
  viewer.ask('GET /publics/profiles/discount', {
    query: { profileId: producer.profileId, discountCode },
  });

describe('the price', () => {
  test('the price of a plan has a minimum and a maximum that the client receives', async () => {
    const producer = await seller();
    expect(await producer.call('GET /tiers')).toEqual({
      tier: null,
      limits: { minPrice: 500, maxPrice: 100_000 },
      blockedUntil: null,
      subscribers: { active: 0, renewing: 0 },
    });
    expect(await refused(producer, 'POST /tiers/paid', { body: { price: centavos(499) } })).toBe(
      'validate.minValue',
    );
    expect(
      await refused(producer, 'POST /tiers/paid', { body: { price: centavos(100_001) } }),
    ).toBe('validate.maxValue');
    expect((await openPlan(producer, 500)).tier?.basePrice.price).toBe(500);
  });

  test('the price of a plan is on the profile, and each price has a name of its own', async () => {
    const producer = await seller(2_990);
    const first = (await seen(app.visitor, producer)).tier;
    expect(first).toMatchObject({ basePrice: { price: 2_990 }, bundles: [], promotion: null });
    await openPlan(producer, 3_490);
    const second = (await seen(app.visitor, producer)).tier;
    expect([second?.id, second?.basePrice.price]).toEqual([first?.id, 3_490]);
    expect(second?.basePrice.id).not.toBe(first?.basePrice.id);
  });

  test('prices that are set concurrently open one plan', async () => {
    const producer = await seller();
    await Promise.all([
      openPlan(producer, 1_000),
      openPlan(producer, 1_000),
      openPlan(producer, 1_000),
    ]);
    const { rows } = await app.ctx.pool.query(
      'SELECT count(*)::int AS plans FROM tiers WHERE producer_id = $1',
      [producer.profileId],
    );
    expect(rows[0]).toEqual({ plans: 1 });
  });
});

describe('bundles', () => {
  test('bundles of a plan are listed by months with their total price, one per number of months', async () => {
    const producer = await seller(2_990);
    await producer.call('POST /tiers/bundles', { body: { months: 12, discount: 30 } });
    await producer.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
    expect((await seen(app.visitor, producer)).tier?.bundles).toMatchObject([
      { months: 3, discount: 10, price: 8_073 },
      { months: 12, discount: 30, price: 25_116 },
    ]);
    expect(
      await refused(producer, 'POST /tiers/bundles', { body: { months: 3, discount: 20 } }),
    ).toBe('validate.taken');
    expect(
      await refused(await seller(), 'POST /tiers/bundles', { body: { months: 3, discount: 20 } }),
    ).toBe('tier.none');
  });

  test('bundles of a plan can be removed, and a new one of as many months added', async () => {
    const producer = await seller(2_000);
    const { tier } = await producer.call('POST /tiers/bundles', {
      body: { months: 6, discount: 20 },
    });
    const id = tier?.bundles[0]?.id ?? '';
    expect(
      (await producer.call('DELETE /tiers/prices/{id}', { params: { id } })).tier?.bundles,
    ).toEqual([]);
    expect(await refused(producer, 'DELETE /tiers/prices/{id}', { params: { id } })).toBe(
      'tier.notFound',
    );
    expect(
      (await producer.call('POST /tiers/bundles', { body: { months: 6, discount: 25 } })).tier
        ?.bundles,
    ).toMatchObject([{ months: 6, discount: 25 }]);
  });
});

describe('promotions', () => {
  test('promotions without codes are shown to fans who have not used them, and lower the first month only', async () => {
    const producer = await seller(2_000);
    const { tier } = await promote(producer);
    expect(tier?.promotions).toMatchObject([
      { discount: 50, users: 0, maxUsers: 3, codes: [], active: true },
    ]);
    const davi = await fan();
    const offer = (await seen(davi, producer)).tier?.promotion;
    expect(offer).toMatchObject({ discount: 50, price: 1_000 });
    const { reply } = await subscribeTo(davi, producer, 1_000, {
      promotionId: offer?.id,
    });
    expect(reply.data).toMatchObject({ charged: 1_000, renews: true });
    expect((await seen(davi, producer)).tier?.promotion).toBeNull();
    expect((await davi.call('GET /subscriptions'))[0]).toMatchObject({
      price: 2_000,
      currentPrice: 2_000,
    });
  });

  test('promotions with codes are hidden, and each code, in upper or lower case, opens its promotion', async () => {
    const producer = await seller(2_000);
    const { tier } = await promote(producer, { codes: ['BOASVINDAS', 'oi-2026'] });
    expect(tier?.promotions[0]?.codes).toEqual(['BOASVINDAS', 'OI-2026']);
    expect((await seen(app.visitor, producer)).tier?.promotion).toBeNull();
    expect((await worth(app.visitor, producer, 'Oi-2026')).reply.data).toMatchObject({
      discount: 50,
      price: 1_000,
    });
    expect((await worth(app.visitor, producer, 'OUTRO')).reply.code).toBe('promotion.notFound');
    const davi = await fan();
    expect(
      (
        await subscribeTo(davi, producer, 1_000, {
          promotionId: tier?.promotions[0]?.id,
        })
      ).reply.code,
    ).toBe('promotion.notFound');
    expect((await subscribeTo(davi, producer, 1_000, { discountCode: 'boasvindas' })).status).toBe(
      200,
    );
    expect((await worth(davi, producer, 'BOASVINDAS')).reply.code).toBe('promotion.used');
    expect(
      await refused(producer, 'POST /tiers/promotions', {
        body: { discount: 20, activeDays: 7, maxUsers: 3, codes: ['boasvindas'] },
      }),
    ).toBe('validate.taken');
  });

  test('promotions of a plan begin and end with their days, and end with their last seat', async () => {
    const producer = await seller(2_000);
    const begins = new Date(app.clock.now().getTime() + 2 * DAY_MS);
    await promote(producer, {
      codes: ['DEPOIS'],
      startWhen: begins.toISOString(),
      activeDays: 3,
      maxUsers: 1,
    });
    expect((await worth(app.visitor, producer, 'DEPOIS')).reply.code).toBe('promotion.notFound');
    expect(
      (await subscribeTo(await fan(), producer, 1_000, { discountCode: 'DEPOIS' })).reply.code,
    ).toBe('promotion.notFound');
    app.clock.advance(2 * DAY_MS);
    expect((await worth(app.visitor, producer, 'DEPOIS')).status).toBe(200);
    expect(
      (await subscribeTo(await fan(), producer, 1_000, { discountCode: 'DEPOIS' })).status,
    ).toBe(200);
    expect(
      (await subscribeTo(await fan(), producer, 1_000, { discountCode: 'DEPOIS' })).reply.code,
    ).toBe('promotion.over');
    await promote(await back(app, producer), { codes: ['CURTA'], activeDays: 1 });
    app.clock.advance(DAY_MS);
    expect((await worth(app.visitor, producer, 'CURTA')).reply.code).toBe('promotion.over');
    expect(
      (await subscribeTo(await fan(), producer, 1_000, { discountCode: 'CURTA' })).reply.code,
    ).toBe('promotion.over');
  });

  test('promotions of a plan never sell more seats than there are, and a late fan pays nothing', async () => {
    const producer = await seller(2_000);
    await promote(producer, { maxUsers: 5, codes: ['CINCO'] });
    const fans = await Promise.all(Array.from({ length: 20 }, () => fan(5_000)));
    const codes = (
      await Promise.all(
        fans.map((person) => subscribeTo(person, producer, 1_000, { discountCode: 'CINCO' })),
      )
    ).map(({ reply }) => reply.code ?? 'ok');
    expect(Object.groupBy(codes, (code) => code)).toMatchObject({
      ok: { length: 5 },
      'promotion.over': { length: 15 },
    });
    const { rows } = await app.ctx.pool.query(
      `SELECT users, (SELECT count(*)::int FROM tier_redemptions r
        WHERE r.promotion_id = p.id) AS redeemed FROM tier_promotions p
        JOIN tiers t ON t.id = p.tier_id WHERE t.producer_id = $1`,
      [producer.profileId],
    );
    expect(rows).toEqual([{ users: 5, redeemed: 5 }]);
    const paid = await Promise.all(fans.map((person) => paidBy(app, person, producer)));
    expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(5_000);
  });

  test('promotions of a plan get back a seat that was not paid for', async () => {
    const producer = await seller(2_000);
    await promote(producer, { maxUsers: 1, codes: ['UMA'] });
    expect(
      (await subscribeTo(await fan(10), producer, 1_000, { discountCode: 'UMA' })).reply.code,
    ).toBe('wallet.insufficient');
    expect((await subscribeTo(await fan(), producer, 1_000, { discountCode: 'UMA' })).status).toBe(
      200,
    );
  });
});

describe('the end of a plan', () => {
  test('the end of a plan stops renewals, keeps the paid time, and blocks a new plan for 30 days', async () => {
    const [producer, davi] = [await seller(2_000), await fan()];
    const { tier } = await producer.call('GET /tiers');
    const until = (await subscribeTo(davi, producer, 2_000)).reply.data.subscribedUntil;
    expect(
      await refused(await seller(1_000), 'DELETE /tiers/{id}', {
        params: { id: tier?.id as TierId },
      }),
    ).toBe('tier.notFound');
    const plan = await producer.call('DELETE /tiers/{id}', { params: { id: tier?.id as TierId } });
    expect(plan).toMatchObject({
      tier: null,
      blockedUntil: new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString(),
      subscribers: { active: 1, renewing: 0 },
    });
    expect(await seen(davi, producer)).toMatchObject({
      tier: null,
      subscriber: false,
      subscribedUntil: until,
    });
    await app.runJobs();
    expect(
      (await davi.call('GET /profiles/notifications', { query: { types: 'planEnded' } })).length,
    ).toBe(1);

    expect(await refused(producer, 'POST /tiers/paid', { body: { price: centavos(2_000) } })).toBe(
      'tier.cooldown',
    );
    expect((await subscribeTo(await fan(), producer, 2_000)).reply.code).toBe('tier.none');
    app.clock.advance(30 * DAY_MS - 60_000);
    const later = await back(app, producer);
    expect(await refused(later, 'POST /tiers/paid', { body: { price: centavos(2_000) } })).toBe(
      'tier.cooldown',
    );
    app.clock.advance(60_000);
    expect((await openPlan(later, 2_500)).tier?.basePrice.price).toBe(2_500);
  });
});
