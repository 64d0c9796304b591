// A media that a decision removed, in a post with others: the post goes on, the media is served to
// its owner alone, and nothing is sold for it.
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import { centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill, open, publish, refused } from '../../testing/publishing.ts';
import { untilWaitingForLock } from '../../testing/until.ts';

const MOMENT_MS = 6_000;
let app: TestApp;
let iris: ApiClient;
let admin: ApiClient;
let second: ApiClient;
let davi: ApiClient;
let seed = 100;

beforeAll(async () => {
  app = await testApp();
  [iris, davi] = [app.producer, app.fan];
  [admin, second] = [await joinAdmin(app, 'chefia'), await joinAdmin(app, 'revisao')];
  await fill(app, davi, 20_000);
});

const make = async (terms: object = {}) => {
  seed += 10;
  const { id, mediaIds } = await publish(app, iris, { seed, pictures: 2, text: '', ...terms });
  return { id, mediaIds, one: mediaIds[0] as MediaId, two: mediaIds[1] as MediaId };
};
const remove = async (id: MediaId, code?: RemovalReason): Promise<void> => {
  await admin.call('POST /dsb/medias/{id}/take-down', {
    params: { id },
    body: { reason: 'copiada', ...(code && { code }) },
  });
  app.clock.advance(MOMENT_MS);
};
const seen = (person: ApiClient, id: PostId) => person.call('GET /posts/{id}', { params: { id } });
const isGone = async (person: ApiClient, id: PostId): Promise<boolean> =>
  (await person.ask('GET /posts/{id}', { params: { id } })).reply.code === 'post.notFound';
const buy = async (id: PostId, price: number, idempotencyKey: string) => {
  const { status, reply } = await davi.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(price) },
    idempotencyKey,
  });
  return reply.code ?? status;
};
const mediaOf = async (person: ApiClient, id: PostId) =>
  (await seen(person, id)).medias.map((media) => [media.id, media.removed, media.url !== null]);
const appeal = async (mediaId: MediaId): Promise<void> => {
  const { id } = await iris.call('POST /profiles/help', {
    body: { message: 'É minha.', decision: mediaId },
  });
  await second.call('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'De volta.', outcome: 'overturned' },
  });
  app.clock.advance(MOMENT_MS);
};

describe('a removed media', () => {
  test('a removed media leaves its post with the others, and only its owner sees it until an appeal is won', async () => {
    const { id, one, two } = await make({ price: centavos(700) });
    expect(await buy(id, 700, 'removed-media-1')).toBe(200);
    app.clock.advance(MOMENT_MS);
    const before = (await seen(davi, id)).medias[0];
    const addresses = [before?.url, before?.mdThumb, before?.lgThumb, before?.preview];
    for (const address of addresses) expect((await open(app, davi, address)).statusCode).toBe(200);
    await remove(one);
    const [gone] = (await seen(davi, id)).medias;
    expect(gone).toMatchObject({
      removed: true,
      url: null,
      mdThumb: null,
      lgThumb: null,
      preview: null,
      thumbhash: null,
      name: null,
      errorMessage: null,
    });
    for (const address of addresses) expect((await open(app, davi, address)).statusCode).toBe(403);
    expect(await mediaOf(davi, id)).toEqual([
      [one, true, false],
      [two, false, true],
    ]);
    const own = (await seen(iris, id)).medias[0];
    expect([own?.removed, (await open(app, iris, own?.url)).statusCode]).toEqual([true, 200]);
    expect(await iris.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      withheld: false,
      state: 'published',
    });
    await appeal(one);
    expect(await mediaOf(davi, id)).toEqual([
      [one, false, true],
      [two, false, true],
    ]);
    expect((await open(app, davi, (await seen(davi, id)).medias[0]?.url)).statusCode).toBe(200);
  });

  test('a removed media is neither counted nor mentioned in a locked post, which is sold for what is left', async () => {
    const { id, one, two } = await make({ price: centavos(500) });
    await remove(one);
    const locked = await seen(davi, id);
    expect([locked.locked?.images, locked.medias.map((media) => media.id)]).toEqual([1, [two]]);
    expect(await buy(id, 500, 'removed-media-2')).toBe(200);
  });

  test('a removed media that was the free preview is not shown, and the post is locked without one', async () => {
    const { id, one, two } = await make({
      price: centavos(500),
      freePreview: { index: 0, seconds: null },
    });
    const address = (await seen(app.visitor, id)).medias[0]?.url;
    expect((await open(app, app.visitor, address)).statusCode).toBe(200);
    await remove(one);
    expect(await mediaOf(app.visitor, id)).toEqual([[two, false, false]]);
    expect((await open(app, app.visitor, address)).statusCode).toBe(403);
  });

  test('a removed media that was all a post sold leaves a text and a free preview, which are not for sale', async () => {
    const { id, one, two } = await make({
      price: centavos(500),
      text: 'Praia',
      freePreview: { index: 0, seconds: null },
    });
    await remove(two);
    const left = await seen(davi, id);
    expect(left).toMatchObject({ price: null, locked: null, text: 'Praia' });
    expect(left.medias.map((media) => [media.id, media.removed, media.url !== null])).toEqual([
      [one, false, true],
      [two, true, false],
    ]);
    expect(await buy(id, 500, 'removed-media-3')).toBe('post.notForSale');
    expect((await seen(iris, id)).price).toBe(500);
  });

  test('a post without text is hidden with its last media, and a text or another media brings it back', async () => {
    const { id, one, two } = await make();
    await remove(one);
    expect(await isGone(davi, id)).toBe(false);
    await remove(two);
    expect([await isGone(davi, id), (await seen(iris, id)).withheldFor]).toEqual([
      true,
      'decision',
    ]);
    await iris.call('PUT /posts/{id}', { params: { id }, body: { text: 'Oi' } });
    expect(await isGone(davi, id)).toBe(false);
    await iris.call('PUT /posts/{id}', { params: { id }, body: { text: '' } });
    expect(await isGone(davi, id)).toBe(true);
    const { mediaIds } = await publish(app, iris, { seed: 90 });
    await iris.call('POST /posts/{id}/medias', {
      params: { id },
      body: { medias: [{ id: mediaIds[0] as MediaId }] },
    });
    expect(await isGone(davi, id)).toBe(false);
    await iris.call('DELETE /posts/{postId}/medias/{mediaId}', {
      params: { postId: id, mediaId: mediaIds[0] as MediaId },
    });
    expect(await isGone(davi, id)).toBe(true);
  });

  test.each([
    ['otherRule', false],
    ['copyright', false],
    ['intimateImage', true],
    ['childSafety', true],
    ['terrorism', true],
  ] as const)('a removed media hides its whole post for %s: %s', async (code, whole) => {
    const { id, one } = await make({ text: 'Um texto' });
    await remove(one, code);
    expect(await isGone(davi, id)).toBe(whole);
  });

  test('a removed media is gone in each of its posts, in the gallery and in the numbers of the profile', async () => {
    const { id, one, two } = await make();
    const { reply } = await iris.ask('POST /posts', {
      body: { text: 'de novo', medias: [{ id: one }] },
    });
    const totals = async () =>
      (await davi.call('GET /publics/profiles/{domainname}', { params: { domainname: 'iris' } }))
        .totalMedias;
    const gallery = async () =>
      (
        await davi.call('GET /publics/profiles/{profileId}/gallery', {
          params: { profileId: iris.profileId as never },
        })
      ).map((item) => item.id);
    expect(await gallery()).toEqual(expect.arrayContaining([one, two]));
    const before = await totals();
    await remove(one);
    expect(await gallery()).not.toContain(one);
    expect(await gallery()).toContain(two);
    expect(await totals()).toBe(before - 2);
    expect(await mediaOf(davi, reply.data.id)).toEqual([[one, true, false]]);
    expect(await mediaOf(davi, id)).toEqual([
      [one, true, false],
      [two, false, true],
    ]);
    expect(
      await refused(iris, 'POST /posts', { body: { text: 'mais', medias: [{ id: one }] } }),
    ).toBe('media.withheld');
  });

  test('a media that is removed between the view of a price and the payment is not paid for', async () => {
    const { id, one } = await make({ pictures: 1, text: 'Uma só', price: centavos(400) });
    const decision = await app.ctx.pool.connect();
    await decision.query('BEGIN');
    await decision.query('SELECT id FROM posts WHERE id = $1 FOR UPDATE', [id]);
    const answer = buy(id, 400, 'removed-media-4');
    await untilWaitingForLock(app.ctx.pool);
    await decision.query(
      `INSERT INTO withholdings (id, target_kind, target_id, cause, cause_id, from_owner,
        whole_posts, withheld_at)
        VALUES (gen_random_uuid(), 'media', $1, 'decision', gen_random_uuid(), false, false,
          now())`,
      [one],
    );
    await decision.query('COMMIT');
    decision.release();
    expect(await answer).toBe('post.notForSale');
  });
});
