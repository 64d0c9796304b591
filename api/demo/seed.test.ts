// A seeding that was cut short is done again by the next start without doubling anything.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { DEMO_PRODUCERS } from './cast.ts';
import { seedDemo } from './seed.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.close());

test('a start that seeds the demo after one that was cut short adds no post twice', async () => {
  const [producer] = DEMO_PRODUCERS;
  if (!producer) throw new Error('the demo has no producer');
  const posts = producer.posts
    .slice(0, 1)
    .map(({ clip: _clip, ...post }) => ({ ...post, pictures: 1 }));
  const cast = {
    fans: [{ domainName: 'demofan', displayName: 'Fã da demonstração', follows: [] }],
    producers: [{ ...producer, domainName: 'demoproducer', posts }],
    pictureScale: 0.2,
  };
  const seed = (of: typeof cast) => seedDemo(app.ctx, app, null, of);
  const counts = async () =>
    (
      await app.ctx.pool.query(
        'SELECT (SELECT count(*)::int FROM posts) AS posts, (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM goals) AS goals',
      )
    ).rows[0];
  await seed(cast);
  const before = await counts();
  await app.ctx.pool.query("DELETE FROM installation WHERE name = 'demo'");
  await seed(cast);
  expect(await counts()).toEqual(before);
  expect(before).toMatchObject({ posts: posts.length });
});
