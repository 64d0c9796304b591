// Following: states, counters under concurrency, refusals, and the notification.
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { block, unblock } from '../../testing/publishing.ts';
import { approveProducer } from './index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const follow = (person: ApiClient, whom: ApiClient, following?: boolean) =>
  person.ask('POST /profiles/{id}/follow', {
    params: { id: whom.profileId },
    ...(following !== undefined && { body: { following } }),
  });
const stateOf = async (person: ApiClient, whom: ApiClient, following?: boolean) =>
  (await follow(person, whom, following)).reply.data;
const counters = async () => {
  const { rows } = await app.ctx.pool
    .query(`SELECT domain_name::text AS name, total_followers, total_following,
    (SELECT count(*)::int FROM follows WHERE followee_id = id) AS followers, (SELECT count(*)::int
      FROM follows WHERE follower_id = id) AS following
    FROM profiles ORDER BY domain_name`);
  return rows as {
    name: string;
    total_followers: number;
    total_following: number;
    followers: number;
    following: number;
  }[];
};
const notificationsOf = (person: ApiClient) =>
  person.call('GET /profiles/notifications', { query: {} });

test('following sets the requested state, also repeatedly, and toggles without one', async () => {
  expect(await stateOf(app.fan, app.producer, true)).toEqual({ follower: true, totalFollowers: 1 });
  expect(await stateOf(app.fan, app.producer, true)).toEqual({ follower: true, totalFollowers: 1 });
  expect(await stateOf(app.stranger, app.producer)).toEqual({ follower: true, totalFollowers: 2 });
  expect(await stateOf(app.stranger, app.producer)).toEqual({ follower: false, totalFollowers: 1 });
  expect(await stateOf(app.fan, app.producer, false)).toEqual({
    follower: false,
    totalFollowers: 0,
  });
  expect(await stateOf(app.fan, app.producer, false)).toEqual({
    follower: false,
    totalFollowers: 0,
  });
});

test('the producer gets one notification for repeated follows', async () => {
  await app.producer.call('POST /profiles/notifications/read', { body: {} });
  for (const wish of [true, false, true, false, true]) await follow(app.fan, app.producer, wish);
  const unread = (await notificationsOf(app.producer)).filter(({ read }) => !read);
  expect(unread).toMatchObject([
    {
      type: 'follow',
      message: 'Nome davi começou a seguir você.',
      from: { domainName: 'davi' },
      postId: null,
      amount: null,
    },
  ]);
});

test('concurrent follows, also of each other, keep the counters exact', async () => {
  const people = await Promise.all(['ana', 'bia', 'caio'].map((name) => app.join(name)));
  await Promise.all(people.map(({ domainName }) => approveProducer(app.ctx, domainName)));
  const wishes = people.flatMap((person) =>
    people
      .filter((whom) => whom !== person)
      .flatMap((whom) => [true, true, false, true].map((wish) => [person, whom, wish] as const)),
  );
  const replies = await Promise.all(
    wishes.map(([person, whom, wish]) => follow(person, whom, wish)),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  for (const row of await counters())
    expect([row.name, row.total_followers, row.total_following]).toEqual([
      row.name,
      row.followers,
      row.following,
    ]);
});

test('following oneself, a member who is no producer or an unknown profile is refused', async () => {
  const ghost = { ...app.fan, profileId: '00000000-0000-7000-8000-000000000000' as ProfileId };
  const replies = [
    await follow(app.producer, app.producer),
    await follow(app.fan, app.stranger),
    await follow(app.fan, ghost),
  ];
  expect(replies.map(({ status, reply }) => [status, reply.code])).toEqual([
    [400, 'profile.notSelf'],
    [404, 'profile.notFound'],
    [404, 'profile.notFound'],
  ]);
});

test('a block prevents following: the own block is named, the other’s is not', async () => {
  await block(app, app.stranger, app.producer);
  expect((await follow(app.stranger, app.producer)).reply.code).toBe('profile.blocked');
  await block(app, app.producer, app.stranger);
  expect((await follow(app.stranger, app.producer)).reply.code).toBe('profile.blocked');
  await unblock(app, app.stranger, app.producer);
  expect((await follow(app.stranger, app.producer)).reply.code).toBe('profile.notFound');
});

test('a visitor can’t follow a profile', async () => {
  expect((await follow(app.visitor, app.producer)).status).toBe(401);
});
