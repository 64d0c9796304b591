// `npm run test:s3`: the application with its storage at an S3 that is not ours, from the browser's
// upload to what is served.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Routes } from '@camarim/contract';
import { UPLOAD_PART_BYTES, UPLOADS_PARALLEL } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { connectS3 } from '../../platform/blobs/s3/s3-connection.ts';
import { drawClip } from '../../platform/media/video/clips.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../app.ts';
import { picture as drawDocument, sendDocument, signupOf } from '../producing.ts';
import { fill, open, picture, publish, refused } from '../publishing.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type MultiUpload = ReplyOf<Routes['GET /auth/multi-upload']>['data'];

const { target, siteOrigin, ownCors } = inject('s3');
const { client, nameOf } = connectS3(target);
const privateBucket = nameOf('private');

let app: TestApp;
let producer: ApiClient;
let fan: ApiClient;
let folder: string;

beforeAll(async () => {
  const settings = {
    S3_ENDPOINT: target.endpoint,
    S3_ACCESS_KEY_ID: target.accessKeyId,
    S3_SECRET_ACCESS_KEY: target.secretAccessKey,
    S3_REGION: target.region,
    S3_BUCKET_PREFIX: target.bucketPrefix,
  };
  // The store has a clock of its own: what is signed must be signed today.
  app = await testApp({ settings, startAt: new Date() });
  ({ producer, fan } = app);
  folder = await mkdtemp(join(tmpdir(), 'camarim-video-'));
});
afterAll(async () => {
  client.destroy();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const storedBytes = async (key: string): Promise<Uint8Array> =>
  (await (
    await client.send(new GetObjectCommand({ Bucket: privateBucket, Key: key }))
  ).Body?.transformToByteArray()) ?? new Uint8Array();
const mediaFor = async (
  person: ApiClient,
  { id }: Pick<Awaited<ReturnType<typeof publish>>, 'id'>,
) => {
  const {
    medias: [media],
  } = await person.call('GET /posts/{id}', { params: { id } });
  if (!media) throw new Error('no media');
  return media;
};

const begin = (size: number, contentType = 'application/zip'): Promise<MultiUpload> =>
  producer.call('GET /auth/multi-upload/{encodedName}/{partCount}', {
    params: {
      encodedName: 'arquivo',
      partCount: String(Math.ceil(size / UPLOAD_PART_BYTES)),
    },
    query: { contentType, size: String(size) },
  });
const resume = ({ key, uploadId }: MultiUpload, size: number): Promise<MultiUpload> =>
  producer.call('GET /auth/multi-upload', {
    query: { key, uploadId, size: String(size) },
  });
const complete = ({ key, uploadId, arrived }: MultiUpload) =>
  producer.ask('POST /auth/multi-upload', {
    body: { key, uploadId, parts: arrived.map(({ partNumber, etag }) => ({ partNumber, etag })) },
  });
const put = (url: string, body: Uint8Array): Promise<Response> =>
  fetch(url, { method: 'PUT', body: body });
/** A store may hang up before it has read what it does not want. */
const isTaken = (url: string, body: Uint8Array): Promise<boolean> =>
  put(url, body).then(
    ({ ok }) => ok,
    () => false,
  );
const partOf = (
  content: Uint8Array,
  { partNumber, bytes }: { partNumber: number; bytes: number },
): Uint8Array =>
  content.subarray(
    (partNumber - 1) * UPLOAD_PART_BYTES,
    (partNumber - 1) * UPLOAD_PART_BYTES + bytes,
  );

describe('a picture that came by a form', () => {
  test('media is served in every size and by ranges only to requesters with access', async () => {
    const sold = await publish(app, producer, { price: 1_500 });
    const { url, mdThumb, lgThumb } = await mediaFor(producer, sold);
    for (const address of [url, mdThumb, lgThumb]) {
      const whole = await open(app, producer, address);
      expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/webp']);
      const piece = await open(app, producer, address, { range: 'bytes=10-19' });
      expect([piece.statusCode, piece.headers['content-range']]).toEqual([
        206,
        `bytes 10-19/${whole.rawPayload.length}`,
      ]);
      expect(piece.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
      const outside = await open(app, producer, address, { range: 'bytes=99999999-' });
      expect([outside.statusCode, outside.headers['content-range']]).toEqual([
        416,
        `bytes */${whole.rawPayload.length}`,
      ]);
      expect((await open(app, fan, address)).statusCode).toBe(403);
    }
    expect(await mediaFor(fan, sold)).toMatchObject({ url: null, mdThumb: null });
    await fill(app, fan, 5_000);
    await fan.call('POST /posts/{id}/purchase', {
      params: { id: sold.id },
      body: { price: 1_500 },
      idempotencyKey: 'buy-the-picture',
    });
    app.clock.advance(5_001);
    expect((await open(app, fan, (await mediaFor(fan, sold)).url)).statusCode).toBe(200);
  });

  test('an image that came by a form can’t be read at the store itself, and is deleted with its post', async () => {
    const post = await publish(app, producer, { seed: 40 });
    const { rows } = await app.ctx.pool.query<{ original_key: string }>(
      'SELECT original_key FROM media WHERE id = $1',
      post.mediaIds,
    );
    const keys = [rows[0]?.original_key ?? '', `renditions/${post.mediaIds[0]}/full.webp`];
    for (const key of keys) {
      expect((await storedBytes(key)).length).toBeGreaterThan(0);
      expect((await fetch(`${target.endpoint}/${privateBucket}/${key}`)).status).toBe(403);
    }
    await producer.call('DELETE /posts/{id}', { params: { id: post.id } });
    await app.runJobs();
    for (const key of keys) expect(await app.ctx.blobs.head('private', key)).toBeNull();
  });
});

describe('a document', () => {
  test('a document is sealed in the store, and its upload in clear is deleted', async () => {
    const selfie = await drawDocument();
    const body = await signupOf(app, fan, { selfieKey: await sendDocument(app, fan, selfie) });
    await fan.call('POST /profiles/became-producer', { body });
    const { rows } = await app.ctx.pool.query<{ id: string }>(
      'SELECT id FROM producer_requests WHERE profile_id = $1',
      [fan.profileId],
    );
    const sealed = await storedBytes(`documents/producer/${rows[0]?.id}/selfie`);
    expect(Buffer.from(sealed).includes(selfie.subarray(0, 16))).toBe(false);
    for (const key of [body.documentFrontKey, body.documentBackKey, body.selfieKey])
      expect(await app.ctx.blobs.head('private', key)).toBeNull();
  });
});

describe('a large file in parts', () => {
  const content = randomBytes(6 * UPLOAD_PART_BYTES + 12_345);

  test('a large file in parallel parts arrives as it is, resumes, and is one file however often completed', async () => {
    const begun = await begin(content.length);
    expect(begun.parts).toHaveLength(7);
    const statuses = await Promise.all(
      begun.parts
        .slice(0, UPLOADS_PARALLEL)
        .map(async (part) => (await put(part.url, partOf(content, part))).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const resumed = await resume(begun, content.length);
    expect([
      resumed.arrived.map(({ partNumber }) => partNumber),
      resumed.parts.map(({ partNumber }) => partNumber),
    ]).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7],
    ]);
    expect(
      (
        await complete({
          ...resumed,
          arrived: [...resumed.arrived, { partNumber: 6, bytes: 1, etag: '"0"' }],
        })
      ).reply.code,
    ).toBe('upload.incomplete');
    for (const part of resumed.parts)
      expect((await put(part.url, partOf(content, part))).status).toBe(200);
    const whole = await resume(begun, content.length);
    expect(whole.parts).toEqual([]);
    for (let times = 0; times < 2; times += 1)
      expect(await complete(whole)).toMatchObject({
        status: 200,
        reply: { data: { key: begun.key, bytes: content.length } },
      });
    expect(sha256(await storedBytes(begun.key))).toBe(sha256(content));
  });

  test('a part is refused by the store under a changed address, and with more bytes than were granted', async () => {
    const begun = await begin(2 * UPLOAD_PART_BYTES);
    const [first, second] = begun.parts;
    if (!first || !second) throw new Error('no parts');
    const body = partOf(content, first);
    const wrong = [
      first.url.replace('partNumber=1', 'partNumber=2'),
      first.url.replace('/uploads/', '/renditions/'),
      first.url.replace(/Signature=\w{8}/, 'Signature=00000000'),
      first.url.replace(/Expires=\d+/, 'Expires=604800'),
    ];
    for (const url of wrong) expect([url, await isTaken(url, body)]).toEqual([url, false]);
    expect(await isTaken(first.url, content.subarray(0, UPLOAD_PART_BYTES + 1))).toBe(false);
    expect((await resume(begun, 2 * UPLOAD_PART_BYTES)).arrived).toEqual([]);
    expect(await isTaken(first.url, body)).toBe(true);
    expect(
      await refused(fan, 'GET /auth/multi-upload', {
        query: { key: begun.key, uploadId: begun.uploadId, size: 1 },
      }),
    ).not.toBeNull();
  });

  test('a multipart upload that is given up is deleted, also when that is repeated', async () => {
    const begun = await begin(content.length);
    const [part] = begun.parts;
    if (!part) throw new Error('no part');
    await put(part.url, partOf(content, part));
    for (let times = 0; times < 2; times += 1)
      await producer.call('DELETE /auth/multi-upload', {
        query: { key: begun.key, uploadId: begun.uploadId },
      });
    expect(
      await refused(producer, 'GET /auth/multi-upload', {
        query: { key: begun.key, uploadId: begun.uploadId, size: content.length },
      }),
    ).toBe('upload.notFound');
    expect(await isTaken(part.url, partOf(content, part))).toBe(false);
  });
});

describe('a video that came in parts', () => {
  test('a video that came in parts is encoded from the store and into it, and plays', async () => {
    const content = await readFile(await drawClip(folder, { seconds: 6, size: '320x180' }));
    const begun = await begin(content.length, 'video/mp4');
    for (const part of begun.parts) await put(part.url, partOf(content, part));
    await complete(await resume(begun, content.length));
    const { id } = await producer.call('POST /posts', {
      body: { price: 1_500, medias: [{ key: begun.key, contentType: 'video/mp4' }] },
    });
    await app.runJobs();
    const { status, m3u8, mp4Output } = await mediaFor(producer, { id });
    expect(status).toBe('processed');
    const names = (await open(app, producer, m3u8)).body.match(/^\w+\.m3u8$/gm) ?? [];
    expect(names).toEqual(['240p.m3u8']);
    const pieces =
      (await open(app, producer, m3u8?.replace('master.m3u8', names[0] ?? ''))).body.match(
        /^whole\/.*m4s$/gm,
      ) ?? [];
    expect(pieces.length).toBeGreaterThan(0);
    for (const name of pieces)
      expect((await open(app, producer, m3u8?.replace('master.m3u8', name))).statusCode).toBe(200);
    expect((await open(app, producer, mp4Output, { range: 'bytes=0-99' })).rawPayload).toHaveLength(
      100,
    );
    for (const address of [mp4Output, m3u8, m3u8?.replace('master.m3u8', pieces[0] ?? '')])
      expect((await open(app, fan, address)).statusCode).toBe(403);
  });
});

describe('a browser on our pages', () => {
  const preflight = async (method: string, origin: string) => {
    const { status, headers } = await fetch(`${target.endpoint}/${privateBucket}/any`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });
    return status < 300 && ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
  };

  test.skipIf(!ownCors)('only our own pages may upload, and nothing else', async () => {
    expect([
      await preflight('PUT', 'https://elsewhere.example'),
      await preflight('GET', siteOrigin),
    ]).toEqual([false, false]);
  });

  test('a browser on our pages may send forms and parts to the store and read its answers', async () => {
    expect([await preflight('POST', siteOrigin), await preflight('PUT', siteOrigin)]).toEqual([
      true,
      true,
    ]);
    const begun = await begin(UPLOAD_PART_BYTES);
    const sent = await fetch(begun.parts[0]?.url ?? '', {
      method: 'PUT',
      body: randomBytes(UPLOAD_PART_BYTES),
      headers: { origin: siteOrigin },
    });
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([
      200,
      expect.toBeOneOf(['*', siteOrigin]),
    ]);
  });
});

describe('abandoned uploads', () => {
  test('abandoned uploads are swept, parts after two days and unused whole uploads after one', async () => {
    const unfinished = await begin(UPLOAD_PART_BYTES);
    const { url, fields } = await producer.call('GET /auth/private-upload/{type}', {
      params: { type: 'image' },
      query: { contentType: 'image/jpeg' },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(await picture(90))]));
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(201);
    expect(await app.ctx.blobs.head('private', fields['key'] ?? '')).not.toBeNull();
    app.clock.advance(3 * DAY_MS);
    await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, 'media.sweepUploads', {}));
    await app.runJobs();
    expect(await app.ctx.blobs.head('private', fields['key'] ?? '')).toBeNull();
    expect(
      await app.ctx.blobs.listParts({
        bucket: 'private',
        key: unfinished.key,
        uploadId: unfinished.uploadId,
      }),
    ).toBeNull();
  });
});
