// Galleries: what others find, what stays locked, what its owner hides, and what belongs to its
// owner alone to change.
import type { MediaId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import {
  block,
  joinProducer,
  open,
  picture,
  post,
  publish,
  refused,
  unblock,
} from '../../testing/publishing.ts';
import type { ApiClient } from '../../api-client.ts';

let app: TestApp;
let iris: ApiClient;
let rival: ApiClient;
let free: MediaId[];
let paid: MediaId[];

beforeAll(async () => {
  app = await testApp();
  iris = app.producer;
  rival = await joinProducer(app, 'rival');
  free = (await publish(app, iris, { seed: 1, pictures: 2 })).mediaIds;
  app.clock.advance(1_000);
  paid = (await publish(app, iris, { seed: 5, price: 500 })).mediaIds;
  app.clock.advance(1_000);
  await publish(app, iris, { seed: 7, draft: true });
});

const params = () => ({ profileId: iris.profileId });
const gallery = (person: ApiClient, query = {}) =>
  person.call('GET /publics/profiles/{profileId}/gallery', { params: params(), query });
const idsOf = async (person: ApiClient, query = {}): Promise<string[]> =>
  (await gallery(person, query)).map(({ id }) => id);

test('a gallery lists the media of published posts newest first, with paid ones locked', async () => {
  expect(await idsOf(app.visitor)).toEqual([...paid, ...free]);
  expect([
    await idsOf(app.fan, { limit: 2 }),
    await idsOf(app.fan, { limit: 2, offset: 2 }),
  ]).toEqual([[paid[0], free[0]], [free[1]]]);
  const [locked, shown] = await gallery(app.fan);
  expect(locked).toMatchObject({
    locked: true,
    url: null,
    mdThumb: null,
    preview: expect.any(String),
  });
  expect(shown).toMatchObject({ locked: false, showInGalery: true, name: null });
  expect((await open(app, app.fan, shown?.mdThumb)).statusCode).toBe(200);
  expect(
    await app.fan.call('GET /profiles/{profileId}/gallery', { params: params() }),
  ).toHaveLength(3);
});

test('an owner sees media of drafts, and can hide one from the gallery without removing it from the post', async () => {
  const [first] = free as [MediaId];
  expect(await iris.call('GET /profiles/gallery')).toHaveLength(4);
  expect(
    await iris.call('DELETE /profiles/gallery/{mediaId}', { params: { mediaId: first } }),
  ).toEqual({ showInGalery: false });
  expect(await idsOf(app.fan)).not.toContain(first);
  const own = await iris.call('GET /profiles/gallery');
  expect(own.find(({ id }) => id === first)).toMatchObject({ showInGalery: false, locked: false });
  const posts = await app.fan.call('GET /profiles/{domainname}/posts', {
    params: { domainname: 'iris' },
  });
  expect(posts.flatMap(({ medias }) => medias.map(({ id }) => id))).toContain(first);
  expect(
    await iris.call('POST /profiles/gallery/{mediaId}', { params: { mediaId: first } }),
  ).toEqual({ showInGalery: true });
  expect(await idsOf(app.fan)).toContain(first);
});

test('failed media are listed with the reason for their owner only', async () => {
  const { reply } = await post(app, iris, [await picture(21), Buffer.from('<!doctype html>')], {
    text: 'uma foto boa e uma que não é foto',
  });
  await app.runJobs();
  const [good, bad] = reply.data.medias.map(({ id }) => id) as [MediaId, MediaId];
  const own = await iris.call('GET /profiles/gallery');
  expect(own.find(({ id }) => id === bad)).toMatchObject({
    status: 'error',
    errorMessage: 'O conteúdo do arquivo não corresponde ao tipo informado.',
    postId: reply.data.id,
    preview: null,
  });
  expect(
    await refused(iris, 'POST /profiles/gallery/{mediaId}', { params: { mediaId: bad } }),
  ).toBe('media.notFound');
  // Published once what failed is out of it.
  await iris.call('DELETE /posts/{postId}/medias/{mediaId}', {
    params: { postId: reply.data.id, mediaId: bad },
  });
  expect((await iris.call('GET /profiles/gallery')).map(({ id }) => id)).not.toContain(bad);
  expect(await idsOf(app.fan)).toContain(good);
});

test('a media that failed after publication is listed for its owner only', async () => {
  const [first] = free as [MediaId];
  await app.ctx.pool.query(`UPDATE media SET status = 'error' WHERE id = $1`, [first]);
  expect([
    (await idsOf(app.visitor)).includes(first),
    (await iris.call('GET /profiles/gallery')).some(({ id }) => id === first),
  ]).toEqual([false, true]);
  await app.ctx.pool.query(`UPDATE media SET status = 'processed' WHERE id = $1`, [first]);
});

test("another person can't hide a media, and a hidden profile has no gallery", async () => {
  const [first] = free as [MediaId];
  expect(
    await refused(rival, 'DELETE /profiles/gallery/{mediaId}', { params: { mediaId: first } }),
  ).toBe('media.notFound');
  expect(
    await refused(app.fan, 'DELETE /profiles/gallery/{mediaId}', { params: { mediaId: first } }),
  ).toBe('auth.producersOnly');
  for (const [blocker, blocked] of [
    [iris, app.fan],
    [app.fan, iris],
  ] as const) {
    await block(app, blocker, blocked);
    expect(
      await refused(app.fan, 'GET /publics/profiles/{profileId}/gallery', { params: params() }),
    ).toBe('profile.notFound');
    await unblock(app, blocker, blocked);
  }
});
