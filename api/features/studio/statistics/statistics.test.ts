// Views are counted once per viewer and day, and the statistics and first steps of a producer
// follow from what is there.
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { fill, publish } from '../../../testing/publishing.ts';
import { back, openPlan } from '../../../testing/subscribing.ts';
import {
  countView,
  deleteViewsOf,
  flushViews,
  forgetViewers,
  WATCHERS_PER_ADDRESS,
} from '../../views/index.ts';

let app: TestApp;
let creator: ApiClient;
let postId: string;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

const open = (person: ApiClient, userAgent = BROWSER) =>
  person.ask('GET /publics/profiles/{domainname}', {
    params: { domainname: 'iris' },
    headers: { 'user-agent': userAgent },
  });
const see = (person: ApiClient) =>
  person.ask('POST /studio/views', {
    body: { postIds: [postId] },
    headers: { 'user-agent': BROWSER },
  });
const statistics = async () => {
  await flushViews(app.ctx);
  return creator.call('GET /studio/statistics', { query: {} });
};
const profileViews = async () => (await statistics()).totals.profileViews;

beforeAll(async () => {
  app = await testApp({
    pages: 'built',
    settings: { TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'x-country' },
  });
  creator = app.producer;
  ({ id: postId } = await publish(app, creator, { price: centavos(700), text: 'Bastidores' }));
});

test('a viewer is counted once a day, whatever their number of visits', async () => {
  for (const person of [app.fan, app.fan, app.stranger, app.fan]) await open(person);
  expect(await profileViews()).toBe(2);
  await open(app.fan);
  expect(await profileViews()).toBe(2);
});

test('visitors are distinguished by address and browser, and count once each', async () => {
  const before = await profileViews();
  await open(app.visitor, `${BROWSER} a`);
  await open(app.visitor, `${BROWSER} a`);
  await open(app.visitor, `${BROWSER} b`);
  expect(await profileViews()).toBe(before + 2);
});

test('own visits, programs and pages that do not exist are never counted', async () => {
  const before = await profileViews();
  await open(creator);
  await open(app.visitor, 'Mozilla/5.0 (compatible; Googlebot/2.1)');
  await see(creator);
  countView(app.ctx, { domainName: 'unknown' }, { profileId: null, address: 'x', userAgent: 'y' });
  const { totals } = await statistics();
  expect([totals.profileViews, totals.postViews]).toEqual([before, 0]);
});

test('visitors who share one rendering of a page are all counted', async () => {
  const before = await profileViews();
  for (const name of ['one', 'two', 'two'])
    await app.server.inject({ url: '/iris', headers: { 'user-agent': `${BROWSER} ${name}` } });
  expect(await profileViews()).toBe(before + 2);
});

test('posts, likes, unlocks, followers and earnings are counted by day and by post', async () => {
  const id = postId;
  await fill(app, app.fan, 5_000);
  await see(app.fan);
  await see(app.fan);
  await see(app.stranger);
  await app.fan.call('POST /posts/{id}/like', { params: { id }, body: {} });
  await creator.call('POST /posts/{id}/like', { params: { id }, body: {} });
  await app.fan.call('POST /profiles/{id}/follow', {
    params: { id: creator.profileId },
    body: { following: true },
  });
  await app.fan.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(700) },
    idempotencyKey: 'statistics-purchase',
  });
  const { totals, posts, days } = await statistics();
  expect(totals).toMatchObject({ postViews: 2, likes: 1, unlocks: 1, followers: 1 });
  expect(totals.earned).toBeGreaterThan(0);
  expect(posts).toEqual([
    expect.objectContaining({
      id: postId,
      text: 'Bastidores',
      views: 2,
      likes: 1,
      unlocks: 1,
      earned: totals.earned,
    }),
  ]);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ postViews: 2, unlocks: 1 });
});

test('watch time of a post counts no more than the length of its videos and the time that has passed', async () => {
  const { id } = await publish(app, creator, { text: 'Vídeo' });
  await app.ctx.pool.query(
    "UPDATE media SET kind = 'video', duration_ms = 90000 WHERE id IN (SELECT media_id FROM post_media WHERE post_id = $1)",
    [id],
  );
  const watch = (person: ApiClient, seconds: number, userAgent = BROWSER) =>
    person.ask('POST /studio/views', {
      body: { watched: [{ postId: id, seconds }] },
      headers: { 'user-agent': userAgent },
    });
  const watched = async () =>
    (await statistics()).posts.find((post) => post.id === id)?.watchedSeconds;
  await watch(app.fan, 30);
  await watch(creator, 100);
  await watch(app.visitor, 100, 'Mozilla/5.0 (compatible; Googlebot/2.1)');
  expect(await watched()).toBe(30);
  // A minute of grace and no time has passed: 30 seconds are left to claim.
  await watch(app.fan, 100);
  expect(await watched()).toBe(60);
  app.clock.advance(20_000);
  await watch(app.fan, 100);
  expect(await watched()).toBe(80);
  app.clock.advance(600_000);
  await watch(app.fan, 100);
  expect(await watched()).toBe(90);
  await watch(app.stranger, 12);
  expect(await watched()).toBe(102);
  // One post under two spellings of its id: no error that would lose what others played.
  app.clock.advance(60_000);
  await app.stranger.ask('POST /studio/views', {
    body: {
      watched: [id, id.toUpperCase()].map((postId) => ({ postId: postId, seconds: 4 })),
    },
    headers: { 'user-agent': BROWSER },
  });
  expect(await watched()).toBe(110);
});

describe('watch time is credited', () => {
  const VIDEO_SECONDS = 600;
  const video = async (terms: object): Promise<string> => {
    const { id } = await publish(app, creator, { text: 'Vídeo', ...terms });
    await app.ctx.pool.query(
      "UPDATE media SET kind = 'video', duration_ms = $2 WHERE id IN (SELECT media_id FROM post_media WHERE post_id = $1)",
      [id, VIDEO_SECONDS * 1_000],
    );
    return id;
  };
  const watch = (person: ApiClient, id: string, seconds: number, headers = {}) =>
    person.ask('POST /studio/views', {
      body: { watched: [{ postId: id, seconds }] },
      headers: { 'user-agent': BROWSER, ...headers },
    });
  const watched = async (id: string) =>
    (await statistics()).posts.find((post) => post.id === id)?.watchedSeconds ?? 0;

  test('watch time is credited only to viewers who have access to the post', async () => {
    const [priced, members] = [await video({ price: 500 }), await video({ public: false })];
    const [buyer, other] = [await app.join('comprador'), await app.join('curioso')];
    for (const id of [priced, members])
      for (const person of [other, buyer, app.visitor]) await watch(person, id, 10);
    expect([await watched(priced), await watched(members)]).toEqual([0, 0]);
    await fill(app, buyer, 5_000);
    await buyer.call('POST /posts/{id}/purchase', {
      params: { id: priced },
      body: { price: centavos(500) },
      idempotencyKey: 'watch-purchase',
    });
    await watch(buyer, priced, 10);
    expect(await watched(priced)).toBe(10);
    expect((await watch(buyer, newId(), 10)).status).toBe(200);
  });

  test('watch time is credited only to viewers who have proved the age that their place asks for', async () => {
    const id = await video({});
    const headers = { 'x-country': 'GB', 'x-forwarded-for': '203.0.113.20' };
    await watch(app.visitor, id, 10, headers);
    expect(await watched(id)).toBe(0);
  });

  test('watch time of one address counts as that of one viewer, whatever browser the visitors name', async () => {
    const id = await video({});
    for (const name of ['a', 'b', 'c'])
      await watch(app.visitor, id, 60, {
        'user-agent': `${BROWSER} ${name}`,
        'x-forwarded-for': '203.0.113.21',
      });
    expect(await watched(id)).toBe(60);
    await watch(app.visitor, id, 60, { 'x-forwarded-for': '203.0.113.22' });
    expect(await watched(id)).toBe(120);
  });

  test('watch time of the accounts of one address counts for no more viewers than a household has', async () => {
    const id = await video({});
    const people = await Promise.all(
      Array.from({ length: WATCHERS_PER_ADDRESS + 2 }, (_, index) => app.join(`plateia${index}`)),
    );
    for (const person of people) await watch(person, id, 60, { 'x-forwarded-for': '203.0.113.23' });
    expect(await watched(id)).toBe(60 * WATCHERS_PER_ADDRESS);
  });
});

test('hours of the week have the views and the sales that happened in them', async () => {
  const { hours, totals } = await statistics();
  const sum = (kind: 'views' | 'sales') => hours.reduce((total, hour) => total + hour[kind], 0);
  expect([sum('views'), sum('sales')]).toEqual([
    totals.profileViews + totals.postViews,
    totals.unlocks,
  ]);
});

test('nothing of a day’s viewers is kept after it, and its counts stay', async () => {
  const kept = async () =>
    (
      await app.ctx.pool.query(
        'SELECT (SELECT count(*)::int FROM view_marks) AS marks, (SELECT count(*)::int FROM view_salts) AS salts, (SELECT count(*)::int FROM watch_marks) + (SELECT count(*)::int FROM watch_viewers) AS watchers',
      )
    ).rows[0];
  await forgetViewers(app.ctx);
  expect((await kept()).marks).toBeGreaterThan(0);
  const counted = await profileViews();
  app.clock.advance(DAY_MS);
  await forgetViewers(app.ctx);
  expect(await kept()).toEqual({ marks: 0, salts: 0, watchers: 0 });
  creator = await back(app, creator);
  expect(await profileViews()).toBe(counted);
  await open(await back(app, app.fan));
  expect(await profileViews()).toBe(counted + 1);
});

test('a period is compared with as many days before it', async () => {
  const all = await statistics();
  app.clock.advance(30 * DAY_MS);
  creator = await back(app, creator);
  const later = await statistics();
  expect(later.totals.profileViews).toBe(0);
  expect(later.before.profileViews).toBe(all.totals.profileViews);
});

test('first steps are done by what is there, and their list can be put away', async () => {
  const steps = () => creator.call('GET /studio/first-steps');
  expect(await steps()).toEqual({
    picture: false,
    plan: false,
    payoutAccount: false,
    firstPost: true,
    shared: true,
    dismissed: false,
    undeclared: 0,
  });
  await openPlan(creator, 2_000);
  for (const dismissed of [true, true, false, true])
    await creator.call('PUT /studio/first-steps', { body: { dismissed } });
  expect(await steps()).toMatchObject({ plan: true, dismissed: true });
});

test('counts of a removed account are deleted', async () => {
  await deleteViewsOf(app.ctx.db, creator.profileId);
  const { rows } = await app.ctx.pool.query(
    'SELECT (SELECT count(*)::int FROM view_days) + (SELECT count(*)::int FROM view_hours) + (SELECT count(*)::int FROM watch_days) AS count',
  );
  expect(rows).toEqual([{ count: 0 }]);
});
