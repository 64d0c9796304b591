// Followers and subscribers of a producer are notified of a new post once each, in batches that are
// resumed.
import type { PostId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { block, fill, joinProducer, publish } from '../../../testing/publishing.ts';
import { openPlan, subscribeTo } from '../../../testing/subscribing.ts';
import { notifyFollowers } from './notify-followers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const follow = (person: ApiClient, whom: ApiClient) =>
  person.call('POST /profiles/{id}/follow', { params: { id: whom.profileId } });
const newPosts = (person: ApiClient) =>
  person.call('GET /profiles/notifications', { query: { types: 'postPublished' } });
/** Followers that exist in the database alone. */
const addFollowers = async (whom: ApiClient, count: number): Promise<void> => {
  await app.ctx.pool.query(
    `WITH made AS (
       INSERT INTO users (id, email, created_at)
         SELECT gen_random_uuid(), 'f' || n || $1::text || '@example.com', now()
         FROM generate_series(1, $2::int) n RETURNING id),
     people AS (
       INSERT INTO profiles (id, user_id, domain_name, display_name, created_at)
       SELECT gen_random_uuid(), id, 'f' || substr(replace(id::text, '-', ''), 1, 20), 'Fã', now()
         FROM made RETURNING id)
     INSERT INTO follows (follower_id, followee_id, created_at) SELECT id, $3::uuid,
       date_trunc('milliseconds', now()) FROM people`,
    [whom.domainName, count, whom.profileId],
  );
};
const notified = async (postId: PostId): Promise<{ all: number; people: number }> => {
  const { rows } = await app.ctx.pool.query(
    `SELECT count(*)::int AS all, count(DISTINCT profile_id)::int AS people FROM notifications
      WHERE type = 'postPublished' AND post_id = $1`,
    [postId],
  );
  return rows[0] as { all: number; people: number };
};

test('a new post notifies those who follow its producer, but no one whom the producer has blocked', async () => {
  const ana = await joinProducer(app, 'ana');
  const [blocked, other] = [await app.join('bloqueada'), await app.join('outra')];
  for (const person of [app.fan, blocked]) await follow(person, ana);
  await block(app, ana, blocked);
  const { id } = await publish(app, ana);
  await app.runJobs();
  expect((await newPosts(app.fan)).map(({ message, link }) => [message, link])).toEqual([
    ['Nome ana publicou um post.', `/ana/posts/${id}`],
  ]);
  expect(await newPosts(other)).toEqual([]);
  expect(await notified(id)).toEqual({ all: 1, people: 1 });
});

test('a new post notifies subscribers, too, and each person once', async () => {
  const eva = await joinProducer(app, 'eva');
  await openPlan(eva, 1_000);
  const [subscriber, both, former] = [
    await app.join('assina'),
    await app.join('segueassina'),
    await app.join('assinou'),
  ];
  for (const person of [subscriber, both, former]) {
    await fill(app, person, 5_000);
    await subscribeTo(person, eva, 1_000);
  }
  await follow(both, eva);
  await app.ctx.pool.query('UPDATE access SET expires_at = $2 WHERE profile_id = $1', [
    former.profileId,
    app.clock.now(),
  ]);
  const { id } = await publish(app, eva);
  await app.runJobs();
  expect(await notified(id)).toEqual({ all: 2, people: 2 });
  expect([await newPosts(subscriber), await newPosts(former)].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
});

test('a subscriber whose follow ends between two batches is notified once', async () => {
  const rita = await joinProducer(app, 'rita');
  await openPlan(rita, 1_000);
  await addFollowers(rita, 5);
  const person = await app.join('sai');
  await fill(app, person, 5_000);
  await subscribeTo(person, rita, 1_000);
  await follow(person, rita);
  // The newest follow, so of the first batch; the subscription is older than all follows.
  await app.ctx.pool.query(
    "UPDATE follows SET created_at = now() + interval '1 day' WHERE follower_id = $1",
    [person.profileId],
  );
  await app.ctx.pool.query(
    "UPDATE access SET starts_at = starts_at - interval '1 day' WHERE profile_id = $1",
    [person.profileId],
  );
  const { id } = await publish(app, rita);
  await app.ctx.pool.query('DELETE FROM notifications');
  await app.ctx.pool.query(
    'INSERT INTO post_announcements (post_id, created_at) VALUES ($1, now()) ON CONFLICT (post_id) DO UPDATE SET followed_at = NULL, follower_id = NULL',
    [id],
  );
  await expect(
    notifyFollowers(app.ctx, id, AbortSignal.abort(new Error('stopped')), 3),
  ).rejects.toThrow('stopped');
  await app.ctx.pool.query('DELETE FROM follows WHERE follower_id = $1', [person.profileId]);
  await notifyFollowers(app.ctx, id, new AbortController().signal, 3);
  expect(await notified(id)).toEqual({ all: 6, people: 6 });
});

test('a post that is archived and shown again notifies no follower a second time', async () => {
  const bia = await joinProducer(app, 'bia');
  await follow(app.fan, bia);
  const { id } = await publish(app, bia);
  await app.runJobs();
  for (const act of ['archive', 'unarchive'] as const)
    await bia.call(`POST /posts/{id}/${act}` as 'POST /posts/{id}/archive', { params: { id } });
  await app.runJobs();
  expect(await notified(id)).toEqual({ all: 1, people: 1 });
});

test('a run that is stopped between batches is resumed, and each follower gets one notification', async () => {
  const lia = await joinProducer(app, 'lia');
  await addFollowers(lia, 25);
  const { id } = await publish(app, lia);
  await app.ctx.pool.query('DELETE FROM notifications');
  await app.ctx.pool.query(
    'INSERT INTO post_announcements (post_id, created_at) VALUES ($1, now()) ON CONFLICT (post_id) DO UPDATE SET followed_at = NULL, follower_id = NULL',
    [id],
  );
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(notifyFollowers(app.ctx, id, stopped, 10)).rejects.toThrow('stopped');
  expect(await notified(id)).toEqual({ all: 10, people: 10 });
  await notifyFollowers(app.ctx, id, new AbortController().signal, 10);
  expect(await notified(id)).toEqual({ all: 25, people: 25 });
  await notifyFollowers(app.ctx, id, new AbortController().signal, 10);
  expect(await notified(id)).toEqual({ all: 25, people: 25 });
});
