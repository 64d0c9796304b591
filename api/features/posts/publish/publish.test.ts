// From a file on a phone to a post in a feed: what the owner is notified of, what others see, and
// what a bad file leaves behind.
import { crc32, deflateSync } from 'node:zlib';
import type { PostId } from '@camarim/contract/ids';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import {
  joinProducer,
  open,
  picture,
  post,
  publish,
  refused,
  storedKeys,
} from '../../../testing/publishing.ts';
import { type ApiClient, upload } from '../../../api-client.ts';
import type { JobPayloads } from '../../../platform/jobs/port.ts';
import { pgBossJobs } from '../../../platform/jobs/pg-boss.ts';
import { media } from '../../media/index.ts';
import { removals } from '../../removals/index.ts';

let app: TestApp;
let luna: ApiClient;
let rival: ApiClient;
let fan: ApiClient;

beforeAll(async () => {
  app = await testApp();
  rival = await joinProducer(app, 'rival');
  ({ producer: luna, fan } = app);
});

// Nothing of one test is left for the next to count.
afterEach(async () => {
  await app.runJobs();
  await app.ctx.pool.query('DELETE FROM outbox');
});

/** Statuses of the post published to its owner, and other people who got any of them. */
const publishedStatuses = async (
  postId: string,
): Promise<{ statuses: string[]; strangers: string[] }> => {
  const { rows } = await app.ctx.pool.query<{
    audience: string[];
    payload: { payload: { postId?: string; status?: string } };
  }>(`SELECT audience, payload FROM outbox WHERE event = 'notifications' ORDER BY id`);
  const ours = rows.filter((row) => row.payload.payload.postId === postId);
  return {
    statuses: ours.map((row) => row.payload.payload.status ?? ''),
    strangers: ours.flatMap((row) => row.audience).filter((id) => id !== luna.profileId),
  };
};
const noticesOf = async (profileId: string): Promise<{ type: string; post_id: string }[]> =>
  (
    await app.ctx.pool.query('SELECT type, post_id FROM notifications WHERE profile_id = $1', [
      profileId,
    ])
  ).rows;
const totalPosts = async (person: ApiClient): Promise<number> =>
  (await person.call('GET /profiles/me')).totalPosts;
const get = async (person: ApiClient, id: PostId, lang = 'en') => {
  const { status, reply } = await person.ask('GET /posts/{id}', {
    params: { id },
    headers: { lang },
  });
  return { status, data: reply.data };
};

describe('a post with images', () => {
  test('a post with images publishes each of its statuses to its owner, and is listed when it is ready', async () => {
    const before = await totalPosts(luna);
    const {
      reply: { data: created },
    } = await post(app, luna, [await picture(1), await picture(2)], { text: 'Olá' });
    expect(created).toMatchObject({
      status: 'queue',
      text: 'Olá',
      medias: [{ status: 'created', url: null, preview: null }, { status: 'created' }],
    });
    expect((await get(fan, created.id)).status).toBe(404);
    await app.runJobs();
    const { statuses, strangers } = await publishedStatuses(created.id);
    expect([...new Set(statuses)]).toEqual([
      'queue',
      'processing',
      'watermarking',
      'watermarked',
      'processed',
    ]);
    expect(statuses).toHaveLength(5);
    expect(strangers).toEqual([]);
    expect(await noticesOf(luna.profileId)).toContainEqual({
      type: 'postProcessed',
      post_id: created.id,
    });
    const { data: seen } = await get(fan, created.id);
    expect(seen).toMatchObject({
      status: 'processed',
      locked: null,
      medias: [{ status: 'processed', width: 320, height: 240, order: 0 }, { order: 1 }],
    });
    expect(await totalPosts(luna)).toBe(before + 1);
  });

  test('a post with images has no camera metadata in any size, and shows file names to its owner only', async () => {
    const original = await picture(3);
    expect((await sharp(original).metadata()).exif?.includes('SecretModel')).toBe(true);
    const { id } = await publish(app, luna, { seed: 3 });
    const { data } = await get(fan, id);
    const [media] = data.medias;
    expect(media?.name).toBeNull();
    for (const address of [media?.preview, media?.mdThumb, media?.lgThumb, media?.url]) {
      const { rawPayload, statusCode } = await open(app, fan, address ?? '');
      expect(statusCode).toBe(200);
      const metadata = await sharp(rawPayload).metadata();
      expect([metadata.format, metadata.exif, metadata.xmp, metadata.iptc]).toEqual([
        'webp',
        undefined,
        undefined,
        undefined,
      ]);
      expect(/SecretModel|CameraMaker|GPS/.test(rawPayload.toString('latin1'))).toBe(false);
    }
  });

  test('a post with images is processed once when its images are processed concurrently', async () => {
    const before = await totalPosts(luna);
    const {
      reply: { data },
    } = await post(app, luna, await Promise.all([11, 12, 13, 14].map((seed) => picture(seed))));
    const workers = [1, 2].map(() =>
      pgBossJobs<JobPayloads>({
        databaseUrl: app.ctx.pool.options.connectionString ?? '',
        log: app.ctx.log,
      }),
    );
    for (const jobs of workers) {
      // What ends the work on a picture enqueues a job of removals.
      for (const { jobs: define } of [media, removals])
        define?.({ ...app.ctx, jobs }, app.services);
      await jobs.start({ work: true });
    }
    try {
      await expect
        .poll(async () => (await get(luna, data.id)).data.status, { timeout: 90_000 })
        .toBe('processed');
    } finally {
      await Promise.all(workers.map((jobs) => jobs.stop()));
    }
    expect(await totalPosts(luna)).toBe(before + 1);
    expect(
      (await publishedStatuses(data.id)).statuses.filter((status) => status === 'processed'),
    ).toHaveLength(1);
  });
});

describe('a post without media', () => {
  test('a post without media is published at once', async () => {
    const {
      status,
      reply: { data },
    } = await luna.ask('POST /posts', { body: { text: 'Só palavras' } });
    expect([status, data.status, data.text]).toEqual([200, 'processed', 'Só palavras']);
    expect((await get(fan, data.id)).data.text).toBe('Só palavras');
  });

  test('a post without media is published once per key, and refused for the same key with another text', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() =>
        luna.call('POST /posts', { body: { text: 'uma vez' }, idempotencyKey: 'publish-once' }),
      ),
    );
    expect(second?.id).toBe(first?.id);
    const { status, reply } = await luna.ask('POST /posts', {
      body: { text: 'duas vezes' },
      idempotencyKey: 'publish-once',
    });
    expect([status, reply.code]).toEqual([409, 'request.idempotencyMismatch']);
  });
});

describe('publishing is refused', () => {
  test('publishing is refused to visitors and members', async () => {
    expect(await refused(app.visitor, 'POST /posts', { body: { text: 'x' } })).toBe(
      'auth.required',
    );
    expect(await refused(fan, 'POST /posts', { body: { text: 'x' } })).toBe('auth.producersOnly');
    expect(
      await refused(fan, 'GET /auth/private-upload/{type}', {
        params: { type: 'image' },
        query: { contentType: 'image/jpeg' },
      }),
    ).toBe('auth.producersOnly');
  });

  test('publishing is refused for an empty post, a price out of bounds and too many images', async () => {
    expect(await refused(luna, 'POST /posts', { body: { text: '  \n ' } })).toBe('post.empty');
    for (const price of [99, 1_000_001, 0, -5, 10.5]) {
      const {
        status,
        reply: { fields },
      } = await luna.ask('POST /posts', { body: { text: 'x', price } });
      expect([status, Object.keys(fields ?? {})]).toEqual([400, ['price']]);
    }
    const medias = Array.from({ length: 11 }, (_, index) => ({
      key: `uploads/${luna.profileId}/${index}`,
      contentType: 'image/jpeg',
    }));
    expect((await luna.ask('POST /posts', { body: { medias } })).status).toBe(400);
  });

  test('publishing is refused for a type or size that is not accepted, before the upload', async () => {
    const ask = (query: { contentType: string; size?: number }) =>
      luna.ask('GET /auth/private-upload/{type}', { params: { type: 'image' }, query });
    expect((await ask({ contentType: 'text/html' })).reply.code).toBe('upload.typeNotAllowed');
    expect((await ask({ contentType: 'image/svg+xml' })).reply.code).toBe('upload.typeNotAllowed');
    expect((await ask({ contentType: 'image/png', size: 52_428_801 })).reply.code).toBe(
      'upload.tooLarge',
    );
    expect((await ask({ contentType: 'image/png', size: 52_428_800 })).status).toBe(200);
  });

  test('publishing is refused for an upload that is foreign, missing, used or repeated', async () => {
    const attach = (person: ApiClient, ...keys: string[]) =>
      person.ask('POST /posts', {
        body: { medias: keys.map((key) => ({ key, contentType: 'image/jpeg' })) },
      });
    const key = await upload(app.server, luna, await picture(21), 'image/jpeg');
    expect((await attach(rival, key)).reply.code).toBe('upload.notFound');
    expect((await attach(luna, `${key}x`)).reply.code).toBe('upload.notFound');
    expect(
      (await attach(luna, `uploads/${luna.profileId}/../${rival.profileId}/x`)).reply.code,
    ).toBe('upload.notFound');
    expect((await attach(luna, key, key)).reply.code).toBe('upload.notFound');
    expect((await attach(luna, key)).status).toBe(200);
    expect((await attach(luna, key)).reply.code).toBe('upload.notFound');
    const other = await upload(app.server, luna, await picture(22), 'image/jpeg');
    expect(
      await refused(luna, 'POST /posts', {
        body: { medias: [{ key: other, contentType: 'video/mp4' }] },
      }),
    ).toBe('upload.typeNotAllowed');
  });
});

describe('an unusable file', () => {
  /** A few bytes of PNG that claim to be a square of that side. */
  const bomb = (side: number): Buffer => {
    const chunk = (type: string, data: Buffer): Buffer => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const ends = Buffer.alloc(8);
      ends.writeUInt32BE(data.length);
      ends.writeUInt32BE(crc32(body), 4);
      return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
    };
    const header = Buffer.from('00000000000000000802000000', 'hex');
    header.writeUInt32BE(side);
    header.writeUInt32BE(side, 4);
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };
  test.each([
    [
      'a web page',
      'upload.forged',
      'The content of the file does not match its declared type.',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    ],
    [
      'a drawing that can run code',
      'upload.forged',
      'The content of the file does not match its declared type.',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    [
      'half a picture',
      'upload.damaged',
      'The file is incomplete or damaged.',
      async () => (await picture(31)).subarray(0, 9_000),
    ],
    [
      'a bomb',
      'upload.tooManyPixels',
      'The image has too many pixels. Make it smaller and send it again.',
      async () => bomb(60_000),
    ],
  ])(
    'an unusable file (%s) fails with a message for its owner and leaves nothing in storage',
    async (_, code, message, content) => {
      const stored = await storedKeys(app);
      const {
        reply: { data },
      } = await post(app, luna, [await content()]);
      await app.runJobs();
      const { data: failed } = await get(luna, data.id);
      expect(failed).toMatchObject({
        status: 'error',
        medias: [{ status: 'error', errorMessage: message, url: null, preview: null }],
      });
      expect(
        (
          await app.ctx.pool.query('SELECT error_code FROM media WHERE id = $1', [
            data.medias[0]?.id,
          ])
        ).rows,
      ).toEqual([{ error_code: code }]);
      expect((await publishedStatuses(data.id)).statuses.at(-1)).toBe('error');
      expect(await noticesOf(luna.profileId)).toContainEqual({
        type: 'postFailed',
        post_id: data.id,
      });
      expect(await storedKeys(app)).toEqual(stored);
      expect((await get(fan, data.id)).status).toBe(404);
      const waiting = await luna.call('GET /posts/unpublished');
      expect(waiting.map(({ id }) => id)).toContain(data.id);
    },
  );

  test("an unusable file fails its post with a message in the reader's language", async () => {
    const {
      reply: { data },
    } = await post(app, luna, [await picture(41), Buffer.from('nope'), await picture(42)]);
    await app.runJobs();
    const { data: failed } = await get(luna, data.id, 'es');
    expect([failed.status, failed.medias.map((media) => media.status)]).toEqual([
      'error',
      ['processed', 'error', 'processed'],
    ]);
    expect(failed.medias[1]?.errorMessage).toBe(
      'El contenido del archivo no corresponde al tipo declarado.',
    );
    await luna.call('DELETE /posts/{id}', { params: { id: failed.id } });
  });
});

describe('deleting a post', () => {
  test('deleting a post removes the post for all readers and its files from storage', async () => {
    const stored = await storedKeys(app);
    const before = await totalPosts(luna);
    const { id } = await publish(app, luna, { seed: 51 });
    const address = (await get(fan, id)).data.medias[0]?.url ?? '';
    expect((await open(app, fan, address)).statusCode).toBe(200);
    await luna.call('DELETE /posts/{id}', { params: { id } });
    await app.runJobs();
    app.clock.advance(6_000);
    expect([
      (await get(luna, id)).status,
      (await get(fan, id)).status,
      (await open(app, fan, address)).statusCode,
    ]).toEqual([404, 404, 403]);
    expect(await storedKeys(app)).toEqual(stored);
    expect(await totalPosts(luna)).toBe(before);
    expect(await refused(luna, 'DELETE /posts/{id}', { params: { id } })).toBe('post.notFound');
  });

  test('deleting a post during processing leaves nothing in storage', async () => {
    const stored = await storedKeys(app);
    const {
      reply: { data },
    } = await post(app, luna, [await picture(52)]);
    const { media } = app.ctx;
    app.ctx.media = {
      ...media,
      async renderImage(request) {
        const rendered = await media.renderImage(request);
        await luna.call('DELETE /posts/{id}', { params: { id: data.id } });
        return rendered;
      },
    };
    await app.runJobs();
    app.ctx.media = media;
    expect(await storedKeys(app)).toEqual(stored);
    expect((await get(luna, data.id)).status).toBe(404);
  });

  test('deleting a post is refused for other people', async () => {
    const { id } = await publish(app, luna, { pictures: 0, text: 'minha' });
    for (const person of [rival])
      expect(await refused(person, 'DELETE /posts/{id}', { params: { id } })).toBe('post.notFound');
    expect(await refused(fan, 'DELETE /posts/{id}', { params: { id } })).toBe('auth.producersOnly');
    expect(await refused(app.visitor, 'DELETE /posts/{id}', { params: { id } })).toBe(
      'auth.required',
    );
    expect((await get(luna, id)).status).toBe(200);
  });
});
