// Saved, liked and archived posts: their order, and which posts are removed from these lists.
import type { PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, fill, publish, refused, unblock } from '../../../testing/publishing.ts';
import type { ApiClient } from '../../../api-client.ts';

let app: TestApp;
let iris: ApiClient;
let fan: ApiClient;
let posts: PostId[];

beforeAll(async () => {
  app = await testApp();
  ({ producer: iris, fan } = app);
  posts = [];
  for (let index = 0; index < 4; index += 1)
    posts.push(
      (
        await publish(app, iris, {
          pictures: 0,
          text: `post ${index}`,
          price: index === 3 ? 500 : null,
        })
      ).id,
    );
  // The post saved last comes first, regardless of its age.
  for (const id of posts.toReversed()) {
    app.clock.advance(1_000);
    await fan.call('POST /posts/{id}/save', { params: { id }, body: { saved: true } });
    await fan.call('POST /posts/{id}/like', { params: { id }, body: { liked: true } });
  }
});

const idsOf = async (list: 'saveds' | 'likeds', query = {}): Promise<string[]> =>
  (await fan.call(`GET /posts/${list}`, { query })).map(({ id }) => id);

test.each(['saveds', 'likeds'] as const)(
  '%s come by the moment they were kept, page by page',
  async (list) => {
    expect(await idsOf(list)).toEqual(posts);
    expect([await idsOf(list, { limit: 3 }), await idsOf(list, { limit: 3, offset: 3 })]).toEqual([
      posts.slice(0, 3),
      posts.slice(3),
    ]);
    expect(await app.stranger.call(`GET /posts/${list}`)).toEqual([]);
  },
);

test('saved, liked and archived lists can be limited to one post by id', async () => {
  const [, second] = posts as [PostId, PostId];
  expect([await idsOf('saveds', { id: second }), await idsOf('likeds', { id: second })]).toEqual([
    [second],
    [second],
  ]);
  const other = (await publish(app, iris, { pictures: 0, text: 'outro' })).id;
  expect([await idsOf('saveds', { id: other }), await idsOf('likeds', { id: other })]).toEqual([
    [],
    [],
  ]);
  const mine = async (query = {}) =>
    (await iris.call('GET /posts/me', { query })).map(({ id }) => id);
  const all = await mine({});
  expect([await mine({ id: second }), await mine({ offset: 2, limit: 2 })]).toEqual([
    [second],
    all.slice(2, 4),
  ]);
  await iris.call('POST /posts/{id}/archive', { params: { id: other } });
  const archived = async (id: PostId) =>
    (await iris.call('GET /posts/archiveds', { query: { id } })).map((post) => post.id);
  expect([await archived(other), await archived(second)]).toEqual([[other], []]);
});

test('saved lists leave out posts without access before paging, and keep bought ones', async () => {
  const [first, second, third, bought] = posts as [PostId, PostId, PostId, PostId];
  await fill(app, fan, 500);
  await fan.call('POST /posts/{id}/purchase', {
    params: { id: bought },
    body: { price: centavos(500) },
    idempotencyKey: 'kept-purchase',
  });
  for (const id of [second, bought])
    await iris.call('POST /posts/{id}/archive', { params: { id } });
  for (const list of ['saveds', 'likeds'] as const)
    expect(await idsOf(list, { limit: 3 })).toEqual([first, third, bought]);
  for (const [blocker, blocked] of [
    [iris, fan],
    [fan, iris],
  ] as const) {
    await block(app, blocker, blocked);
    expect([await idsOf('saveds'), await idsOf('likeds')]).toEqual([[], []]);
    await unblock(app, blocker, blocked);
  }
  await fan.call('POST /posts/{id}/save', { params: { id: first }, body: { saved: false } });
  expect([await idsOf('saveds'), await idsOf('likeds')]).toEqual([
    [third, bought],
    [first, third, bought],
  ]);
});

test("visitors can't save or like, and only producers archive", async () => {
  expect(await refused(app.visitor, 'GET /posts/saveds')).toBe('auth.required');
  expect(await refused(app.visitor, 'GET /posts/likeds')).toBe('auth.required');
  expect(await refused(fan, 'GET /posts/archiveds')).toBe('auth.producersOnly');
});
