// The free preview of a locked post: everyone sees the chosen picture or trailer, and nothing else
// of the post.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Routes } from '@camarim/contract';
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { HOUR_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { drawClip, probeFile } from '../../../platform/media/video/clips.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, open, publish, refused, unblock } from '../../../testing/publishing.ts';
import { eraseMedia } from '../process/process-media.ts';
import { RENDITIONS } from '../storage-keys.ts';
import { addressSigner } from '../view-media.ts';

type Post = ReplyOf<Routes['GET /posts/{id}']>['data'];

/** Longer than an access decision is cached. */
const AFTER_CACHE_MS = 5_001;

let app: TestApp;
let iris: ApiClient;

beforeAll(async () => {
  app = await testApp({ settings: { GEO_COUNTRY_HEADER: 'x-country', TRUST_PROXY: 'loopback' } });
  iris = app.producer;
});

const seen = (person: ApiClient, id: PostId, headers: Record<string, string> = {}): Promise<Post> =>
  person.call('GET /posts/{id}', { params: { id }, headers });
const choose = (id: PostId, mediaId: MediaId | null, seconds: number | null = null) =>
  iris.call('PUT /posts/{id}', {
    params: { id },
    body: { freePreview: mediaId && { mediaId, seconds } },
  });
const status = async (person: ApiClient, url: string | null | undefined): Promise<number> =>
  (await open(app, person, url)).statusCode;
/** Which media of the post have the address of a whole picture. */
const shown = ({ medias }: Post): boolean[] => medias.map(({ url }) => url !== null);

describe('a picture', () => {
  test('a picture that was chosen is seen by everyone, and the others of the post by no other person', async () => {
    const { id, mediaIds } = await publish(app, iris, { price: 500, pictures: 2, seed: 3 });
    expect(shown(await seen(app.visitor, id))).toEqual([false, false]);
    await choose(id, mediaIds[1] as MediaId);
    for (const person of [app.visitor, app.fan]) {
      const post = await seen(person, id);
      expect([shown(post), post.medias.map(({ free }) => free)]).toEqual([
        [false, true],
        [false, true],
      ]);
      expect(post.locked).toMatchObject({ reason: 'price', images: 2 });
      expect(await status(person, post.medias[1]?.url)).toBe(200);
    }
    const signer = await addressSigner(app.ctx);
    const { full, lg } = signer.addressesOf(mediaIds[0] as MediaId, 'public', app.clock.now());
    for (const address of [full, lg]) expect(await status(app.visitor, address)).toBe(403);
  });

  test('a picture that is chosen at publication is the one at that position, also for members only', async () => {
    const { id } = await publish(app, iris, {
      public: false,
      pictures: 2,
      seed: 8,
      freePreview: { index: 0, seconds: null },
    });
    expect(shown(await seen(app.visitor, id))).toEqual([true, false]);
  });

  test('a picture that is no longer chosen is refused at the address that was given before', async () => {
    const { id, mediaIds } = await publish(app, iris, {
      price: 500,
      pictures: 2,
      seed: 12,
      freePreview: { index: 0, seconds: null },
    });
    const { url } = (await seen(app.visitor, id)).medias[0] ?? {};
    expect(await status(app.visitor, url)).toBe(200);
    await choose(id, mediaIds[1] as MediaId);
    app.clock.advance(AFTER_CACHE_MS);
    expect([await status(app.visitor, url), shown(await seen(app.visitor, id))]).toEqual([
      403,
      [false, true],
    ]);
    await choose(id, null);
    expect(shown(await seen(app.visitor, id))).toEqual([false, false]);
  });

  test('a picture is not shown to a blocked person, nor without an age proof where one is required', async () => {
    const { id } = await publish(app, iris, {
      price: 500,
      seed: 16,
      freePreview: { index: 0, seconds: null },
    });
    const { url } = (await seen(app.fan, id)).medias[0] ?? {};
    const post = await seen(app.visitor, id, { 'x-country': 'BR' });
    expect([post.locked?.reason, shown(post)]).toEqual(['age', [false]]);
    await block(app, iris, app.fan);
    app.clock.advance(AFTER_CACHE_MS);
    expect(await status(app.fan, url)).toBe(403);
    await unblock(app, iris, app.fan);
  });

  test('a picture with a length, and a media of another post, are refused', async () => {
    const { id, mediaIds } = await publish(app, iris, { price: 500, seed: 20 });
    const other = await publish(app, iris, { price: 500, seed: 22 });
    const ask = (mediaId: MediaId | undefined, seconds: number | null) =>
      refused(iris, 'PUT /posts/{id}', {
        params: { id },
        body: { freePreview: { mediaId: mediaId as MediaId, seconds } },
      });
    expect([await ask(other.mediaIds[0], null), await ask(mediaIds[0], 10)]).toEqual([
      'media.notFound',
      'post.previewKind',
    ]);
  });
});

describe('a trailer', () => {
  let folder: string;
  let id: PostId;
  let mediaId: MediaId;
  let asCreated: Post['medias'][number] | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'camarim-trailer-'));
    const file = await drawClip(folder, { seconds: 8, size: '320x240', rate: 10 });
    const key = await upload(app.server, iris, await readFile(file), 'video/mp4');
    const post = await iris.call('POST /posts', {
      body: {
        price: 500,
        medias: [{ key, contentType: 'video/mp4' }],
        freePreview: { index: 0, seconds: 5 },
      },
    });
    ({ id } = post);
    mediaId = post.medias[0]?.id as MediaId;
    asCreated = post.medias[0];
    await app.runJobs();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** So many events have its owner's page read this post again. */
  const eventsOf = async (postId: PostId): Promise<number> => {
    const { rows } = await app.ctx.pool.query(
      "SELECT count(*)::integer AS count FROM outbox WHERE outbox::text LIKE '%' || $1 || '%' AND outbox::text LIKE '%status%'",
      [postId],
    );
    return rows[0].count;
  };
  const tryTrailer = async (times: number): Promise<void> => {
    // Further attempts are due by the database's clock.
    for (let time = 0; time < times; time += 1)
      await app.ctx.jobs.runDue(new Date(Date.now() + HOUR_MS));
  };
  /** Takes the file of the finished video away; returns how it comes back. */
  const loseVideo = async (): Promise<() => Promise<unknown>> => {
    const { rows } = await app.ctx.pool.query(
      "SELECT key FROM media_renditions WHERE media_id = $1 AND kind = 'whole'",
      [mediaId],
    );
    const whole = await app.ctx.blobs.get(RENDITIONS, rows[0].key);
    if (!whole) throw new Error('the finished video is not stored');
    const content = await buffer(whole.stream);
    await app.ctx.blobs.delete(RENDITIONS, rows[0].key);
    return () => app.ctx.blobs.put(RENDITIONS, rows[0].key, content, { contentType: 'video/mp4' });
  };
  const stateFor = async (person: ApiClient) => {
    const [media] = (await seen(person, id)).medias;
    return [media?.trailerFailed, media?.trailer];
  };
  const trailerFor = async (person: ApiClient) => (await seen(person, id)).medias[0]?.trailer;

  test('a trailer is cut after the video and plays for everyone, who get nothing else of it', async () => {
    expect(asCreated).toMatchObject({ free: true, trailer: null, trailerSeconds: 5 });
    const { medias } = await seen(app.visitor, id);
    expect(medias[0]).toMatchObject({
      free: true,
      trailer: expect.any(String),
      trailerSeconds: null,
      url: null,
      m3u8: null,
      mp4Output: null,
      sprite: null,
    });
    const response = await open(app, app.visitor, medias[0]?.trailer);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'video/mp4']);
    const path = join(folder, 'trailer.mp4');
    await writeFile(path, response.rawPayload);
    const seconds = Number(
      await probeFile(path, '-show_entries', 'format=duration', '-of', 'csv=p=0'),
    );
    expect(Math.abs(seconds - 5)).toBeLessThan(0.2);
    const signer = await addressSigner(app.ctx);
    const play = signer.playOf(mediaId, 'public', app.clock.now());
    for (const address of [
      `${play}master.m3u8`,
      `${play}whole.mp4`,
      `${play}key`,
      signer.addressesOf(mediaId, 'public', app.clock.now()).full,
      signer.trailerOf(mediaId, 30, app.clock.now()),
      medias[0]?.trailer?.replace('/5.', '/6.'),
    ])
      expect([address, await status(app.visitor, address)]).toEqual([address, 403]);
  });

  test('a trailer is refused to a blocked person, and to everyone once it is no longer chosen', async () => {
    const trailer = await trailerFor(app.fan);
    await block(app, iris, app.fan);
    app.clock.advance(AFTER_CACHE_MS);
    expect([await status(app.fan, trailer), await status(app.visitor, trailer)]).toEqual([
      403, 200,
    ]);
    await unblock(app, iris, app.fan);
    await choose(id, null);
    app.clock.advance(AFTER_CACHE_MS);
    expect([await trailerFor(app.visitor), await status(app.visitor, trailer)]).toEqual([
      null,
      403,
    ]);
    await choose(id, mediaId, 5);
    expect(await trailerFor(app.visitor)).not.toBeNull();
  });

  test('another length is cut again, and the former is not served', async () => {
    const former = await trailerFor(app.visitor);
    await choose(id, mediaId, 6);
    expect(await trailerFor(app.visitor)).toBeNull();
    await app.runJobs();
    app.clock.advance(AFTER_CACHE_MS);
    expect([
      await status(app.visitor, await trailerFor(app.visitor)),
      await status(app.visitor, former),
    ]).toEqual([200, 403]);
  });

  test('a trailer whose last attempt failed is reported to its owner alone, and is cut when chosen again', async () => {
    const [restore, eventsBefore] = [await loseVideo(), await eventsOf(id)];
    await choose(id, mediaId, 7);
    await tryTrailer(5);
    expect(await stateFor(iris)).toEqual([false, null]);
    // The last attempt of a length that is no longer chosen, and the first of the one that is.
    await choose(id, mediaId, 8);
    await tryTrailer(1);
    expect(await stateFor(iris)).toEqual([false, null]);
    await tryTrailer(5);
    expect([await stateFor(iris), await stateFor(app.fan), await stateFor(app.visitor)]).toEqual([
      [true, null],
      [false, null],
      [false, null],
    ]);
    expect((await eventsOf(id)) - eventsBefore).toBe(1);
    // The one that was cut before is there still.
    await choose(id, mediaId, 6);
    expect(await stateFor(iris)).toEqual([false, expect.any(String)]);
    await restore();
    await choose(id, mediaId, 8);
    expect(await stateFor(iris)).toEqual([false, null]);
    await app.runJobs();
    expect(await stateFor(iris)).toEqual([false, expect.any(String)]);
  });

  test('a trailer that failed is shown once another post of the same video has it cut', async () => {
    const restore = await loseVideo();
    await choose(id, mediaId, 10);
    await tryTrailer(6);
    expect(await stateFor(iris)).toEqual([true, null]);
    await restore();
    await iris.call('POST /posts', {
      body: {
        price: 700,
        medias: [{ id: mediaId }],
        freePreview: { index: 0, seconds: 10 },
      },
    });
    await app.runJobs();
    expect(await stateFor(iris)).toEqual([false, expect.any(String)]);
  });

  test('a video without a length is refused, and one that is erased has no trailer', async () => {
    expect(
      await refused(iris, 'PUT /posts/{id}', {
        params: { id },
        body: { freePreview: { mediaId, seconds: null } },
      }),
    ).toBe('post.previewKind');
    const trailer = await trailerFor(app.visitor);
    await transaction(app.ctx.db, (tx) => eraseMedia(app.ctx, tx, [mediaId]));
    app.clock.advance(AFTER_CACHE_MS);
    expect(await status(app.visitor, trailer)).toBe(403);
    expect((await seen(iris, id)).profileId).toBe(iris.profileId);
  });
});
