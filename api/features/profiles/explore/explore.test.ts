// Explore through the whole application: what cards show, orders and pages, filters, tags.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { NOWHERE } from '../../../platform/http/place.ts';
import type { Routes } from '@camarim/contract';
import { PRODUCER_SORTS, type ProducerSort } from '@camarim/contract/limits';
import type { QueryInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, joinProducer, publish, unblock } from '../../../testing/publishing.ts';
import { back } from '../../../testing/subscribing.ts';
import { selectProducers, type ExploreFilter } from './explore-store.ts';
import {
  countStaleListings,
  recountAllListings,
  recountMovedListings,
} from '../../listings/index.ts';

const NO_FILTER: ExploreFilter = {
  requester: { profileId: null, place: NOWHERE },
  search: null,
  followedOnly: false,
  viewedOnly: false,
  gender: null,
  freeOnly: false,
  promotedOnly: false,
  seenAfter: null,
  tag: null,
};
type Query = QueryInput<Routes['GET /publics/profiles/online']>;

let app: TestApp;
let ana: ApiClient;
let beto: ApiClient;
let caio: ApiClient;

const explore = (query: Query = {}, reader: ApiClient = app.visitor) =>
  reader.call('GET /publics/profiles/online', { query });
const names = async (query: Query = {}, reader?: ApiClient): Promise<string[]> =>
  (await explore(query, reader)).map(({ domainName }) => domainName);
const card = async (name: string, reader?: ApiClient) =>
  (await explore({}, reader)).find(({ domainName }) => domainName === name);
const follow = (fan: ApiClient, { profileId }: ApiClient) =>
  fan.call('POST /profiles/{id}/follow', {
    params: { id: profileId },
    body: { following: true },
  });

/** Iris is free, Ana costs 30 and has a promotion, Beto costs 20, Caio ended his plan. */
beforeAll(async () => {
  app = await testApp();
  ana = await joinProducer(app, 'ana');
  beto = await joinProducer(app, 'beto');
  caio = await joinProducer(app, 'caio');
  await ana.call('POST /tiers/paid', { body: { price: 3_000 } });
  await ana.call('POST /tiers/promotions', {
    body: { discount: 50, startWhen: null, activeDays: 3, maxUsers: 5, codes: [] },
  });
  await beto.call('POST /tiers/paid', { body: { price: 2_000 } });
  await beto.call('POST /tiers/promotions', {
    body: { discount: 50, startWhen: null, activeDays: 3, maxUsers: 5, codes: ['SEGREDO'] },
  });
  await caio.call('POST /tiers/paid', { body: { price: 1_000 } });
  const { tier } = await caio.call('GET /tiers');
  await caio.call('DELETE /tiers/{id}', { params: { id: tier?.id as never } });
  await publish(app, beto, { pictures: 2, text: 'na #Praia com #sol' });
  await publish(app, beto, { pictures: 0, text: 'de novo #praia' });
  await publish(app, beto, { pictures: 0, text: 'só meu #oculto', public: false });
  await publish(app, beto, { pictures: 0, text: 'vendido #pago', price: 500 });
  await publish(app, ana, { pictures: 0, text: 'um dia de #sol' });
  await follow(app.fan, ana);
  await follow(app.stranger, ana);
  await follow(app.fan, caio);
  await countStaleListings(app.ctx);
  await recountAllListings(app.ctx);
});

test('a card shows the price, the first month of an open promotion, counts and public tags', async () => {
  expect(await card('ana')).toMatchObject({
    free: false,
    plan: { price: 3_000, promotion: { price: 1_500, discount: 50 } },
    totalPosts: 1,
    totalFollowers: 2,
    tags: ['sol'],
  });
  expect(await card('beto')).toMatchObject({
    plan: { price: 2_000, promotion: null },
    totalPosts: 4,
    totalPictures: 2,
    totalVideos: 0,
    tags: ['praia', 'sol'],
  });
  expect(await card('caio')).toMatchObject({ free: false, plan: null });
  expect(await card('iris')).toMatchObject({ free: true, plan: null });
});

test.each([
  ['popular', ['ana', 'caio']],
  ['new', ['caio', 'beto', 'ana', 'iris']],
  ['price', ['iris', 'beto', 'ana', 'caio']],
  ['active', ['beto', 'ana']],
] as const)('the order %s begins with %j', async (sort, first) =>
  expect((await names({ sort })).slice(0, first.length)).toEqual(first),
);

test.each(PRODUCER_SORTS)(
  'pages in the order %s are the whole list without gaps or repetitions',
  async (sort: ProducerSort) => {
    const whole = await names({ sort });
    const pages: string[] = [];
    let before: string | undefined;
    do {
      const { reply } = await app.visitor.ask('GET /publics/profiles/online', {
        query: { sort, limit: 1, ...(before && { before }) },
      });
      pages.push(...reply.data.map(({ domainName }) => domainName));
      before = reply.cursor ?? undefined;
    } while (before);
    expect(pages).toEqual(whole);
    expect(whole).toHaveLength(4);
  },
);

test('an invalid cursor is refused', async () =>
  expect(
    (await app.visitor.ask('GET /publics/profiles/online', { query: { before: 'x' } })).status,
  ).toBe(400));

test.each([
  [{ free: 'true' }, ['iris']],
  [{ promotion: 'true' }, ['ana']],
  [{ tag: 'SOL' }, ['ana', 'beto']],
  [{ tag: '#praia' }, ['beto']],
  [{ tag: 'oculto' }, []],
  [{ tag: 'pago' }, []],
  [{ tag: 'sol', promotion: 'true' }, ['ana']],
] as const)('the filter %j finds %j', async (query, found) =>
  expect((await names(query as Query)).toSorted()).toEqual(found),
);

test('only people who were seen in the last minutes are online', async () => {
  app.clock.advance(600_000);
  await beto.call('GET /auth');
  const online = await explore({ online: 'true', sort: 'popular' });
  expect(online.map(({ domainName, online: isOnline }) => [domainName, isOnline])).toEqual([
    ['beto', true],
  ]);
});

test('a hidden profile is in no order and leaves no gap in a page', async () => {
  await block(app, ana, app.fan);
  for (const sort of PRODUCER_SORTS) {
    const found = await names({ sort, limit: 3 }, app.fan);
    expect([sort, found.includes('ana'), found.length]).toEqual([sort, false, 3]);
  }
  expect(await names({ tag: 'sol' }, app.fan)).toEqual(['beto']);
  await unblock(app, ana, app.fan);
});

test('a deleted post counts no more, and neither do its tags', async () => {
  const { id } = await publish(app, ana, { pictures: 0, text: 'só #inverno' });
  await countStaleListings(app.ctx);
  expect(await names({ tag: 'inverno' })).toEqual(['ana']);
  await ana.call('DELETE /posts/{id}', { params: { id } });
  await countStaleListings(app.ctx);
  expect(await names({ tag: 'inverno' })).toEqual([]);
});

test('a free trial is shown before a discount to people who never subscribed', async () => {
  await beto.call('POST /tiers/promotions', {
    body: { trialDays: 7, startWhen: null, activeDays: 2, maxUsers: 5, codes: [] },
  });
  expect((await card('beto'))?.plan).toMatchObject({
    promotion: { trialDays: 7, discount: null, price: 0 },
  });
  await app.ctx.pool.query(
    `INSERT INTO access (id, kind, profile_id, producer_id, starts_at, expires_at)
      VALUES (gen_random_uuid(), 'subscription', $1, $2, now(), now())`,
    [app.fan.profileId, beto.profileId],
  );
  expect((await card('beto', app.fan))?.plan).toMatchObject({ promotion: null });
  expect(await names({ promotion: 'true' }, app.fan)).toEqual(['ana']);
});

test('a promotion that is over is neither shown nor found', async () => {
  app.clock.advance(4 * DAY_MS);
  expect(await names({ promotion: 'true' })).toEqual([]);
  expect((await card('ana'))?.plan).toEqual({ price: 3_000, promotion: null });
});

test('a suspended producer is in no list', async () => {
  await app.ctx.pool.query(
    "UPDATE profiles SET producer_stage = 'suspended' WHERE domain_name = 'caio'",
  );
  for (const sort of PRODUCER_SORTS) expect(await names({ sort })).not.toContain('caio');
});

test('posts of more than 30 days ago are not recent', async () => {
  const recent = async () =>
    (
      await app.ctx.pool.query(
        'SELECT DISTINCT recent_posts FROM profile_listings ORDER BY recent_posts DESC',
      )
    ).rows.map((row) => row.recent_posts);
  expect(await recent()).toEqual([4, 1, 0]);
  app.clock.advance(31 * DAY_MS);
  await recountMovedListings(app.ctx);
  expect(await recent()).toEqual([0]);
});

describe('popularity', () => {
  const popularityOf = async (name: string) =>
    (
      await app.ctx.pool.query(
        'SELECT l.popularity::int, l.counters_moved AS moved FROM profile_listings l JOIN profiles p ON p.id = l.profile_id WHERE p.domain_name = $1',
        [name],
      )
    ).rows[0] as { popularity: number; moved: boolean };

  test('a follow, a like of a profile and one of a post are counted at the next turn, and nothing else is', async () => {
    await recountMovedListings(app.ctx);
    const person = await app.join('curtidora');
    const before = await popularityOf('ana');
    const id = ana.profileId;
    const { id: post } = await publish(app, await back(app, ana), { pictures: 0, text: 'curtam' });
    await countStaleListings(app.ctx);
    const steps = [
      () =>
        person.call('POST /profiles/{id}/follow', { params: { id }, body: { following: true } }),
      () => person.call('POST /profiles/{id}/like-profile', { params: { id } }),
      () => person.call('POST /posts/{id}/like', { params: { id: post }, body: { liked: true } }),
    ];
    for (const [index, step] of steps.entries()) {
      await step();
      expect((await popularityOf('ana')).moved).toBe(true);
      await recountMovedListings(app.ctx);
      expect(await popularityOf('ana')).toEqual({
        popularity: before.popularity + index + 1,
        moved: false,
      });
    }
    // A counter that nothing tells of waits for the nightly pass.
    await app.ctx.pool.query(
      "UPDATE profiles SET total_followers = total_followers + 5 WHERE domain_name = 'ana'",
    );
    await recountMovedListings(app.ctx);
    expect((await popularityOf('ana')).popularity).toBe(before.popularity + 3);
    await recountAllListings(app.ctx);
    expect((await popularityOf('ana')).popularity).toBe(before.popularity + 8);
  });
});

test.each(PRODUCER_SORTS)('a page in the order %s is read from an index', async (sort) => {
  const page = selectProducers(NO_FILTER, {
    sort,
    before: { key: 1, id: randomUUID() as never },
    limit: 24,
    offset: 0,
    now: app.clock.now(),
  });
  const plan = await app.ctx.db.connection().execute(async (db) => {
    // With so few rows a sort is cheaper; the test is whether the index can be used.
    await sql`SET enable_seqscan = off`.execute(db);
    await sql`SET enable_sort = off`.execute(db);
    await sql`SET enable_bitmapscan = off`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${page}`.execute(db);
    await sql`RESET ALL`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).not.toMatch(/Sort/);
  expect(plan).toContain(
    `using ${sort === 'seen' ? 'profiles_producers_seen' : `profile_listings_${sort}`}`,
  );
});
