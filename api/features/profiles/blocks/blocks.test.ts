// Routes of blocks of profiles and places: effects and refusals.
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { approveProducer } from '../index.ts';

let app: TestApp;
let lia: ApiClient;
beforeAll(async () => {
  app = await testApp({
    settings: { TRUST_PROXY: 'loopback', GEO_STATE_HEADER: 'X-State', GEO_CITY_HEADER: 'X-City' },
  });
  lia = await app.join('lia');
  await approveProducer(app.ctx, 'lia');
});

const id = (person: ApiClient) => ({ id: person.profileId });
const block = (who: ApiClient, whom: ApiClient) =>
  who.ask('POST /profiles/{id}/block', { params: id(whom) });
const unblock = (who: ApiClient, whom: ApiClient) =>
  who.ask('POST /profiles/{id}/unblock', { params: id(whom) });
const follow = (who: ApiClient, whom: ApiClient) =>
  who.call('POST /profiles/{id}/follow', { params: id(whom), body: { following: true } });
const like = (who: ApiClient, whom: ApiClient) =>
  who.ask('POST /profiles/{id}/like-profile', { params: id(whom) });
const unlike = (who: ApiClient, whom: ApiClient) =>
  who.ask('DELETE /profiles/{id}/like-profile', { params: id(whom) });
const blockeds = async (who: ApiClient, query = {}) =>
  (await who.call('GET /profiles/blockeds', { query })).map(({ domainName }) => domainName);
const counters = async () =>
  (
    await app.ctx.pool
      .query(`SELECT p.domain_name AS name, total_followers, total_following, total_profile_likes,
      (SELECT count(*)::integer FROM follows WHERE followee_id = p.id) AS followers,
        (SELECT count(*)::integer FROM follows WHERE follower_id = p.id) AS following,
      (SELECT count(*)::integer FROM profile_likes WHERE profile_id = p.id) AS likes
        FROM profiles p`)
  ).rows;

describe('blocking a profile', () => {
  test('blocking a profile ends follows and likes in both directions, and unblocking restores neither', async () => {
    await Promise.all([
      follow(app.fan, app.producer),
      follow(app.producer, lia),
      follow(lia, app.producer),
    ]);
    await Promise.all([
      like(app.fan, app.producer),
      like(lia, app.producer),
      like(app.producer, lia),
    ]);
    expect((await block(app.producer, lia)).reply.data).toEqual({ blocked: true });
    expect((await app.ctx.pool.query('SELECT follower_id FROM follows')).rows).toEqual([
      { follower_id: app.fan.profileId },
    ]);
    expect((await app.ctx.pool.query('SELECT liker_id FROM profile_likes')).rows).toEqual([
      { liker_id: app.fan.profileId },
    ]);
    expect((await unblock(app.producer, lia)).reply.data).toEqual({ blocked: false });
    expect(
      (await app.ctx.pool.query('SELECT count(*)::integer AS count FROM follows')).rows,
    ).toEqual([{ count: 1 }]);
    for (const row of await counters())
      expect([row.name, row.total_followers, row.total_following, row.total_profile_likes]).toEqual(
        [row.name, row.followers, row.following, row.likes],
      );
  });

  test('blocking a profile succeeds for two profiles that block each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([follow(lia, app.producer), follow(app.producer, lia)]);
      const replies = await Promise.all([
        block(lia, app.producer),
        block(app.producer, lia),
        block(lia, app.producer),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      await Promise.all([unblock(lia, app.producer), unblock(app.producer, lia)]);
    }
    for (const row of await counters())
      expect([row.name, row.total_followers, row.total_following]).toEqual([
        row.name,
        row.followers,
        row.following,
      ]);
  });

  test('blocked profiles are listed once each, newest first, and searched without accents', async () => {
    await app.fan.call('PUT /profiles', { body: { exibitionName: 'Dávi Cobalto' } });
    for (const whom of [app.fan, app.stranger, app.fan]) {
      app.clock.advance(1_000);
      await block(app.producer, whom);
    }
    expect(await blockeds(app.producer)).toEqual(['malu', 'davi']);
    expect(await blockeds(app.producer, { search: 'davi co' })).toEqual(['davi']);
    expect(await blockeds(app.producer, { limit: 1, offset: 1 })).toEqual(['davi']);
    expect(await blockeds(app.fan)).toEqual([]);
    await Promise.all([
      unblock(app.producer, app.fan),
      unblock(app.producer, app.stranger),
      unblock(app.producer, app.fan),
    ]);
    expect(await blockeds(app.producer)).toEqual([]);
  });

  test('blocking a profile is refused for the own profile and for an unknown one', async () => {
    expect((await block(app.fan, app.fan)).reply.code).toBe('profile.notSelf');
    expect(
      (
        await block(app.fan, {
          ...lia,
          profileId: '00000000-0000-7000-8000-000000000000' as ProfileId,
        })
      ).reply.code,
    ).toBe('profile.notFound');
  });

  test("a blocked profile is named in the reply to the blocker, and can't see the block", async () => {
    await block(app.fan, lia);
    const open = (who: ApiClient, domainname: string) =>
      who.ask('GET /publics/profiles/{domainname}', {
        params: { domainname },
        headers: { lang: 'en' },
      });
    expect(await open(app.fan, 'lia')).toMatchObject({
      status: 403,
      reply: { code: 'profile.blocked', message: 'The profile is blocked.' },
    });
    await unblock(app.fan, lia);
    await block(lia, app.fan);
    expect(await open(app.fan, 'lia')).toMatchObject({
      status: 404,
      reply: { code: 'profile.notFound' },
    });
    expect((await like(app.fan, lia)).reply.code).toBe('profile.notFound');
    await unblock(lia, app.fan);
  });
});

describe('liking a profile', () => {
  test('liking a profile counts once when repeated, and can be undone', async () => {
    await unlike(app.fan, lia);
    expect(
      (await Promise.all([like(app.fan, lia), like(app.stranger, lia), like(app.fan, lia)])).map(
        ({ status }) => status,
      ),
    ).toEqual([200, 200, 200]);
    const seen = async (who: ApiClient) =>
      who.call('GET /publics/profiles/{domainname}', { params: { domainname: 'lia' } });
    expect(await seen(app.fan)).toMatchObject({ profileLiked: true, totalProfileLikes: 2 });
    expect(await seen(app.visitor)).toMatchObject({ profileLiked: false, totalProfileLikes: 2 });
    expect((await unlike(app.fan, lia)).reply.data).toEqual({
      profileLiked: false,
      totalProfileLikes: 1,
    });
    expect((await unlike(app.fan, lia)).reply.data).toEqual({
      profileLiked: false,
      totalProfileLikes: 1,
    });
  });

  test('liking a profile is refused for the own profile and for one without a page', async () => {
    expect([(await like(lia, lia)).reply.code, (await like(lia, app.fan)).reply.code]).toEqual([
      'profile.notSelf',
      'profile.notFound',
    ]);
  });
});

describe('blocking a place', () => {
  const add = (body: { state: string; city?: string }, lang = 'pt') =>
    app.producer.ask('POST /profiles/geolocation-block', { body, headers: { lang } });
  const places = async (who = app.producer) =>
    (await who.call('GET /profiles/geolocation-block')).map(({ stateCode, city }) => [
      stateCode,
      city,
    ]);
  const seenFrom = async (state: string, city?: string, who: ApiClient = app.visitor) =>
    (
      await who.ask('GET /publics/profiles/{domainname}', {
        params: { domainname: 'iris' },
        headers: { 'x-state': state, ...(city && { 'x-city': city }) },
      })
    ).status;

  test('blocking a place accepts a state by code or name and a city without regard to accents and case', async () => {
    expect(
      (await add({ state: 'são paulo', city: 'SAO JOSE DOS CAMPOS' })).reply.data,
    ).toMatchObject({
      state: 'São Paulo',
      stateCode: 'SP',
      city: 'São José dos Campos',
      absorbed: 0,
    });
    expect((await add({ state: 'rj' })).reply.data).toMatchObject({
      state: 'Rio de Janeiro',
      stateCode: 'RJ',
      city: null,
    });
    expect(await places()).toEqual([
      ['RJ', null],
      ['SP', 'São José dos Campos'],
    ]);
  });

  test('blocking a place hides the profile in that city or state only', async () => {
    expect(
      await Promise.all([
        seenFrom('SP', 'sao jose dos campos'),
        seenFrom('SP', 'SÃO JOSÉ DOS CAMPOS'),
        seenFrom('SP', 'Campinas'),
        seenFrom('SP'),
        seenFrom('RJ', 'Niterói'),
        seenFrom('RJ'),
        seenFrom('MG'),
      ]),
    ).toEqual([404, 404, 200, 200, 404, 404, 200]);
    expect(
      (
        await app.producer.ask('GET /publics/profiles/{domainname}', {
          params: { domainname: 'iris' },
          headers: { 'x-state': 'RJ' },
        })
      ).status,
    ).toBe(200);
  });

  test('a place block answers "Perfil não localizado." in the reader’s language', async () => {
    const refusalIn = async (lang: string) =>
      (
        await app.visitor.ask('GET /publics/profiles/{domainname}', {
          params: { domainname: 'iris' },
          headers: { 'x-state': 'RJ', lang },
        })
      ).reply;
    expect(await refusalIn('pt')).toMatchObject({
      code: 'profile.notLocated',
      message: 'Perfil não localizado.',
    });
    expect([(await refusalIn('en')).message, (await refusalIn('es')).message]).toEqual([
      'Profile not located.',
      'Perfil no localizado.',
    ]);
  });

  test('a place block uses the address of a member rather than the place that the proxy reports', async () => {
    await app.stranger.call('PUT /profiles', {
      body: {
        street: 'Rua A',
        county: 'Centro',
        city: 'Niterói',
        stateCode: 'RJ',
        zip: '24020-005',
      },
    });
    app.clock.advance(6_000);
    expect([
      await seenFrom('MG', undefined, app.stranger),
      await seenFrom('MG', undefined, app.fan),
    ]).toEqual([404, 200]);
    await app.stranger.call('PUT /profiles', {
      body: { street: '', number: '', county: '', city: '', stateCode: '', zip: '' },
    });
    app.clock.advance(6_000);
    expect([
      await seenFrom('MG', undefined, app.stranger),
      await seenFrom('RJ', undefined, app.stranger),
    ]).toEqual([200, 404]);
  });

  test('blocking a place is refused when the place or its state is blocked already', async () => {
    expect((await add({ state: 'RJ' })).reply).toMatchObject({
      code: 'geoBlock.exists',
      message: 'Este lugar já está bloqueado.',
    });
    expect((await add({ state: 'SP', city: 'são josé dos campos' })).reply.code).toBe(
      'geoBlock.exists',
    );
    expect((await add({ state: 'RJ', city: 'Niterói' })).reply).toMatchObject({
      code: 'geoBlock.covered',
      message: 'O estado inteiro já está bloqueado, e esta cidade com ele.',
    });
  });

  test('blocking a place replaces blocks of cities by that of their state', async () => {
    await add({ state: 'SP', city: 'Campinas' });
    expect((await add({ state: 'SP' })).reply.data).toMatchObject({ city: null, absorbed: 2 });
    expect(await places()).toEqual([
      ['RJ', null],
      ['SP', null],
    ]);
  });

  test.each([
    [{ state: 'XX' }, 'state'],
    [{ state: 'SP', city: 'Niterói' }, 'city'],
    [{ state: '' }, 'state'],
  ])('blocking a place is refused for %o, naming the field %s', async (body, field) => {
    const { status, reply } = await add(body);
    expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, [field]]);
  });

  test('blocking a place creates one block for concurrent requests with the same place', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => add({ state: 'BA', city: 'Salvador' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('blocking a place can be undone by its owner only, and once', async () => {
    const [rio] = await app.producer.call('GET /profiles/geolocation-block');
    const remove = (who: ApiClient) =>
      who.ask('DELETE /profiles/geolocation-block/{id}', { params: { id: rio?.id as never } });
    app.clock.advance(6_000);
    expect((await remove(lia)).reply.code).toBe('geoBlock.notFound');
    expect(await places(lia)).toEqual([]);
    expect([(await remove(app.producer)).status, (await remove(app.producer)).reply.code]).toEqual([
      200,
      'geoBlock.notFound',
    ]);
  });
});
