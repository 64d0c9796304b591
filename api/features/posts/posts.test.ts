// One post as different people meet it: what is sent, liking and saving, and refusals.
import type { Routes } from '@camarim/contract';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { block, publish, refused, unblock } from '../../testing/publishing.ts';
import type { ApiClient } from '../../api-client.ts';
import { visiblePost } from './policy.ts';
import { likePost } from './toggle-post.ts';

type Post = ReplyOf<Routes['GET /posts/{id}']>['data'];

let app: TestApp;
let creator: ApiClient;
let fan: ApiClient;
let stranger: ApiClient;
let visitor: ApiClient;

beforeAll(async () => {
  app = await testApp();
  ({ producer: creator, fan, stranger, visitor } = app);
  await fan.call('POST /profiles/{id}/follow', {
    params: { id: creator.profileId },
    body: { following: true },
  });
});

const seen = (person: ApiClient, id: PostId): Promise<Post> =>
  person.call('GET /posts/{id}', { params: { id } });
const like = (person: ApiClient, id: PostId, liked?: boolean) =>
  person.call('POST /posts/{id}/like', { params: { id }, body: { liked } });
const save = (person: ApiClient, id: PostId, saved?: boolean) =>
  person.call('POST /posts/{id}/save', { params: { id }, body: { saved } });

/** What a locked post gives away, besides who posted it and when. */
const given = ({ text, locked, price, purchased, medias }: Post) => ({
  text,
  locked,
  price,
  purchased,
  addresses: medias.map(({ preview, url, mdThumb, lgThumb, name }) => [
    preview !== null,
    url ?? mdThumb ?? lgThumb ?? name,
  ]),
});

describe('the response', () => {
  test('the response for a priced post has price, teaser, counts and blurred previews', async () => {
    const { id } = await publish(app, creator, { text: 'Veja o resto', price: 990, pictures: 2 });
    const locked = {
      text: 'Veja o resto',
      price: 990,
      purchased: false,
      addresses: [
        [true, null],
        [true, null],
      ],
      locked: {
        reason: 'price',
        images: 2,
        videos: 0,
        audios: 0,
        files: 0,
        plan: null,
        forSubscribers: false,
        share: 792,
      },
    };
    for (const person of [visitor, stranger, fan])
      expect(given(await seen(person, id))).toEqual(locked);
    const own = await seen(creator, id);
    expect([own.locked, own.mine, own.medias.every(({ url }) => url !== null)]).toEqual([
      null,
      true,
      true,
    ]);
  });

  test('the response for a priced post without media has no text', async () => {
    const { id } = await publish(app, creator, { text: 'O segredo', price: 990, pictures: 0 });
    for (const person of [visitor, stranger, fan]) {
      const answer = await app.server.inject({
        url: `/api/posts/${id}`,
        headers: person.token ? { authorization: `Bearer ${person.token}` } : {},
      });
      expect(answer.json().data.locked.reason).toBe('price');
      expect(answer.body).not.toContain('segredo');
    }
    expect((await seen(creator, id)).text).toBe('O segredo');
  });

  test("the response for a members' post has no text and the reason", async () => {
    const { id } = await publish(app, creator, { text: 'Só para nós', public: false });
    const locked = (reason: string) => ({
      text: '',
      price: null,
      purchased: false,
      addresses: [[true, null]],
      locked: {
        reason,
        images: 1,
        videos: 0,
        audios: 0,
        files: 0,
        plan: null,
        forSubscribers: false,
        share: null,
      },
    });
    expect(given(await seen(visitor, id))).toEqual(locked('login'));
    expect(given(await seen(stranger, id))).toEqual(locked('members'));
    expect(await seen(fan, id)).toMatchObject({ text: 'Só para nós', locked: null, public: false });
  });

  test('the response for a missing post, a post hidden by a block and an invalid id is an error', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    expect(await refused(fan, 'GET /posts/{id}', { params: { id: newId() } })).toBe(
      'post.notFound',
    );
    expect((await fan.ask('GET /posts/{id}', { params: { id: 'no-id' } })).status).toBe(400);
    for (const [blocker, blocked] of [
      [creator, stranger],
      [stranger, creator],
    ] as const) {
      await block(app, blocker, blocked);
      expect(await refused(stranger, 'GET /posts/{id}', { params: { id } })).toBe('post.notFound');
      expect(await refused(stranger, 'POST /posts/{id}/like', { params: { id }, body: {} })).toBe(
        'post.notFound',
      );
      expect(await refused(stranger, 'POST /posts/{id}/save', { params: { id }, body: {} })).toBe(
        'post.notFound',
      );
      await unblock(app, blocker, blocked);
    }
    expect((await seen(stranger, id)).text).toBe('Oi');
  });

  test('the response for a post of a suspended producer is an error, except for that producer', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    await app.ctx.pool.query(`UPDATE profiles SET producer_stage = 'suspended' WHERE id = $1`, [
      creator.profileId,
    ]);
    expect(await refused(fan, 'GET /posts/{id}', { params: { id } })).toBe('post.notFound');
    expect((await seen(creator, id)).text).toBe('Oi');
    await app.ctx.pool.query(`UPDATE profiles SET producer_stage = 'approved' WHERE id = $1`, [
      creator.profileId,
    ]);
  });
});

describe('liking a post', () => {
  test('liking a post sets the requested state, however often it is repeated', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    expect(await like(fan, id, true)).toEqual({ liked: true, totalLikes: '1' });
    expect(await like(fan, id, true)).toEqual({ liked: true, totalLikes: '1' });
    expect(await like(stranger, id, true)).toEqual({ liked: true, totalLikes: '2' });
    expect(await seen(fan, id)).toMatchObject({ liked: true, totalLikes: '2' });
    expect(await seen(visitor, id)).toMatchObject({ liked: false, totalLikes: '2' });
    expect(await like(fan, id, false)).toEqual({ liked: false, totalLikes: '1' });
    expect(await like(fan, id, false)).toEqual({ liked: false, totalLikes: '1' });
  });

  test('liking a post without a requested state toggles it', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    expect(await like(fan, id)).toEqual({ liked: true, totalLikes: '1' });
    expect(await like(fan, id)).toEqual({ liked: false, totalLikes: '0' });
  });

  test("liking a post adds to the producer's likes and notifies the producer once", async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    const before = (await creator.call('GET /profiles/me')).totalLikes;
    for (const liked of [true, false, true]) await like(fan, id, liked);
    await like(creator, id, true);
    expect((await creator.call('GET /profiles/me')).totalLikes).toBe(before + 2);
    const { rows } = await app.ctx.pool.query(
      `SELECT from_profile_id FROM notifications WHERE type = 'like' AND post_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ from_profile_id: fan.profileId }]);
  });

  test('liking a post by fifty people concurrently and twice each counts fifty', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    const people = await crowd(50);
    const before = (await creator.call('GET /profiles/me')).totalLikes;
    await Promise.all([...people, ...people].map((profileId) => likeAs(profileId, id, true)));
    expect((await seen(visitor, id)).totalLikes).toBe('50');
    await Promise.all(
      [...people.slice(0, 20), ...people.slice(0, 20)].map((profileId) =>
        likeAs(profileId, id, false),
      ),
    );
    expect((await seen(visitor, id)).totalLikes).toBe('30');
    expect((await creator.call('GET /profiles/me')).totalLikes).toBe(before + 30);
    const { rows } = await app.ctx.pool.query(
      'SELECT count(*)::int AS likes FROM post_likes WHERE post_id = $1',
      [id],
    );
    expect(rows).toEqual([{ likes: 30 }]);
  });

  test('liking a post is refused for visitors', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    expect(await refused(visitor, 'POST /posts/{id}/like', { params: { id }, body: {} })).toBe(
      'auth.required',
    );
    expect(await refused(visitor, 'POST /posts/{id}/save', { params: { id }, body: {} })).toBe(
      'auth.required',
    );
  });
});

describe('saving a post', () => {
  test('saving a post sets the requested state or toggles it, and is not visible to others', async () => {
    const { id } = await publish(app, creator, { text: 'Oi', pictures: 0 });
    expect([
      await save(fan, id, true),
      await save(fan, id, true),
      await save(fan, id),
      await save(fan, id),
    ]).toEqual([{ saved: true }, { saved: true }, { saved: false }, { saved: true }]);
    expect([(await seen(fan, id)).saved, (await seen(stranger, id)).saved]).toEqual([true, false]);
  });
});

/** People who exist only to like. */
const crowd = async (count: number): Promise<ProfileId[]> => {
  const ids = Array.from({ length: count }, () => newId());
  const { pool } = app.ctx;
  await pool.query(
    `INSERT INTO users (id, email, created_at) SELECT id, id || '@example.com', '2026-01-01'
      FROM unnest($1::uuid[]) id`,
    [ids],
  );
  await pool.query(
    `INSERT INTO profiles (id, user_id, domain_name, display_name, created_at) SELECT id,
      id, 'c' || replace(id::text, '-', ''), 'c', '2026-01-01' FROM unnest($1::uuid[]) id`,
    [ids],
  );
  return ids as ProfileId[];
};
const likeAs = async (profileId: ProfileId, id: PostId, liked: boolean): Promise<void> => {
  const viewer = { profileId, place: NOWHERE } as Parameters<typeof likePost>[2];
  await likePost(app.ctx, await visiblePost(app.ctx, id, viewer), viewer, liked);
};
