// Media of an existing post: removing and adding them, and what its buyers still see.
import type { MediaId, PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import {
  fill,
  joinProducer,
  open,
  picture,
  post,
  publish,
  storedKeys,
} from '../../../testing/publishing.ts';
import type { MediaInput } from '../../media/index.ts';

let app: TestApp;
let iris: ApiClient;
let rival: ApiClient;
let fan: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  app = await testApp();
  rival = await joinProducer(app, 'rival');
  ({ producer: iris, fan, stranger } = app);
});

const sees = async (person: ApiClient, id: PostId): Promise<boolean> =>
  (await person.ask('GET /posts/{id}', { params: { id } })).status === 200;
const buy = async (person: ApiClient, id: PostId, price: number, key: string) => {
  await fill(app, person, price);
  return person.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(price) },
    idempotencyKey: `purchase-${key}`,
  });
};

describe('the order of the media of a post', () => {
  const order = (id: PostId, mediaIds: readonly MediaId[], person: ApiClient = iris) =>
    person.ask('PUT /posts/{id}', { params: { id }, body: { mediaIds: [...mediaIds] } });

  test('the media of a published post get the order that its owner asks for, also after a sale', async () => {
    const { id, mediaIds } = await publish(app, iris, {
      seed: 30,
      pictures: 3,
      price: 990,
    });
    const [first, second, third] = mediaIds as [MediaId, MediaId, MediaId];
    expect((await buy(fan, id, 990, 'ordered')).status).toBe(200);
    const wanted = [third, first, second];
    expect((await order(id, wanted)).reply.data.medias.map((media) => media.id)).toEqual(wanted);
    const seen = await fan.call('GET /posts/{id}', { params: { id } });
    expect(seen.medias.map((media) => [media.id, media.order])).toEqual(
      wanted.map((mediaId, place) => [mediaId, place]),
    );
    await iris.call('PUT /posts/{id}', { params: { id }, body: { tip: false } });
    expect((await fan.call('GET /posts/{id}', { params: { id } })).medias[0]?.id).toBe(third);
  });

  test('an order that is not of exactly these media changes nothing', async () => {
    const { id, mediaIds } = await publish(app, iris, { seed: 34, pictures: 2 });
    const other = await publish(app, iris, { seed: 36 });
    const [first, second] = mediaIds as [MediaId, MediaId];
    for (const wrong of [[first], [first, first], [second, ...other.mediaIds], []])
      expect([wrong, (await order(id, wrong)).reply.code]).toEqual([wrong, 'media.notFound']);
    expect((await order(id, [second, first], rival)).reply.code).toBe('post.notFound');
    const { medias } = await fan.call('GET /posts/{id}', { params: { id } });
    expect(medias.map((media) => media.id)).toEqual(mediaIds);
  });
});

describe('removing a media of a post', () => {
  const remove = (postId: PostId, mediaId: MediaId, person: ApiClient = iris) =>
    person.ask('DELETE /posts/{postId}/medias/{mediaId}', { params: { postId, mediaId } });

  test('removing a media of a post keeps the other media and deletes its files from storage', async () => {
    const {
      id,
      mediaIds: [first, second],
    } = await publish(app, iris, { seed: 40, pictures: 2 });
    const url = (await fan.call('GET /posts/{id}', { params: { id } })).medias[0]?.url;
    expect((await open(app, fan, url)).statusCode).toBe(200);
    const { reply } = await remove(id, first as MediaId);
    expect(reply.data.medias.map((media) => media.id)).toEqual([second]);
    await app.runJobs();
    app.clock.advance(10_000);
    expect((await storedKeys(app)).filter((key) => key.includes(String(first)))).toEqual([]);
    expect((await open(app, fan, url)).statusCode).not.toBe(200);
    expect((await remove(id, second as MediaId)).reply.code).toBe('post.empty');
    expect((await remove(id, first as MediaId)).reply.code).toBe('media.notFound');
    expect((await remove(id, second as MediaId, rival)).reply.code).toBe('post.notFound');
  });

  test('removing a media of a post is refused after a purchase', async () => {
    const {
      id,
      mediaIds: [first],
    } = await publish(app, iris, { seed: 44, pictures: 2, price: 500 });
    await buy(fan, id, 500, 'media-1');
    const { status, reply } = await remove(id, first as MediaId);
    expect([status, reply.code, reply.message]).toEqual([
      409,
      'post.sold',
      expect.stringContaining('vendido'),
    ]);
  });

  test('removing its failed image publishes a post', async () => {
    const { reply } = await post(app, iris, [await picture(50), Buffer.from('no picture at all')], {
      text: 'quase',
    });
    const { id, medias } = reply.data;
    await app.runJobs();
    expect(await iris.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      status: 'error',
    });
    expect((await remove(id, medias[1]?.id as MediaId)).reply.data).toMatchObject({
      status: 'processed',
    });
    expect(await sees(fan, id)).toBe(true);
  });
});

describe('adding media to a post', () => {
  const add = (postId: PostId, medias: MediaInput[], idempotencyKey?: string) =>
    iris.ask('POST /posts/{id}/medias', {
      params: { id: postId },
      body: { medias },
      ...(idempotencyKey && { idempotencyKey }),
    });
  const idsFor = async (person: ApiClient, id: PostId) =>
    (await person.call('GET /posts/{id}', { params: { id } })).medias.map((media) => media.id);

  test('adding media to a post appends vault media at once, and refuses repeated, too many and foreign ones', async () => {
    const {
      mediaIds: [other],
    } = await publish(app, iris, { seed: 70 });
    const { id, mediaIds } = await publish(app, iris, { seed: 71, pictures: 3 });
    await iris.call('DELETE /posts/{postId}/medias/{mediaId}', {
      params: { postId: id, mediaId: mediaIds[1] as MediaId },
    });
    const { reply } = await add(id, [{ id: other as MediaId }]);
    expect([reply.data.status, reply.data.medias.map((media) => media.id)]).toEqual([
      'processed',
      [mediaIds[0], mediaIds[2], other],
    ]);
    expect(await idsFor(fan, id)).toEqual([mediaIds[0], mediaIds[2], other]);
    expect((await add(id, [{ id: other as MediaId }])).reply.code).toBe('media.notFound');
    expect(
      (
        await add(
          id,
          Array.from({ length: 8 }, () => ({ id: other as MediaId })),
        )
      ).reply.code,
    ).toBe('post.tooManyMedias');
    const theirs = await publish(app, rival, { seed: 78 });
    expect((await add(id, [{ id: theirs.mediaIds[0] as MediaId }])).reply.code).toBe(
      'media.notFound',
    );
  });

  test('a sold post stays open to its buyers while an added upload is processed or fails', async () => {
    const { id, mediaIds } = await publish(app, iris, { seed: 75, price: 500 });
    await buy(fan, id, 500, 'more-1');
    const key = await upload(app.server, iris, await picture(76), 'image/jpeg');
    const [first, again] = [
      await add(id, [{ key, contentType: 'image/jpeg' }], 'more-of-it'),
      await add(id, [{ key, contentType: 'image/jpeg' }], 'more-of-it'),
    ];
    expect(first.reply.data).toMatchObject({
      status: 'queue',
      medias: [{ status: 'processed' }, { status: 'created' }],
    });
    expect(again.reply.data.medias).toHaveLength(2);
    expect([
      await idsFor(fan, id),
      (await stranger.call('GET /posts/{id}', { params: { id } })).locked?.images,
    ]).toEqual([mediaIds, 1]);
    await app.runJobs();
    expect([
      await idsFor(fan, id),
      (await iris.call('GET /posts/{id}', { params: { id } })).status,
    ]).toEqual([[...mediaIds, first.reply.data.medias[1]?.id], 'processed']);
    const broken = await upload(app.server, iris, Buffer.from('no picture at all'), 'image/jpeg');
    const {
      reply: { data },
    } = await add(id, [{ key: broken, contentType: 'image/jpeg' }]);
    await app.runJobs();
    expect([
      (await iris.call('GET /posts/{id}', { params: { id } })).status,
      (await idsFor(fan, id)).length,
    ]).toEqual(['error', 2]);
    const { reply } = await iris.ask('DELETE /posts/{postId}/medias/{mediaId}', {
      params: { postId: id, mediaId: data.medias[2]?.id as MediaId },
    });
    expect([reply.data.status, reply.data.medias.length]).toEqual(['processed', 2]);
  });

  test('adding media to a post is refused for a sold post without media', async () => {
    const { id } = await publish(app, iris, { pictures: 0, text: 'o segredo', price: 500 });
    await buy(fan, id, 500, 'more-3');
    const {
      mediaIds: [other],
    } = await publish(app, iris, { seed: 79 });
    expect((await add(id, [{ id: other as MediaId }])).reply.code).toBe('post.sold');
  });
});
