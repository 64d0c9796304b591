// Renewals by the clock: the wallet first, tried again, never more than was agreed to, never twice.
import type { TierId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { block, fill, joinProducer } from '../../testing/publishing.ts';
import {
  back,
  openPlan,
  paidBy,
  stopRenewing,
  subscribeTo,
  subscriptionFaults,
} from '../../testing/subscribing.ts';
import { type DefaultCard, type RenewalDeps, remindDue, renewDue } from './index.ts';
import { eraseSubscriptionsOf } from './jobs.ts';

let app: TestApp;
let people = 0;
beforeAll(async () => {
  // Long ago: the months that pass here must not lead beyond today, where proofs of work come from.
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
});

const deps = (defaultCard: DefaultCard = async () => 'none'): RenewalDeps => ({
  ...app.services.payments,
  defaultCard,
});
const tick = async (card?: DefaultCard): Promise<number> => {
  await remindDue(app.ctx);
  return renewDue(app.ctx, deps(card));
};
/** Hour by hour, as the clock job would. */
const pass = async (days: number, card?: DefaultCard): Promise<number> => {
  let renewed = 0;
  for (let hour = 0; hour < days * 24; hour += 1) {
    app.clock.advance(HOUR_MS);
    renewed += await tick(card);
  }
  return renewed;
};
const couple = async (
  balance: number,
  price = 2_000,
): Promise<[fan: ApiClient, producer: ApiClient]> => {
  people += 1;
  const producer = await joinProducer(app, `criadora${people}`);
  await openPlan(producer, price);
  const fan = await app.join(`assinante${people}`);
  await fill(app, fan, balance);
  const { status } = await subscribeTo(fan, producer, price);
  if (status !== 200) throw new Error('not subscribed');
  return [fan, producer];
};
const mine = async (fan: ApiClient) => (await (await back(app, fan)).call('GET /subscriptions'))[0];
const news = async (fan: ApiClient, type: string) =>
  (await (await back(app, fan)).call('GET /profiles/notifications', { query: { types: type } }))
    .length;
const emails = async (person: ApiClient): Promise<string[]> => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(100)) ?? [])
    .filter(({ to }) => to === `${person.domainName}@example.com`)
    .map(({ subject }) => subject);
};

describe('a renewal', () => {
  test('a renewal is announced three days before, paid from the wallet, and notified', async () => {
    const [fan, producer] = await couple(10_000);
    await pass(25);
    expect([await news(fan, 'renewalSoon'), await paidBy(app, fan, producer)]).toEqual([
      0,
      { times: 1, amount: 2_000 },
    ]);
    await pass(3);
    expect(await news(fan, 'renewalSoon')).toBe(1);
    expect((await emails(fan)).filter((subject) => subject.includes('renova em'))).toHaveLength(1);
    await pass(3);
    expect([await news(fan, 'renewed'), await paidBy(app, fan, producer)]).toEqual([
      1,
      { times: 2, amount: 4_000 },
    ]);
    expect(await mine(fan)).toMatchObject({ status: 'active', renews: true });
  });

  test('a renewal is paid once by concurrent processes', async () => {
    const [fan, producer] = await couple(100_000);
    app.clock.advance(31 * DAY_MS);
    const renewed = await Promise.all(Array.from({ length: 8 }, () => renewDue(app.ctx, deps())));
    expect(renewed.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(1);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 2, amount: 4_000 });
  });

  test('a renewal after a long downtime pays one period from now on', async () => {
    const [fan, producer] = await couple(100_000);
    app.clock.advance(100 * DAY_MS);
    await tick();
    expect(await paidBy(app, fan, producer)).toEqual({ times: 2, amount: 4_000 });
    expect(new Date((await mine(fan))?.subscribedUntil ?? 0).getTime()).toBeGreaterThan(
      app.clock.now().getTime() + 27 * DAY_MS,
    );
  });

  test('a renewal that the fan stopped does not happen', async () => {
    const [fan, producer] = await couple(10_000);
    await stopRenewing(fan, producer);
    await pass(35);
    expect([(await mine(fan))?.status, await paidBy(app, fan, producer)]).toEqual([
      'ended',
      { times: 1, amount: 2_000 },
    ]);
  });

  test('a renewal does not happen across a block or for a closed plan', async () => {
    const [fan, producer] = await couple(10_000);
    await block(app, producer, fan);
    const [other, closing] = await couple(10_000);
    const { tier } = await closing.call('GET /tiers');
    await closing.call('DELETE /tiers/{id}', { params: { id: tier?.id as TierId } });
    await pass(33);
    expect([await paidBy(app, fan, producer), await paidBy(app, other, closing)]).toEqual([
      { times: 1, amount: 2_000 },
      { times: 1, amount: 2_000 },
    ]);
    expect([(await mine(fan))?.stopReason, (await mine(other))?.stopReason]).toEqual([
      'planEnded',
      'planEnded',
    ]);
  });
});

describe('a renewal with a short wallet', () => {
  test('a renewal with a short wallet gives no access, is retried on days 1, 3 and 5, and then ends', async () => {
    const [fan, producer] = await couple(2_500);
    const days: number[] = [];
    const spy: DefaultCard = async ({ profileId }) => {
      if (profileId === fan.profileId) days.push(Math.round(app.clock.now().getTime() / DAY_MS));
      return 'none';
    };
    await pass(32, spy);
    expect(await mine(fan)).toMatchObject({ status: 'late', renews: true });
    expect(
      (
        await (
          await back(app, fan)
        ).call('GET /publics/profiles/{domainname}', {
          params: { domainname: producer.domainName },
        })
      ).subscribedUntil,
    ).toBeNull();
    await pass(8, spy);
    expect(days.map((day) => day - (days[0] ?? 0))).toEqual([0, 1, 3, 5]);
    expect(await mine(fan)).toMatchObject({ status: 'ended', renews: false, stopReason: 'unpaid' });
    expect([
      await news(fan, 'renewalFailed'),
      await news(fan, 'subscriptionEnded'),
      await paidBy(app, fan, producer),
    ]).toEqual([1, 1, { times: 1, amount: 2_000 }]);
  });

  test('a renewal whose wallet is filled between two retries starts on that day', async () => {
    const [fan, producer] = await couple(2_000);
    await pass(32);
    await fill(app, fan, 5_000);
    await pass(3);
    expect([(await mine(fan))?.status, await paidBy(app, fan, producer)]).toEqual([
      'active',
      { times: 2, amount: 4_000 },
    ]);
  });

  test('a renewal with a short wallet is topped up from the default card, with one key per attempt', async () => {
    const [fan, producer] = await couple(2_300);
    const asked: { amount: number; key: string }[] = [];
    await pass(32, async ({ profileId, amount, key }) => {
      if (profileId !== fan.profileId) return 'none';
      asked.push({ amount, key });
      await fill(app, fan, amount);
      return 'paid';
    });
    expect(asked).toMatchObject([{ amount: 1_700 }]);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 2, amount: 4_000 });
  });

  test('a fan is notified of a final refusal of the card, and the renewal waits for money or another card', async () => {
    const [fan, producer] = await couple(2_000);
    const [other] = await couple(2_000);
    const refuse: DefaultCard = async ({ profileId }) =>
      [fan.profileId, other.profileId].includes(profileId) ? 'refusedForGood' : 'none';
    await pass(32, refuse);
    expect(
      (await emails(fan)).filter((subject) => subject.includes('cartão foi recusado')),
    ).toHaveLength(1);
    expect(await mine(fan)).toMatchObject({ status: 'late' });
    await fill(app, fan, 2_000);
    await pass(6, refuse);
    expect([await mine(fan), await paidBy(app, fan, producer), await mine(other)]).toMatchObject([
      { status: 'active' },
      { times: 2, amount: 4_000 },
      { status: 'ended', stopReason: 'unpaid' },
    ]);
  });
});

describe('a renewal that fails unexpectedly', () => {
  const failures = async (fan: ApiClient) =>
    (
      await app.ctx.pool.query(
        `SELECT f.failures, f.error FROM failing_items f
          JOIN subscriptions s ON s.id::text = f.item_id WHERE s.fan_id = $1`,
        [fan.profileId],
      )
    ).rows;

  test('a renewal that fails unexpectedly is postponed, and the renewals behind it are paid at once', async () => {
    const [fan] = await couple(2_300);
    app.clock.advance(HOUR_MS);
    const [other, otherProducer] = await couple(50_000);
    let asked = 0;
    const broken: DefaultCard = async ({ profileId }) => {
      if (profileId !== fan.profileId) return 'none';
      asked += 1;
      throw new Error('the card key can’t be opened');
    };
    app.clock.advance(32 * DAY_MS);
    await tick(broken);
    expect(await paidBy(app, other, otherProducer)).toEqual({ times: 2, amount: 4_000 });
    expect([asked, await failures(fan)]).toEqual([
      1,
      [{ failures: 1, error: 'Error: the card key can’t be opened' }],
    ]);
    // Not again at once, then again, each time after a longer wait.
    await tick(broken);
    expect(asked).toBe(1);
    for (let minute = 0; minute < 8; minute += 1) {
      app.clock.advance(60_000);
      await tick(broken);
    }
    expect(asked).toBe(4);
  });

  test('a renewal that fails unexpectedly is retried on schedule and leaves no trace once it is paid', async () => {
    const [fan, producer] = await couple(2_300);
    app.clock.advance(32 * DAY_MS);
    let broken = true;
    const card: DefaultCard = async ({ profileId, amount }) => {
      if (profileId !== fan.profileId) return 'none';
      if (broken) throw new Error('out of order');
      await fill(app, fan, amount);
      return 'paid';
    };
    await tick(card);
    broken = false;
    app.clock.advance(60_000);
    await tick(card);
    expect([await paidBy(app, fan, producer), await failures(fan)]).toEqual([
      { times: 2, amount: 4_000 },
      [],
    ]);
  });

  test('a renewal that fails unexpectedly does not delay other reminders', async () => {
    const [unlucky] = await couple(10_000);
    app.clock.advance(HOUR_MS);
    const [fan] = await couple(10_000);
    app.clock.advance(29 * DAY_MS);
    const { accounts } = app.ctx;
    await remindDue({
      ...app.ctx,
      accounts: {
        ...accounts,
        contactOf: async (db, id) => {
          if (id === unlucky.profileId) throw new Error('no email can be written to this person');
          return accounts.contactOf(db, id);
        },
      },
    });
    expect([await news(unlucky, 'renewalSoon'), await news(fan, 'renewalSoon')]).toEqual([0, 1]);
    app.clock.advance(60_000);
    await tick();
    expect(await news(unlucky, 'renewalSoon')).toBe(1);
  });
});

describe('a price change', () => {
  test('a price rise is paid only by fans who agreed to it, and the others are notified', async () => {
    const [fan, producer] = await couple(50_000);
    const [willing] = [await app.join('disposta')];
    await fill(app, willing, 50_000);
    const until = (await subscribeTo(willing, producer, 2_000)).reply.data.subscribedUntil;
    await openPlan(producer, 3_000);
    await app.runJobs();
    expect([
      await news(fan, 'priceRose'),
      (await emails(fan)).filter((subject) => subject.includes('mudou')).length,
    ]).toEqual([1, 1]);
    expect(await mine(fan)).toMatchObject({ price: 2_000, currentPrice: 3_000, renews: true });
    expect(
      (await subscribeTo(await back(app, willing), producer, 3_000, { subscribedUntil: until }))
        .reply.data,
    ).toMatchObject({ charged: 0 });
    await pass(33);
    expect([await paidBy(app, fan, producer), await paidBy(app, willing, producer)]).toEqual([
      { times: 1, amount: 2_000 },
      { times: 2, amount: 5_000 },
    ]);
    expect(await mine(fan)).toMatchObject({ status: 'ended', stopReason: 'priceRose' });
  });

  test('a price change downwards applies to existing subscriptions', async () => {
    const [fan, producer] = await couple(50_000);
    await openPlan(producer, 1_500);
    await pass(33);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 2, amount: 3_500 });
  });
});

test('a fan whose account is removed pays nothing more', async () => {
  const [fan, producer] = await couple(50_000);
  await eraseSubscriptionsOf(app.ctx, fan.profileId);
  await pass(33);
  expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: 2_000 });
});

test('every period is paid once, and access equals the paid time', async () => {
  expect(await subscriptionFaults(app)).toEqual([]);
});
