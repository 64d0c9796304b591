// Routes of profiles: the own profile, public pages, the list of producers, and editing with
// images.
import { beforeAll, expect, test } from 'vitest';
import { upload } from '../../api-client.ts';
import type { ApiClient } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { block, picture, publish, storedKeys, unblock } from '../../testing/publishing.ts';
import { approveProducer } from './index.ts';
import { recordConnected } from './jobs.ts';

let app: TestApp;
let lia: ApiClient;

beforeAll(async () => {
  app = await testApp();
  lia = await app.join('lia.solar');
  await approveProducer(app.ctx, 'lia.solar');
});

const pageOf = (reader: ApiClient, domainname: string, headers = {}) =>
  reader.ask('GET /publics/profiles/{domainname}', { params: { domainname }, headers });
const online = async (
  reader: ApiClient,
  query: { search?: string; followings?: boolean; limit?: number; offset?: number } = {},
) =>
  (await reader.call('GET /publics/profiles/online', { query: query as never })).map(
    ({ domainName }) => domainName,
  );
const setStage = (person: ApiClient, producer_stage: 'approved' | 'suspended' | 'requested') =>
  app.ctx.db
    .updateTable('profiles')
    .set({ producer_stage })
    .where('id', '=', person.profileId)
    .execute();

test('a member sees their own profile, and a visitor has none', async () => {
  expect(await app.fan.call('GET /profiles/me')).toMatchObject({
    id: app.fan.profileId,
    domainName: 'davi',
    exibitionName: 'Nome davi',
    producer: false,
    publisher: false,
  });
  expect((await app.visitor.ask('GET /profiles/me')).status).toBe(401);
});

test('a producer has a public page, found in any case of the domain name', async () => {
  const { reply } = await pageOf(app.visitor, 'IRIS');
  expect(reply.data).toMatchObject({
    domainName: 'iris',
    producer: true,
    publisher: true,
    activeCam: true,
    follower: false,
    subscriber: false,
    blocked: false,
    about: '',
  });
  expect((await pageOf(app.fan, 'iris')).reply.data).toMatchObject({ domainName: 'iris' });
});

test('a public page has no data that only its owner may see', async () => {
  expect(JSON.stringify((await pageOf(app.visitor, 'iris')).reply)).not.toMatch(
    /@example|celphone|defaultLanguage|producerStage|user_?id/i,
  );
});

test('a member who is no producer has no page for other people', async () => {
  expect([
    (await pageOf(app.visitor, 'davi')).status,
    (await pageOf(app.stranger, 'davi')).status,
    (await pageOf(app.fan, 'davi')).status,
  ]).toEqual([404, 404, 200]);
});

test.each(['suspended', 'requested'] as const)('a %s producer has no page', async (stage) => {
  await setStage(lia, stage);
  expect((await pageOf(app.fan, 'lia.solar')).reply.code).toBe('profile.notFound');
  expect(await online(app.visitor)).not.toContain('lia.solar');
  await setStage(lia, 'approved');
});

test.each(['ninguem', '%', '../auth', "' OR 1=1 --", 'x'.repeat(60)])(
  'the page of the unknown name "%s" is not found',
  async (name) => {
    const { status, reply } = await pageOf(app.visitor, name, { lang: 'pt' });
    expect([status, reply.code, reply.message]).toEqual([
      404,
      'profile.notFound',
      'Perfil não encontrado.',
    ]);
  },
);

test('a block hides page and tile in both directions, and only the blocker gets the reason', async () => {
  for (const [blocker, blocked, code] of [
    [app.producer, app.fan, 'profile.notFound'],
    [app.fan, app.producer, 'profile.blocked'],
  ] as const) {
    await block(app, blocker, blocked);
    expect((await pageOf(app.fan, 'iris')).reply.code).toBe(code);
    expect(await online(app.fan)).not.toContain('iris');
    expect((await pageOf(app.stranger, 'iris')).status).toBe(200);
    expect(await online(app.stranger)).toContain('iris');
    await unblock(app, blocker, blocked);
  }
});

test('a page has the counters of posts and followers, and the viewer’s relation to it', async () => {
  await publish(app, app.producer, { pictures: 2, public: true });
  await app.fan.call('POST /profiles/{id}/follow', {
    params: { id: app.producer.profileId },
    body: { following: true },
  });
  expect((await pageOf(app.fan, 'iris')).reply.data).toMatchObject({
    totalPosts: 1,
    totalMedias: 2,
    totalFollowers: 1,
    follower: true,
  });
  expect((await pageOf(app.stranger, 'iris')).reply.data).toMatchObject({
    totalFollowers: 1,
    follower: false,
  });
});

test('producers are listed last seen first, and a request updates "last seen"', async () => {
  app.clock.advance(61_000);
  await app.producer.call('GET /auth');
  app.clock.advance(61_000);
  await lia.call('GET /auth');
  expect(await online(app.visitor)).toEqual(['lia.solar', 'iris']);
  app.clock.advance(61_000);
  await app.producer.call('GET /auth');
  expect(await online(app.visitor)).toEqual(['iris', 'lia.solar']);
  expect(await online(app.visitor, { limit: 1, offset: 1 })).toEqual(['lia.solar']);
});

test('a producer is online until three minutes after the last request or open socket', async () => {
  const isOnline = async () => (await pageOf(app.visitor, 'lia.solar')).reply.data?.online;
  await lia.call('GET /auth');
  app.clock.advance(180_000);
  expect(await isOnline()).toBe(false);
  await app.ctx.presence.seen(lia.profileId, 'socket');
  await recordConnected(app.ctx);
  expect(await isOnline()).toBe(true);
});

test('the list of producers is searched without accents and case, and filtered by follows', async () => {
  await lia.call('PUT /profiles', { body: { exibitionName: 'Lía Sólar' } });
  expect(await online(app.visitor, { search: 'lia sol' })).toEqual(['lia.solar']);
  expect(await online(app.visitor, { search: 'LIA.SOLAR' })).toEqual(['lia.solar']);
  expect(await online(app.visitor, { search: '%' })).toEqual([]);
  expect(await online(app.fan, { followings: true })).toEqual(['iris']);
  expect(await online(app.visitor, { followings: true })).toEqual([]);
});

test('an edit of a profile changes its fields and no others', async () => {
  await app.fan.call('PUT /profiles', {
    body: { exibitionName: ' Davi Cobalto ', defaultLanguage: 'en' },
  });
  await app.fan.call('PUT /profiles', {
    body: { about: 'Gosto de luz.', settings: { enableComments: false } },
  });
  const profile = await app.fan.call('PUT /profiles', { body: {} });
  expect(profile).toMatchObject({
    exibitionName: 'Davi Cobalto',
    about: 'Gosto de luz.',
    settings: { enableComments: false },
  });
  expect((await app.fan.call('GET /auth')).profile.defaultLanguage).toBe('en');
});

test.each([
  ['exibitionName', { exibitionName: ' ' }],
  ['about', { about: 'x'.repeat(2_001) }],
  ['defaultLanguage', { defaultLanguage: 'fr' as never }],
])('an edit with an invalid %s is refused by field and changes nothing', async (field, body) => {
  const before = await app.stranger.call('GET /profiles/me');
  const { status, reply } = await app.stranger.ask('PUT /profiles', { body });
  expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, [field]]);
  expect(await app.stranger.call('GET /profiles/me')).toEqual(before);
});

test('a profile image is uploaded, shown publicly, replaced and removed', async () => {
  const stored = await storedKeys(app);
  const key = async (seed: number) =>
    upload(app.server, app.producer, await picture(seed), 'image/jpeg', 'public');
  const first = await app.producer.call('PUT /profiles', {
    body: { profileImageKey: await key(1), headerImageKey: await key(2) },
  });
  expect(first.profileMediaThumbs).toMatchObject({
    width: 320,
    height: 240,
    url: first.profileImage,
  });
  const shown = (await pageOf(app.visitor, 'iris')).reply.data;
  expect(shown?.headerImage).toBe(first.headerImage);
  const image = await app.server.inject({ url: shown?.profileMediaThumbs?.mdThumb ?? '' });
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/webp']);

  const second = await app.producer.call('PUT /profiles', {
    body: { profileImageKey: await key(3) },
  });
  expect(second.profileImage).not.toBe(first.profileImage);
  expect(second.headerImage).toBe(first.headerImage);
  expect((await app.server.inject({ url: first.profileImage ?? '' })).statusCode).not.toBe(200);

  const bare = await app.producer.call('PUT /profiles', {
    body: { profileImageKey: null, headerImageKey: null },
  });
  expect([bare.profileImage, bare.profileMediaThumbs, bare.headerImage]).toEqual([
    null,
    null,
    null,
  ]);
  await app.runJobs();
  expect(await storedKeys(app)).toEqual(stored);
});

test('a forged image or another person’s upload changes nothing', async () => {
  const good = await upload(app.server, lia, await picture(4), 'image/jpeg', 'public');
  const forged = await upload(app.server, lia, Buffer.from('<html>'), 'image/jpeg', 'public');
  const others = await upload(app.server, app.fan, await picture(5), 'image/jpeg', 'public');
  const before = await lia.call('GET /profiles/me');
  const refusals = [];
  for (const body of [
    { profileImageKey: good, headerImageKey: forged, about: 'mudou' },
    { profileImageKey: others },
    { profileImageKey: 'uploads/nothing' },
  ]) {
    refusals.push((await lia.ask('PUT /profiles', { body })).reply.code);
  }
  expect(refusals).toEqual(['upload.forged', 'upload.notFound', 'upload.notFound']);
  expect(await lia.call('GET /profiles/me')).toEqual(before);
});
