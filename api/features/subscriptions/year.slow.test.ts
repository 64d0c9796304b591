// 400 days of an installation with plans: fans subscribe, stop, return, run out of money, and agree
// to prices.
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '../../platform/errors/app-error.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer } from '../../testing/publishing.ts';
import { back, openPlan, subscriptionFaults } from '../../testing/subscribing.ts';
import { planOf } from '../tiers/index.ts';
import { remindDue, renewDue } from './index.ts';
import { canSubscribe, canStop } from './policy.ts';
import { loadPair } from './store.ts';
import { stopRenewing, subscribe } from './subscribe.ts';

const DAYS = 400;
const STEPS_PER_DAY = 4;
const FANS = 12;

let app: TestApp;
let fans: ApiClient[];
let producers: ApiClient[];
beforeAll(async () => {
  app = await testApp({ startAt: new Date('2020-01-31T15:00:00.000Z') });
  producers = [await joinProducer(app, 'mensal'), await joinProducer(app, 'cara')];
  for (const producer of producers) {
    await openPlan(producer, 2_000);
    await producer.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
  }
  fans = [];
  for (let index = 0; index < FANS; index += 1) fans.push(await app.join(`fa${index}`));
});

/** The same story each time: mulberry32. */
const dice = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
};

// Sessions do not last a year, so the services behind the calls are called directly.
const viewerOf = (person: ApiClient): Viewer =>
  ({ profileId: person.profileId, producer: false, place: NOWHERE }) as Viewer;

const trySubscribe = async (
  fan: ApiClient,
  producer: ApiClient,
  bundled: boolean,
): Promise<boolean> => {
  const producerId = producer.profileId;
  const plan = await planOf(app.ctx, producerId, null);
  const pair = await loadPair(app.ctx.db, { fanId: fan.profileId, producerId });
  const running = pair && pair.paidUntil > app.clock.now() ? pair.paidUntil.toISOString() : null;
  const bundle = bundled ? plan?.bundles[0] : undefined;
  const price = centavos(bundle?.price ?? plan?.basePrice.price ?? 0);
  const allowed = await canSubscribe(app.ctx, viewerOf(fan), producerId);
  try {
    await subscribe(
      app.ctx,
      allowed,
      { price, subscribedUntil: running, ...(bundle && { bundleId: bundle.id as never }) },
      null,
    );
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wallet.insufficient') return false;
    throw error;
  }
};

test(
  'a year of subscriptions gives access for the paid time only, at the agreed prices',
  { timeout: 300_000 },
  async () => {
    const roll = dice(400);
    const deps = {
      ...app.services.payments,
      defaultCard: async () => 'none' as const,
    };
    const happened = { subscribed: 0, short: 0, stopped: 0, renewed: 0, priced: 0 };
    for (let step = 0; step < DAYS * STEPS_PER_DAY; step += 1) {
      app.clock.advance(DAY_MS / STEPS_PER_DAY);
      // Now and then the server sleeps for days.
      if (roll(150) === 0) app.clock.advance(3 * DAY_MS);
      const [fan, producer] = [fans[roll(FANS)] as ApiClient, producers[roll(2)] as ApiClient];
      const act = roll(12);
      if (act === 0) await fill(app, fan, 1_000 + roll(6_000));
      else if (act === 1)
        happened[(await trySubscribe(fan, producer, roll(4) === 0)) ? 'subscribed' : 'short'] += 1;
      else if (act === 2 && roll(3) === 0) {
        const pair = await loadPair(app.ctx.db, {
          fanId: fan.profileId,
          producerId: producer.profileId,
        });
        if (pair) {
          await stopRenewing(app.ctx, await canStop(app.ctx, viewerOf(fan), producer.profileId));
          happened.stopped += 1;
        }
      } else if (act === 3 && roll(10) === 0) {
        await openPlan(await back(app, producer), 1_500 + roll(10) * 100);
        happened.priced += 1;
      }
      await remindDue(app.ctx);
      happened.renewed += await renewDue(app.ctx, deps);
      if (step % 100 === 0) expect(await subscriptionFaults(app)).toEqual([]);
    }
    expect(await subscriptionFaults(app)).toEqual([]);
    // The story had everything in it, so the checks had something to find.
    for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(5);
    const { rows } = await app.ctx.pool.query(`
    SELECT count(*)::int AS overlaps FROM subscription_periods a
      JOIN subscription_periods b ON a.subscription_id = b.subscription_id AND a.id < b.id
      AND a.during && b.during`);
    expect(rows).toEqual([{ overlaps: 0 }]);
  },
);
