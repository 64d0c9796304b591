// Creators look at their own page as other people: they get what such people get, and no other
// account may ask for it.
import type { PostId } from '@camarim/contract/ids';
import { VIEW_AS } from '@camarim/contract/limits';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, open, publish, refused } from '../../testing/publishing.ts';
import { openPlan, subscribeTo } from '../../testing/subscribing.ts';
import type { ApiClient } from '../../api-client.ts';

let app: TestApp;
let subscriber: ApiClient;
let openPost: PostId;

const params = { domainname: 'iris' };
const galleryOf = () => ({ profileId: app.producer.profileId });

beforeAll(async () => {
  app = await testApp();
  const { producer: iris, fan } = app;
  ({ id: openPost } = await publish(app, iris, { text: 'aberto', seed: 1 }));
  app.clock.advance(1_000);
  await publish(app, iris, { text: 'só para quem acompanha', public: false, seed: 2 });
  app.clock.advance(1_000);
  await publish(app, iris, { text: 'vendido', price: 990, seed: 3 });
  await fan.call('POST /profiles/{id}/follow', {
    params: { id: iris.profileId },
    body: { following: true },
  });
  subscriber = await app.join('assinante');
});

type Query = { viewAs?: (typeof VIEW_AS)[number] };
/** What decides what a person sees of the posts, without addresses, which are each viewer's own. */
const postsOf = async (person: ApiClient, query: Query = {}) =>
  (await person.call('GET /profiles/{domainname}/posts', { params, query })).map(
    ({ text, locked, mine, liked, purchases, state, medias }) => ({
      text,
      locked,
      mine,
      liked,
      purchases,
      state,
      medias: medias.map(({ url, preview }) => [url !== null, preview !== null]),
    }),
  );
const galleryAs = async (person: ApiClient, query: Query = {}) =>
  (
    await person.call('GET /publics/profiles/{profileId}/gallery', { params: galleryOf(), query })
  ).map(({ id, locked, url }) => [id, locked, url !== null]);
const pageOf = async (person: ApiClient, query: Query = {}) => {
  const {
    follower,
    subscriber: renews,
    totalSubscriber,
    tier,
  } = await person.call('GET /publics/profiles/{domainname}', { params, query });
  return { follower, renews, totalSubscriber, tier };
};

const expectTheSame = async (viewAs: (typeof VIEW_AS)[number], real: ApiClient) => {
  const iris = app.producer;
  expect(await postsOf(iris, { viewAs })).toEqual(await postsOf(real));
  expect(await galleryAs(iris, { viewAs })).toEqual(await galleryAs(real));
  expect(await pageOf(iris, { viewAs })).toEqual(await pageOf(real));
};

test('an owner without a plan sees what a visitor and a follower get', async () => {
  await expectTheSame('visitor', app.visitor);
  await expectTheSame('follower', app.fan);
  const [, members] = await postsOf(app.producer, { viewAs: 'follower' });
  expect(members).toMatchObject({ text: 'só para quem acompanha', locked: null, mine: false });
});

test('an owner with a plan sees what a visitor, a follower and a subscriber get', async () => {
  await openPlan(app.producer, 1_990);
  await fill(app, subscriber, 10_000);
  await subscribeTo(subscriber, app.producer, 1_990);
  await subscriber.call('POST /profiles/{id}/follow', {
    params: { id: app.producer.profileId },
    body: { following: true },
  });
  await expectTheSame('visitor', app.visitor);
  await expectTheSame('follower', app.fan);
  await expectTheSame('subscriber', subscriber);
  const as = async (viewAs: (typeof VIEW_AS)[number]) =>
    (await postsOf(app.producer, { viewAs })).map(({ locked }) => locked?.reason ?? null);
  expect([await as('visitor'), await as('follower'), await as('subscriber')]).toEqual([
    ['price', 'members', null],
    ['price', 'members', null],
    ['price', null, null],
  ]);
});

test('one post is seen as the page of the profile shows it', async () => {
  for (const viewAs of VIEW_AS) {
    const listed = await app.producer.call('GET /profiles/{domainname}/posts', {
      params,
      query: { viewAs },
    });
    for (const { id, text, locked, mine, medias } of listed) {
      const one = await app.producer.call('GET /posts/{id}', { params: { id }, query: { viewAs } });
      expect({ ...one, medias: one.medias.map((media) => [media.id, media.url === null]) }).toEqual(
        expect.objectContaining({
          id,
          text,
          locked,
          mine,
          purchases: null,
          state: null,
          medias: medias.map((media) => [media.id, media.url === null]),
        }),
      );
      expect(one.mine).toBe(false);
    }
    expect(listed).toHaveLength(3);
  }
});

test('a post that is not published is seen by no stand-in', async () => {
  const { id } = await publish(app, app.producer, { text: 'guardado', pictures: 0 });
  await app.producer.call('POST /posts/{id}/archive', { params: { id } });
  for (const viewAs of VIEW_AS)
    expect(
      await refused(app.producer, 'GET /posts/{id}', { params: { id }, query: { viewAs } }),
    ).toBe('post.notFound');
  expect(await refused(app.producer, 'GET /posts/{id}', { params: { id } })).toBeNull();
});

test('addresses of what a stand-in has access to open for the owner alone', async () => {
  const [, members] = await app.producer.call('GET /profiles/{domainname}/posts', {
    params,
    query: { viewAs: 'subscriber' },
  });
  const url = members?.medias[0]?.url;
  expect((await open(app, app.producer, url)).statusCode).toBe(200);
  expect((await open(app, app.fan, url)).statusCode).not.toBe(200);
  expect((await open(app, app.visitor, url)).statusCode).not.toBe(200);
});

test('only the owner may choose as whom they look', async () => {
  for (const person of [app.fan, app.visitor, subscriber])
    for (const viewAs of VIEW_AS)
      expect([
        await refused(person, 'GET /publics/profiles/{domainname}', { params, query: { viewAs } }),
        await refused(person, 'GET /profiles/{domainname}/posts', { params, query: { viewAs } }),
        await refused(person, 'GET /publics/profiles/{profileId}/gallery', {
          params: galleryOf(),
          query: { viewAs },
        }),
        await refused(person, 'GET /posts/{id}', { params: { id: openPost }, query: { viewAs } }),
      ]).toEqual(Array.from({ length: 4 }, () => 'profile.viewAsOwnerOnly'));
});
