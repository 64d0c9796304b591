// Subscribing: paid once, at the price that was seen, opening what is for members; stopping and
// going on.
import type { PostId, TierId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { block, fill, joinProducer, publish, unblock } from '../../testing/publishing.ts';
import {
  openPlan,
  paidBy,
  stopRenewing,
  subscribeTo,
  subscriptionFaults,
} from '../../testing/subscribing.ts';

let app: TestApp;
let producer: ApiClient;
let postId: PostId;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  producer = app.producer;
  await openPlan(producer, 2_990);
  postId = (
    await publish(app, producer, { text: 'só para quem assina', public: false, pictures: 0 })
  ).id;
});

const fan = async (balance = 20_000): Promise<ApiClient> => {
  const person = await app.join(`pessoa${(people += 1)}`);
  if (balance > 0) await fill(app, person, balance);
  return person;
};
const balanceOf = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const post = async (person: ApiClient) =>
  (await person.ask('GET /posts/{id}', { params: { id: postId } })).reply.data;
const profile = (person: ApiClient) =>
  person.call('GET /publics/profiles/{domainname}', {
    params: { domainname: producer.domainName },
  });

describe('subscribing', () => {
  test('subscribing pays producer and platform for a month, gives access, and notifies the producer', async () => {
    const davi = await fan();
    const earned = (await app.ctx.ledger.earningsOf(producer.profileId)).pending;
    await davi.call('POST /profiles/{id}/follow', {
      params: { id: producer.profileId },
      body: { following: true },
    });
    expect(await post(davi)).toMatchObject({
      text: '',
      locked: { reason: 'members', plan: 2_990, forSubscribers: true },
    });
    const { reply } = await subscribeTo(davi, producer, 2_990);
    expect(reply.data).toMatchObject({
      charged: 2_990,
      renews: true,
      balance: 17_010,
      subscribedUntil: '2026-02-15T12:00:00.000Z',
    });
    expect(await post(davi)).toMatchObject({ text: 'só para quem assina', locked: null });
    expect(await profile(davi)).toMatchObject({
      subscriber: true,
      subscribedUntil: '2026-02-15T12:00:00.000Z',
    });
    expect((await app.ctx.ledger.earningsOf(producer.profileId)).pending - earned).toBe(2_392);
    expect(await davi.call('GET /subscriptions')).toMatchObject([
      {
        status: 'active',
        renews: true,
        price: 2_990,
        currentPrice: 2_990,
        nextCharge: '2026-02-15T12:00:00.000Z',
        stopReason: null,
        profile: { domainName: 'iris' },
      },
    ]);
    expect(
      (await producer.call('GET /profiles/notifications', { query: { types: 'subscription' } }))[0],
    ).toMatchObject({ amount: 2_990, from: { domainName: davi.domainName } });
    expect((await davi.call('GET /funds/statements'))[0]).toMatchObject({
      kind: 'subscription',
      amount: -2_990,
      counterpart: { domainName: 'iris' },
    });
  });

  test('subscribers are counted on the profile’s page for its owner only, until the paid time ends', async () => {
    const seller = await joinProducer(app, 'contada');
    await openPlan(seller, 2_990);
    const totalFor = async (person: ApiClient) =>
      (
        await person.call('GET /publics/profiles/{domainname}', {
          params: { domainname: 'contada' },
        })
      ).totalSubscriber;
    expect(await totalFor(seller)).toBe(0);
    for (const subscriber of [await fan(), await fan()])
      await subscribeTo(subscriber, seller, 2_990);
    expect([
      await totalFor(seller),
      await totalFor(await fan()),
      await totalFor(app.visitor),
    ]).toEqual([2, null, null]);
    const {
      rows: [right],
    } = await app.ctx.pool.query(
      'SELECT id, expires_at FROM access WHERE producer_id = $1 LIMIT 1',
      [seller.profileId],
    );
    const endAt = (at: Date) =>
      app.ctx.pool.query('UPDATE access SET expires_at = $2 WHERE id = $1', [right.id, at]);
    await endAt(app.clock.now());
    expect(await totalFor(seller)).toBe(1);
    await endAt(right.expires_at);
  });

  test('subscribing returns the first reply to a repeated call, and charges nothing more', async () => {
    const [davi, key] = [await fan(), newId()];
    const first = await subscribeTo(davi, producer, 2_990, {}, key);
    expect((await subscribeTo(davi, producer, 2_990, {}, key)).reply).toEqual(first.reply);
    expect(await paidBy(app, davi, producer)).toEqual({ times: 1, amount: 2_990 });
  });

  test('subscribing is paid once under thirty concurrent calls', async () => {
    const davi = await fan(200_000);
    const codes = (
      await Promise.all(Array.from({ length: 30 }, () => subscribeTo(davi, producer, 2_990)))
    ).map(({ reply }) => reply.code ?? 'ok');
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'subscription.changed']));
    expect([await paidBy(app, davi, producer), await balanceOf(davi)]).toEqual([
      { times: 1, amount: 2_990 },
      197_010,
    ]);
  });

  test('subscribing with a short wallet returns what its dialog needs, and the same call finishes it', async () => {
    const [davi, key] = [await fan(1_000), newId()];
    const { status, reply } = await subscribeTo(davi, producer, 2_990, {}, key);
    expect(status).toBe(402);
    expect(reply.data).toEqual({
      needed: 2_990,
      balance: 1_000,
      suggested: 5_000,
      intent: {
        kind: 'subscription',
        profileId: producer.profileId,
        subscribedUntil: null,
        value: 2_990,
        label: 'Nome iris',
      },
    });
    expect([await balanceOf(davi), await davi.call('GET /subscriptions')]).toEqual([1_000, []]);
    await fill(app, davi, 5_000);
    expect((await subscribeTo(davi, producer, 2_990, {}, key)).reply.data.balance).toBe(3_010);
  });

  test('subscribing is refused at another price, to oneself, without a plan, to visitors and across a block', async () => {
    const davi = await fan();
    expect((await subscribeTo(davi, producer, 2_989)).reply.code).toBe('validate.invalid');
    expect((await subscribeTo(producer, producer, 2_990)).reply.code).toBe('profile.notSelf');
    expect((await subscribeTo(davi, app.stranger, 2_990)).reply.code).toBe('profile.notFound');
    expect((await subscribeTo(davi, await joinProducer(app, 'semplano'), 2_990)).reply.code).toBe(
      'tier.none',
    );
    expect((await subscribeTo(app.visitor, producer, 2_990)).reply.code).toBe('auth.required');
    await block(app, producer, davi);
    expect((await subscribeTo(davi, producer, 2_990)).reply.code).toBe('profile.notFound');
    await unblock(app, producer, davi);
    expect(await balanceOf(davi)).toBe(20_000);
  });
});

describe('a bundle', () => {
  test('a bundle buys its months at once, and another bundle continues where they end', async () => {
    const davi = await fan();
    const { tier } = await producer.call('POST /tiers/bundles', {
      body: { months: 3, discount: 10 },
    });
    const bundleId = tier?.bundles[0]?.id;
    const { reply } = await subscribeTo(davi, producer, 8_073, { bundleId });
    expect(reply.data).toMatchObject({
      charged: 8_073,
      subscribedUntil: expect.stringMatching(/^2026-04-15/),
    });
    expect((await subscribeTo(davi, producer, 8_073, { bundleId })).reply.code).toBe(
      'subscription.changed',
    );
    const more = await subscribeTo(davi, producer, 8_073, {
      bundleId,
      subscribedUntil: reply.data.subscribedUntil,
    });
    expect(more.reply.data.subscribedUntil).toBe(
      reply.data.subscribedUntil.replace('2026-04', '2026-07'),
    );
    expect(await paidBy(app, davi, producer)).toEqual({ times: 2, amount: 16_146 });
  });
});

describe('stopping a renewal', () => {
  test('stopping a renewal keeps the paid time, and the renewal is resumed without a charge', async () => {
    const davi = await fan();
    const until = (await subscribeTo(davi, producer, 2_990)).reply.data.subscribedUntil;
    expect(await stopRenewing(davi, producer)).toEqual({
      subscriber: false,
      subscribedUntil: until,
    });
    expect(await profile(davi)).toMatchObject({ subscriber: false, subscribedUntil: until });
    expect((await post(davi)).locked).toBeNull();
    expect(await davi.call('GET /subscriptions')).toMatchObject([
      { renews: false, nextCharge: null, stopReason: 'fan', status: 'active' },
    ]);
    expect(await stopRenewing(davi, producer)).toEqual({
      subscriber: false,
      subscribedUntil: until,
    });
    const { reply } = await subscribeTo(davi, producer, 2_990, { subscribedUntil: until });
    expect(reply.data).toMatchObject({
      charged: 0,
      renews: true,
      transferId: null,
      subscribedUntil: until,
      balance: 17_010,
    });
    expect(await davi.call('GET /subscriptions')).toMatchObject([
      { renews: true, nextCharge: until, stopReason: null },
    ]);
  });

  test('a reason may be given after the renewal was stopped, and is forgotten when it is on again', async () => {
    const davi = await fan();
    await subscribeTo(davi, producer, 2_990);
    const params = { id: producer.profileId };
    const reasonOf = async () => {
      const { rows } = await app.ctx.pool.query<{ reason: string | null }>(
        'SELECT leave_reason AS reason FROM subscriptions WHERE fan_id = $1',
        [davi.profileId],
      );
      return rows[0]?.reason;
    };
    const { subscribedUntil } = await davi.call('DELETE /profiles/{id}/subscribe', { params });
    expect(await reasonOf()).toBeNull();
    await davi.call('DELETE /profiles/{id}/subscribe', { params, query: { reason: 'price' } });
    expect(await reasonOf()).toBe('price');
    await subscribeTo(davi, producer, 2_990, { subscribedUntil });
    expect(await reasonOf()).toBeNull();
  });

  test('stopping a renewal is refused without a subscription', async () => {
    const { reply } = await (
      await fan()
    ).ask('DELETE /profiles/{id}/subscribe', { params: { id: producer.profileId } });
    expect(reply.code).toBe('subscription.notFound');
  });
});

describe('posts for members', () => {
  test('posts for members are open to followers until their producer sells a plan', async () => {
    const [seller, follower] = [await joinProducer(app, 'sempreaberta'), await fan()];
    const { id } = await publish(app, seller, { text: 'para membros', public: false, pictures: 0 });
    const look = async () =>
      (await follower.ask('GET /posts/{id}', { params: { id } })).reply.data.locked;
    expect(await look()).toMatchObject({ reason: 'members', plan: null, forSubscribers: false });
    await follower.call('POST /profiles/{id}/follow', {
      params: { id: seller.profileId },
      body: { following: true },
    });
    expect(await look()).toBeNull();
    const { tier } = await openPlan(seller, 1_000);
    expect(await look()).toMatchObject({ reason: 'members', plan: 1_000, forSubscribers: true });
    await seller.call('DELETE /tiers/{id}', { params: { id: tier?.id as TierId } });
    expect(await look()).toMatchObject({ reason: 'members', plan: null, forSubscribers: true });
  });

  test('posts for members carry the price of the plan in the feed, also for visitors', async () => {
    const posts = await app.visitor.call('GET /profiles/{domainname}/posts', {
      params: { domainname: producer.domainName },
    });
    expect(posts.find(({ id }) => id === postId)?.locked).toMatchObject({
      reason: 'members',
      plan: 2_990,
      forSubscribers: true,
    });
  });
});

test('the database itself refuses a second period for the same time', async () => {
  const davi = await fan();
  await subscribeTo(davi, producer, 2_990);
  const twice = app.ctx.pool.query(
    `INSERT INTO subscription_periods (id, subscription_id, during, months, amount_centavos,
      transfer_id, created_at)
     SELECT gen_random_uuid(), subscription_id, tstzrange(upper(during) - interval '1 day',
       upper(during) + interval '29 days'), 1, 1, gen_random_uuid(), now()
     FROM subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id
       WHERE s.fan_id = $1`,
    [davi.profileId],
  );
  await expect(twice).rejects.toThrow('subscription_periods_once');
});

test('every period has its money, and access is the time that was paid', async () => {
  expect(await subscriptionFaults(app)).toEqual([]);
});
