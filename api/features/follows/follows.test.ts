// The viewer's followers and followings, without profiles hidden by a block.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { block, joinProducer, unblock } from '../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;

const follow = (person: ApiClient, whom: ApiClient, following = true) =>
  person.call('POST /profiles/{id}/follow', {
    params: { id: whom.profileId },
    body: { following },
  });
type Query = { search?: string; limit?: number; offset?: number };
const followings = async (person: ApiClient, query: Query = {}) =>
  (await person.call('GET /follows/followings', { query: query })).map(
    ({ domainName }) => domainName,
  );
const followers = async (person: ApiClient, query: Query = {}) =>
  (await person.call('GET /follows/followers', { query: query })).map(
    ({ domainName }) => domainName,
  );

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  for (const [person, whom] of [
    [app.fan, app.producer],
    [app.fan, lia],
    [app.stranger, app.producer],
    [lia, app.producer],
  ] as const) {
    await follow(person, whom);
    app.clock.advance(1_000);
  }
});

test('followings and followers are listed, newest first', async () => {
  expect(await followings(app.fan)).toEqual(['lia.solar', 'iris']);
  expect(await followers(app.producer)).toEqual(['lia.solar', 'malu', 'davi']);
  expect([await followers(app.fan), await followings(app.producer)]).toEqual([[], []]);
});

test('each entry has its date and whether the viewer follows back', async () => {
  await follow(app.producer, lia);
  const entries = await app.producer.call('GET /follows/followers', { query: {} });
  expect(entries.map(({ domainName, follower }) => [domainName, follower])).toEqual([
    ['lia.solar', true],
    ['malu', false],
    ['davi', false],
  ]);
  expect(entries.every(({ followedAt }) => Number.isFinite(Date.parse(followedAt)))).toBe(true);
  expect(Object.keys(entries[0] ?? {})).not.toContain('celphone');
  await follow(app.producer, lia, false);
});

test('lists of follows are paginated and searched by name', async () => {
  expect(await followers(app.producer, { limit: 2 })).toEqual(['lia.solar', 'malu']);
  expect(await followers(app.producer, { limit: 2, offset: 2 })).toEqual(['davi']);
  expect(await followers(app.producer, { search: 'NOME dav' })).toEqual(['davi']);
  expect(await followings(app.fan, { search: '%' })).toEqual([]);
  expect((await app.fan.ask('GET /follows/followings', { query: { limit: 61 } })).status).toBe(400);
});

test('a block in either direction removes the other profile from both lists', async () => {
  for (const [blocker, blocked] of [
    [app.producer, app.fan],
    [app.fan, app.producer],
  ] as const) {
    await block(app, blocker, blocked);
    expect([await followings(app.fan), await followers(app.producer)]).toEqual([
      ['lia.solar'],
      ['lia.solar', 'malu'],
    ]);
    await unblock(app, blocker, blocked);
  }
  expect(await followings(app.fan)).toEqual(['lia.solar', 'iris']);
});

test('an unfollow removes the entry from both lists', async () => {
  await follow(app.fan, lia, false);
  expect([await followings(app.fan), await followers(lia)]).toEqual([['iris'], []]);
});
