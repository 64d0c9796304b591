// The hours at which followers are here are counted once each, and shown from a number of followers
// on.
import { STATISTICS_FOLLOWERS_MIN } from '@camarim/contract/limits';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { back } from '../../../testing/subscribing.ts';
import { countFollowers, deleteFollowerHoursOf } from './follower-hours-store.ts';

let app: TestApp;

/** With the fan and a stranger online. */
const count = async (): Promise<void> => {
  for (const { profileId } of [app.fan, app.stranger])
    await app.ctx.presence.seen(profileId, 'socket');
  await countFollowers(app.ctx);
};

const follow = (person: TestApp['fan']) =>
  person.call('POST /profiles/{id}/follow', {
    params: { id: app.producer.profileId },
    body: { following: true },
  });
const hours = async () =>
  (await (await back(app, app.producer)).call('GET /studio/statistics', { query: {} })).hours.map(
    ({ followers }) => followers,
  );
/** Stands for many followers: the application shows nothing of a few. */
const setFollowers = (total: number) =>
  app.ctx.pool.query('UPDATE profiles SET total_followers = $1 WHERE id = $2', [
    total,
    app.producer.profileId,
  ]);

beforeAll(async () => {
  app = await testApp();
  await follow(app.fan);
});

test('each follower who is online counts once an hour, and others never', async () => {
  await setFollowers(STATISTICS_FOLLOWERS_MIN);
  await Promise.all([count(), count()]);
  await count();
  expect(await hours()).toEqual([1]);
  await follow(app.stranger);
  await setFollowers(STATISTICS_FOLLOWERS_MIN);
  app.clock.advance(HOUR_MS);
  await count();
  expect(await hours()).toEqual([1, 2]);
});

test('a follower who was counted is forgotten an hour later', async () => {
  const marks = async () =>
    (await app.ctx.pool.query('SELECT count(DISTINCT hour)::int AS hours FROM follower_marks'))
      .rows[0];
  app.clock.advance(HOUR_MS);
  await count();
  expect(await marks()).toEqual({ hours: 1 });
});

test('a producer with few followers sees no hours of their followers', async () => {
  await setFollowers(STATISTICS_FOLLOWERS_MIN - 1);
  expect(await hours()).toEqual([]);
});

test('the hours of a removed producer are deleted', async () => {
  await deleteFollowerHoursOf(app.ctx.db, app.producer.profileId);
  const { rows } = await app.ctx.pool.query('SELECT count(*)::int AS count FROM follower_hours');
  expect(rows).toEqual([{ count: 0 }]);
});
