// The list of a producer's subscribers and followers, its file, and the numbers of who left.
import type { Routes } from '@camarim/contract';
import { centavos } from '@camarim/contract/money';
import type { QueryInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, fill, publish, unblock } from '../../../testing/publishing.ts';
import { back, openPlan, stopRenewing, subscribeTo } from '../../../testing/subscribing.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { eraseProfile } from '../../profiles/index.ts';

let app: TestApp;
let ana: ApiClient;
let beto: ApiClient;
let caio: ApiClient;
let creator: ApiClient;

type Query = Partial<QueryInput<Routes['GET /studio/audience']>>;

const ask = (query: Query = {}) => creator.ask('GET /studio/audience', { query });
const names = async (query: Query = {}) =>
  (await ask(query)).reply.data.map(({ profile }) => profile.domainName);
const churn = (days = 30) => creator.call('GET /studio/churn', { query: { days } });
const csv = async (query: Query = {}) =>
  (
    await app.server.inject({
      url: `/api/studio/audience/export?${new URLSearchParams(query as Record<string, string>)}`,
      headers: { cookie: `token=${creator.token}` },
    })
  ).body;

beforeAll(async () => {
  app = await testApp();
  creator = app.producer;
  await openPlan(creator, 2_000);
  [ana, beto, caio] = [await app.join('ana'), await app.join('beto'), await app.join('caio')];
  for (const fan of [ana, beto, caio]) {
    await fill(app, fan, 20_000);
    app.clock.advance(60_000);
    await subscribeTo(fan, creator, 2_000);
  }
  await app.fan.call('POST /profiles/{id}/follow', {
    params: { id: creator.profileId },
    body: { following: true },
  });
  await beto.ask('POST /funds/tips', {
    body: { toProfileId: creator.profileId, value: centavos(1_000) },
    idempotencyKey: 'tip-of-beto',
  });
  const { id } = await publish(app, creator, { price: centavos(700) });
  await ana.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(700) },
    idempotencyKey: 'purchase-of-ana',
  });
  await creator.call('POST /profiles/{profileId}/notes', {
    params: { profileId: beto.profileId },
    body: { raw: 'Gosta de =bastidores' },
  });
});

test('subscribers are listed newest first, with their plan and the note of the producer', async () => {
  const { reply } = await ask();
  expect(reply.data.map(({ profile, note }) => [profile.domainName, note])).toEqual([
    ['caio', null],
    ['beto', 'Gosta de =bastidores'],
    ['ana', null],
  ]);
  expect(reply.data[0]).toMatchObject({
    subscription: { renews: true, monthsPaid: 1, price: 2_000, stopReason: null },
  });
});

test('earnings of each fan are those of the report of earnings, by kind', async () => {
  const report = await creator.call('GET /funds/earnings', { query: {} });
  const { reply } = await ask({ sort: 'earned' });
  expect(reply.data.map(({ profile, earned }) => [profile.domainName, earned.total])).toEqual(
    report.fans.map(({ profile, amount }) => [profile.domainName, amount]),
  );
  const [first] = reply.data;
  expect(first?.profile.domainName).toBe('beto');
  expect(first?.earned.byKind.tip).toBeGreaterThan(0);
  expect(first?.earned.byKind.purchase).toBe(0);
  expect(first?.earned.total).toBe(
    Number(first?.earned.byKind.tip) + Number(first?.earned.byKind.subscription),
  );
});

test.each(['newest', 'earned', 'ending', 'active'] as const)(
  'pages of one row sorted by %s have the rows of one page, once each',
  async (sort) => {
    const whole = await names({ sort });
    const paged: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < 5; page += 1) {
      const { reply } = await ask({ sort, limit: 1, ...(before && { before }) });
      paged.push(...reply.data.map(({ profile }) => profile.domainName));
      if (!reply.cursor) break;
      before = reply.cursor;
    }
    expect(whole).toHaveLength(3);
    expect(paged).toEqual(whole);
  },
);

test('a fan is listed with the day, week or month in which they were last here, and by that order', async () => {
  const seen = (fan: ApiClient, days: number | null) =>
    app.ctx.pool.query('UPDATE profiles SET last_seen_at = $2 WHERE id = $1', [
      fan.profileId,
      days === null ? null : new Date(app.clock.now().getTime() - days * DAY_MS),
    ]);
  await seen(ana, 3);
  await seen(beto, null);
  await seen(caio, 20);
  const { reply } = await ask({ sort: 'active' });
  expect(reply.data.map(({ profile, lastSeen }) => [profile.domainName, lastSeen])).toEqual([
    ['ana', 'week'],
    ['caio', 'month'],
    ['beto', 'earlier'],
  ]);
});

test('followers are a list of their own, and a search narrows every list', async () => {
  expect(await names({ kind: 'followers' })).toEqual(['davi']);
  expect(await names({ search: 'NOME be' })).toEqual(['beto']);
  expect(await names({ kind: 'followers', search: 'beto' })).toEqual([]);
});

test('a stopped renewal moves a fan between the filters, with the reason in the counts only', async () => {
  await ana.call('DELETE /profiles/{id}/subscribe', {
    params: { id: creator.profileId },
    query: { reason: 'price' },
  });
  expect(await names({ renewing: 'true' })).toEqual(['caio', 'beto']);
  expect(await names({ renewing: 'false' })).toEqual(['ana']);
  const { reply } = await ask({ renewing: 'false' });
  expect(reply.data[0]?.subscription?.stopReason).toBe('fan');
  expect(JSON.stringify(reply)).not.toContain('leaveReason');
  expect(await churn()).toMatchObject({ active: 3, renewing: 2, began: 3, ended: 0, churnBps: 0 });
});

test('a block in either direction hides a fan from every list and from the file', async () => {
  for (const [blocker, blocked] of [
    [creator, beto],
    [beto, creator],
  ] as const) {
    await block(app, blocker, blocked);
    for (const sort of ['newest', 'earned', 'ending'] as const)
      expect(await names({ sort })).not.toContain('beto');
    expect(await csv()).not.toContain('beto');
    await unblock(app, blocker, blocked);
  }
  expect(await names()).toContain('beto');
});

test('the file has every row of the list, and formulas in it are text', async () => {
  const lines = (await csv({ sort: 'earned' })).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^name,display_name,since,/);
  expect(lines[1]).toMatch(/^beto,/);
  expect(lines[1]).toContain('Gosta de =bastidores');
  expect(await csv({ kind: 'followers' })).toContain('davi');
});

test('a cursor that was not given by the list is refused', async () => {
  expect((await ask({ before: 'x' })).reply.fields).toHaveProperty('before');
});

test('only producers have these lists', async () => {
  expect((await ana.ask('GET /studio/audience', { query: {} })).status).toBe(403);
});

test('a fan is a former subscriber after the paid time, and the churn counts the reason', async () => {
  await stopRenewing(caio, creator);
  app.clock.advance(40 * DAY_MS);
  creator = await back(app, creator);
  expect((await names({ kind: 'former' })).sort()).toEqual(['ana', 'beto', 'caio']);
  const numbers = await churn();
  expect(numbers).toMatchObject({ active: 0, began: 0, ended: 3, churnBps: 10_000 });
  expect(numbers.reasons).toEqual(
    expect.arrayContaining([
      { reason: 'price', count: 1 },
      { reason: 'fan', count: 1 },
    ]),
  );
});

test('a new subscription forgets the reason of the last end', async () => {
  ana = await back(app, ana);
  await subscribeTo(ana, creator, 2_000);
  const { rows } = await app.ctx.pool.query(
    'SELECT leave_reason, stop_reason FROM subscriptions WHERE fan_id = $1',
    [ana.profileId],
  );
  expect(rows).toEqual([{ leave_reason: null, stop_reason: null }]);
});

test('a removed account is in no list and no file', async () => {
  await transaction(app.ctx.db, (tx) => eraseProfile(app.ctx, tx, beto.profileId));
  expect(await names({ kind: 'former' })).not.toContain('beto');
  const text = `${await csv({ kind: 'former' })}${JSON.stringify(await ask({ kind: 'former' }))}`;
  expect(text).not.toContain('removed-');
  expect(text).not.toContain('beto');
});
