// Limits that fans set for themselves: down at once, up a day later, never passed by two tabs; and
// receipts of what was paid.
import { randomUUID } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, publish } from '../../testing/publishing.ts';
import { exceededLimit, changeLimits, limitsAt } from './rules.ts';

let app: TestApp;
let fan: ApiClient;
let names = 0;
beforeAll(async () => {
  // Noon of São Paulo.
  app = await testApp({ startAt: new Date('2026-11-10T15:00:00Z') });
});
beforeEach(async () => {
  fan = await app.join(`contida${(names += 1)}`);
  await fill(app, fan, 100_000);
});

const tip = (value: number, idempotencyKey: string = randomUUID()) =>
  fan.ask('POST /funds/tips', {
    body: { toProfileId: app.producer.profileId, value },
    idempotencyKey,
  });
const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const set = (day: number | null, month: number | null) =>
  fan.call('PUT /funds/spend-limits', { body: { day, month } });
const wallet = async () => (await app.ctx.ledger.balanceOf(fan.profileId)).balance;

test('a lower spending limit applies at once, and a higher one, or none, after a day', async () => {
  expect(await fan.call('GET /funds/spend-limits')).toEqual({
    day: { limit: null, used: 0 },
    month: { limit: null, used: 0 },
    next: null,
    undo: null,
  });
  expect(await set(5_000, null)).toMatchObject({ day: { limit: 5_000 }, next: null });
  expect((await tip(4_000)).status).toBe(200);
  expect(outcome(await tip(1_001))).toEqual([409, 'spending.dayLimit']);
  app.clock.advance(600_000);
  expect(await set(9_000, 20_000)).toMatchObject({
    day: { limit: 5_000, used: 4_000 },
    month: { limit: 20_000, used: 4_000 },
    next: { day: 9_000, month: 20_000, at: '2026-11-11T15:10:00.000Z' },
  });
  expect(outcome(await tip(1_001))).toEqual([409, 'spending.dayLimit']);
  app.clock.advance(DAY_MS);
  fan = await app.join(fan.domainName);
  expect(outcome(await tip(9_001))).toEqual([409, 'spending.dayLimit']);
  expect((await tip(9_000)).status).toBe(200);
  expect(await set(1_000, 20_000)).toMatchObject({
    day: { limit: 1_000, used: 9_000 },
    month: { used: 13_000 },
    next: null,
  });
  expect(outcome(await tip(500))).toEqual([409, 'spending.dayLimit']);
});

test('a limit that was lowered can be undone for ten minutes, never beyond what held before', async () => {
  await set(10_000, null);
  app.clock.advance(600_000);
  expect(await set(60, null)).toMatchObject({
    day: { limit: 60 },
    undo: { day: 10_000, month: null },
  });
  // A second reduction leaves the limits that can be restored as they are.
  app.clock.advance(200_000);
  expect(await set(50, null)).toMatchObject({ day: { limit: 50 }, undo: { day: 10_000 } });
  expect(outcome(await tip(1_000))).toEqual([409, 'spending.dayLimit']);
  expect(await set(20_000, null)).toMatchObject({
    day: { limit: 10_000 },
    next: { day: 20_000 },
    undo: null,
  });
  expect((await tip(1_000)).status).toBe(200);
  expect(await set(60, null)).toMatchObject({
    day: { limit: 60 },
    next: null,
    undo: { day: 10_000 },
  });
  app.clock.advance(600_000);
  fan = await app.join(fan.domainName);
  expect(await set(10_000, null)).toMatchObject({
    day: { limit: 60 },
    next: { day: 10_000 },
    undo: null,
  });
});

test('concurrent payments stay within the spending limit', async () => {
  await set(5_000, null);
  const answers = await Promise.all(Array.from({ length: 20 }, () => tip(1_000)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(
    new Set(answers.filter(({ status }) => status !== 200).map(({ reply }) => reply.code)),
  ).toEqual(new Set(['spending.dayLimit']));
  expect(await wallet()).toBe(95_000);
});

test('a repeated payment is returned again although the limit is reached', async () => {
  await set(1_000, null);
  const first = await tip(1_000, 'same-request');
  expect((await tip(1_000, 'same-request')).reply.data.id).toBe(first.reply.data.id);
  expect(await wallet()).toBe(99_000);
});

test('spending limits apply to posts and subscriptions, and refuse before any change', async () => {
  await set(null, 1_000);
  const post = await publish(app, await app.join('iris'), { price: 2_000 });
  const params = { id: post.id };
  expect(
    outcome(
      await fan.ask('POST /posts/{id}/purchase', {
        params,
        body: { price: 2_000 },
        idempotencyKey: randomUUID(),
      }),
    ),
  ).toEqual([409, 'spending.monthLimit']);
  expect((await fan.call('GET /posts/{id}', { params })).purchased).toBe(false);
  const iris = await app.join('iris');
  await iris.call('POST /tiers/paid', { body: { price: 1_500 } });
  const subscribed = await fan.ask('POST /profiles/{profileId}/renew', {
    params: { profileId: iris.profileId as ProfileId },
    body: { price: 1_500 },
    idempotencyKey: randomUUID(),
  });
  expect(outcome(subscribed)).toEqual([409, 'spending.monthLimit']);
  expect(await wallet()).toBe(100_000);
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});

test('a receipt is visible to the people in the movement, each from their side', async () => {
  const { id } = (await tip(1_000)).reply.data;
  expect(await fan.call('GET /funds/receipts/{id}', { params: { id } })).toMatchObject({
    kind: 'tip',
    amount: -1_000,
    gross: null,
    counterpart: { domainName: 'iris' },
    person: { domainName: fan.domainName },
  });
  expect(
    await (await app.join('iris')).call('GET /funds/receipts/{id}', { params: { id } }),
  ).toMatchObject({
    amount: 800,
    gross: 1_000,
    fee: 200,
    counterpart: { domainName: fan.domainName },
  });
  expect(
    outcome(await (await app.join('malu')).ask('GET /funds/receipts/{id}', { params: { id } })),
  ).toEqual([404, 'receipt.notFound']);
});

test('rules: each limit by itself, no limit is the largest', () => {
  const now = new Date('2026-11-10T15:00:00Z');
  const none = { day: null, month: null };
  expect(
    changeLimits({ day: 500 as never, month: null }, null, { day: null, month: 900 as never }, now),
  ).toEqual({
    held: { day: 500, month: 900 },
    next: { day: null, month: 900, at: new Date('2026-11-11T15:00:00Z') },
    undo: { day: 500, month: null, until: new Date('2026-11-10T15:10:00Z') },
  });
  expect(limitsAt({ day: 500 as never, month: null }, { ...none, at: now }, now)).toEqual(none);
  expect([
    exceededLimit(1, none, { day: 9, month: 9 }),
    exceededLimit(1, { day: 10 as never, month: 9 as never }, { day: 9, month: 9 }),
    exceededLimit(2, { day: 10 as never, month: null }, { day: 9, month: 9 }),
  ]).toEqual([null, 'month', 'day']);
});
