// Blocks of whole countries, and profiles that are shown in some countries only.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    settings: {
      TRUST_PROXY: 'loopback',
      GEO_COUNTRY_HEADER: 'X-Country',
      GEO_STATE_HEADER: 'X-State',
      GEO_CITY_HEADER: 'X-City',
    },
  });
});

type Body = { country?: string; state?: string | null; city?: string };
const add = (body: Body) => app.producer.ask('POST /profiles/geolocation-block', { body });
const showOnlyIn = (...countries: string[]) =>
  app.producer.ask('PUT /profiles/geolocation-countries', { body: { countries } });
const places = async () =>
  (await app.producer.call('GET /profiles/geolocation-block')).map(
    ({ countryCode, stateCode, city }) => [countryCode, stateCode, city],
  );
const unblockAll = async () => {
  for (const { id } of await app.producer.call('GET /profiles/geolocation-block'))
    await app.producer.call('DELETE /profiles/geolocation-block/{id}', { params: { id } });
};
const seenFrom = async (country: string | null, state?: string, who: ApiClient = app.visitor) =>
  (
    await who.ask('GET /publics/profiles/{domainname}', {
      params: { domainname: 'iris' },
      headers: { ...(country && { 'x-country': country }), ...(state && { 'x-state': state }) },
    })
  ).status;

describe('blocking a country', () => {
  test('blocking a country hides the profile there only, whatever the state', async () => {
    expect((await add({ country: 'pt' })).reply.data).toMatchObject({
      countryCode: 'PT',
      state: null,
      stateCode: null,
      city: null,
      absorbed: 0,
    });
    expect(
      await Promise.all([
        seenFrom('PT'),
        seenFrom('PT', 'RJ'),
        seenFrom('ES'),
        seenFrom('BR', 'RJ'),
        seenFrom('XX'),
        seenFrom(null),
      ]),
    ).toEqual([404, 404, 200, 200, 200, 200]);
  });

  test('blocking all of Brazil replaces the blocks of its states and cities, and keeps other countries', async () => {
    await add({ state: 'RJ' });
    await add({ country: 'BR', state: 'SP', city: 'Campinas' });
    expect((await add({ country: 'BR' })).reply.data).toMatchObject({ absorbed: 2 });
    expect(await places()).toEqual([
      ['BR', null, null],
      ['PT', null, null],
    ]);
    expect(await Promise.all([seenFrom('BR', 'MG'), seenFrom(null, 'MG'), seenFrom('ES')])).toEqual(
      [404, 404, 200],
    );
  });

  test('blocking a place is refused when its country is blocked already', async () => {
    expect([
      (await add({ country: 'BR' })).reply.code,
      (await add({ state: 'RJ' })).reply.code,
      (await add({ state: 'SP', city: 'Campinas' })).reply.code,
    ]).toEqual(['geoBlock.exists', 'geoBlock.countryCovered', 'geoBlock.countryCovered']);
    await unblockAll();
  });

  test.each<[Body, string]>([
    [{ country: 'UK' }, 'country'],
    [{ country: 'PT', state: 'RJ' }, 'state'],
    [{}, 'state'],
    [{ city: 'Campinas' }, 'state'],
    [{ country: 'BR', city: 'Campinas' }, 'state'],
  ])('blocking a place is refused for %o, naming the field %s', async (body, field) => {
    const { status, reply } = await add(body);
    expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, [field]]);
  });

  test('the country of a member’s address counts before the country that the proxy reports', async () => {
    await add({ country: 'PT' });
    const address = { street: 'Rua A', city: 'Porto', state: 'Porto', zip: '4000-001' };
    await app.stranger.call('PUT /profiles', { body: { country: 'PT', ...address } });
    app.clock.advance(6_000);
    expect([
      await seenFrom('BR', 'MG', app.stranger),
      await seenFrom('PT', undefined, app.fan),
      await seenFrom('BR', 'MG', app.fan),
    ]).toEqual([404, 404, 200]);
    await unblockAll();
  });

  test('an address in the account lifts no block of the country that the proxy reports', async () => {
    const { stranger } = app;
    const address = { street: 'Rua A', city: 'Porto', state: 'Porto', zip: '4000-001' };
    await stranger.call('PUT /profiles', { body: { country: 'PT', ...address } });
    await add({ country: 'ES' });
    app.clock.advance(6_000);
    expect([
      await seenFrom('ES', undefined, stranger),
      await seenFrom('PT', undefined, stranger),
      await seenFrom('XX', undefined, stranger),
      await seenFrom(null, undefined, stranger),
    ]).toEqual([404, 200, 200, 200]);
    await unblockAll();
    // An address abroad hides no state in which the person is.
    await add({ state: 'SP' });
    app.clock.advance(6_000);
    expect([
      await seenFrom('BR', 'SP', stranger),
      await seenFrom('BR', 'MG', stranger),
      await seenFrom('PT', undefined, stranger),
    ]).toEqual([404, 200, 200]);
    await unblockAll();
  });

  test('a block of the state of an address counts also for who is abroad', async () => {
    const person = await app.join('viajante');
    await person.call('PUT /profiles', {
      body: {
        country: 'BR',
        state: 'SP',
        city: 'Campinas',
        zip: '13010-111',
        street: 'Rua A',
        stateCode: 'SP',
      },
    });
    await add({ state: 'SP', city: 'Campinas' });
    app.clock.advance(6_000);
    expect([
      await seenFrom('PT', undefined, person),
      await seenFrom('BR', 'MG', person),
      await seenFrom('PT', undefined, app.visitor),
    ]).toEqual([404, 404, 200]);
    await unblockAll();
  });
});

describe('showing a profile in some countries only', () => {
  test('a profile is seen in the countries of its list only, and not where the proxy knows no country', async () => {
    expect((await showOnlyIn('pt', 'BR', 'BR')).reply.data).toEqual(['BR', 'PT']);
    expect(await app.producer.call('GET /profiles/geolocation-countries')).toEqual(['BR', 'PT']);
    expect(
      await Promise.all([
        seenFrom('BR', 'RJ'),
        seenFrom('BR'),
        seenFrom('PT'),
        seenFrom('ES'),
        seenFrom('XX'),
        seenFrom('T1'),
        seenFrom(null),
        seenFrom('ES', undefined, app.producer),
      ]),
    ).toEqual([200, 200, 200, 404, 404, 404, 404, 200]);
  });

  test('blocks of places hold beside the list', async () => {
    await add({ state: 'RJ' });
    expect(await Promise.all([seenFrom('BR', 'RJ'), seenFrom('BR', 'SP')])).toEqual([404, 200]);
    await unblockAll();
  });

  test('an empty list shows the profile everywhere again', async () => {
    expect((await showOnlyIn()).reply.data).toEqual([]);
    expect(await Promise.all([seenFrom('ES'), seenFrom('XX'), seenFrom(null)])).toEqual([
      200, 200, 200,
    ]);
  });

  test('a code that is no country is refused', async () => {
    const { status, reply } = await showOnlyIn('BR', 'ZZ');
    expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, ['countries']]);
  });

  test('only the address of an account hides a profile where no proxy reports countries', async () => {
    const plain = await testApp();
    await plain.producer.call('PUT /profiles/geolocation-countries', {
      body: { countries: ['BR'] },
    });
    await plain.stranger.call('PUT /profiles', {
      body: { country: 'PT', street: 'Rua A', city: 'Porto', state: 'Porto', zip: '4000-001' },
    });
    plain.clock.advance(6_000);
    const see = async (who: ApiClient) =>
      (await who.ask('GET /publics/profiles/{domainname}', { params: { domainname: 'iris' } }))
        .status;
    expect([await see(plain.visitor), await see(plain.fan), await see(plain.stranger)]).toEqual([
      200, 200, 404,
    ]);
    await plain.close();
  });
});
