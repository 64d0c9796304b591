// Filters of the list of producers: gender, name, followed and recently viewed.
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { deleteOldViews } from '../jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const [name, gender, shown] of [
    ['ana', 'woman', 'Ana Conceição'],
    ['beto', 'man', 'Beto'],
    ['casal', 'couple', 'Casal Céu'],
    ['dani', null, 'Dani'],
  ] as const) {
    const person = await joinProducer(app, name);
    await person.call('PUT /profiles', { body: { gender, exibitionName: shown } });
  }
});

const online = async (reader: ApiClient, query: Record<string, string> = {}) =>
  (await reader.call('GET /publics/profiles/online', { query: query })).map(
    ({ domainName }) => domainName,
  );
const open = (reader: ApiClient, domainname: string) =>
  reader.call('GET /publics/profiles/{domainname}', { params: { domainname } });
const views = async () =>
  (await app.ctx.pool.query('SELECT count(*)::integer AS count FROM profile_views')).rows[0].count;

test('the gender filter lists those who chose it, and no filter lists all producers', async () => {
  expect(await online(app.visitor, { gender: 'woman' })).toEqual(['ana']);
  expect(await online(app.visitor, { gender: 'couple' })).toEqual(['casal']);
  expect(await online(app.visitor, { gender: 'nonBinary' })).toEqual([]);
  expect((await online(app.visitor)).sort()).toEqual(['ana', 'beto', 'casal', 'dani', 'iris']);
  expect(
    (await app.visitor.ask('GET /publics/profiles/online', { query: { gender: 'x' } as never }))
      .reply.fields,
  ).toHaveProperty('gender');
});

test('the owner reads, changes and removes their gender, and an unknown value is refused', async () => {
  expect(await app.producer.call('GET /profiles/me')).toMatchObject({ gender: null });
  expect(await app.producer.call('PUT /profiles', { body: { gender: 'trans' } })).toMatchObject({
    gender: 'trans',
  });
  expect(await open(app.visitor, 'iris')).toMatchObject({ gender: 'trans' });
  expect(await app.producer.call('PUT /profiles', { body: { gender: null } })).toMatchObject({
    gender: null,
  });
  expect(
    (await app.producer.ask('PUT /profiles', { body: { gender: 'other' as never } })).reply.fields,
  ).toHaveProperty('gender');
});

test('filters combine, and the search ignores accents and case', async () => {
  expect(await online(app.visitor, { search: 'CONCEICAO', gender: 'woman' })).toEqual(['ana']);
  expect(await online(app.visitor, { search: 'céu' })).toEqual(['casal']);
  expect(await online(app.visitor, { search: 'ceu', gender: 'man' })).toEqual([]);
});

test('recently viewed producers are listed once each, the latest first', async () => {
  for (const name of ['beto', 'ana', 'casal', 'beto']) {
    app.clock.advance(120_000);
    await open(app.fan, name);
  }
  expect(await online(app.fan, { lastviewd: 'true' })).toEqual(['beto', 'casal', 'ana']);
  expect(await online(app.fan, { lastviewd: 'true', limit: '1', offset: '1' })).toEqual(['casal']);
  expect(await online(app.fan, { lastviewd: 'true', gender: 'woman' })).toEqual(['ana']);
  await app.fan.call('POST /profiles/{id}/follow', {
    params: { id: (await open(app.fan, 'ana')).id },
    body: { following: true },
  });
  expect(await online(app.fan, { lastviewd: 'true', followings: 'true' })).toEqual(['ana']);
  expect(await online(app.stranger, { lastviewd: 'true' })).toEqual([]);
});

test('views of visitors, of the own page and of a refused page are not recorded', async () => {
  const before = await views();
  await open(app.visitor, 'ana');
  await open(app.producer, 'iris');
  await app.fan.ask('GET /publics/profiles/{domainname}', { params: { domainname: 'malu' } });
  expect(await views()).toBe(before);
  expect(await online(app.visitor, { lastviewd: 'true' })).toEqual([]);
});

test('profile views are deleted after a month', async () => {
  app.clock.advance(31 * DAY_MS);
  await deleteOldViews(app.ctx);
  expect(await views()).toBe(0);
});
