// No byte of a picture without the right to it: every address that is not exactly the one given is
// refused.
import { randomBytes, randomInt } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { block, fill, open, picture, post, publish, unblock } from '../../../testing/publishing.ts';
import { type ApiClient } from '../../../api-client.ts';
import { RENDITION_KINDS } from '../storage-keys.ts';

type Media = ReplyOf<Routes['GET /posts/{id}']>['data']['medias'][number];

let app: TestApp;
let creator: ApiClient;
let fan: ApiClient;
let stranger: ApiClient;
let visitor: ApiClient;
let free: PublishedImage;
let sold: PublishedImage;
let forMembers: PublishedImage;
type PublishedImage = { id: PostId; mediaIds: MediaId[] };

/** Longer than an answer about a right is remembered. */
const MOMENT_MS = 5_001;

beforeAll(async () => {
  app = await testApp();
  ({ producer: creator, fan, stranger, visitor } = app);
  free = await publish(app, creator, { seed: 1 });
  sold = await publish(app, creator, { seed: 2, price: 1_500 });
  forMembers = await publish(app, creator, { seed: 3, public: false });
  await fill(app, fan, 5_000);
  await fan.call('POST /posts/{id}/purchase', {
    params: { id: sold.id },
    body: { price: 1_500 },
    idempotencyKey: 'buy-the-picture',
  });
  await fan.call('POST /profiles/{id}/follow', {
    params: { id: creator.profileId },
    body: { following: true },
  });
});

const mediaFor = async (person: ApiClient, { id }: PublishedImage): Promise<Media> => {
  const { medias } = await person.call('GET /posts/{id}', { params: { id } });
  const [media] = medias;
  if (!media) throw new Error('the post has no media');
  return media;
};
const status = async (
  person: ApiClient,
  url: string | null,
  headers?: Record<string, string>,
): Promise<number> => (await open(app, person, url, headers)).statusCode;
/** Changes one part of an address. */
const tampered = (address: string | null, change: (url: URL) => void): string => {
  const url = new URL(address ?? '', 'http://localhost');
  change(url);
  return url.pathname + url.search;
};
const isPicture = (bytes: Buffer): boolean =>
  /^(?:RIFF|\xff\xd8\xff|\x89PNG)/.test(bytes.subarray(0, 4).toString('latin1'));

describe('a public image', () => {
  test('a public image is served to visitors in every size and may be cached', async () => {
    const media = await mediaFor(visitor, free);
    for (const address of [media.preview, media.mdThumb, media.lgThumb, media.url]) {
      const response = await open(app, visitor, address);
      expect([
        response.statusCode,
        response.headers['content-type'],
        response.headers['cache-control'],
      ]).toEqual([200, 'image/webp', 'public, max-age=300']);
      expect(isPicture(response.rawPayload)).toBe(true);
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
    }
  });

  test('a public image answers conditional and range requests', async () => {
    const { url } = await mediaFor(visitor, free);
    const whole = await open(app, visitor, url);
    const etag = String(whole.headers.etag);
    const bytes = whole.rawPayload;
    const again = await open(app, visitor, url, { 'if-none-match': `"other", ${etag}` });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const part = async (range: string, more: Record<string, string> = {}) => {
      const { statusCode, headers, rawPayload } = await open(app, visitor, url, { range, ...more });
      return [statusCode, headers['content-range'], rawPayload];
    };
    expect(await part('bytes=0-99')).toEqual([
      206,
      `bytes 0-99/${bytes.length}`,
      bytes.subarray(0, 100),
    ]);
    expect(await part('bytes=100-')).toEqual([
      206,
      `bytes 100-${bytes.length - 1}/${bytes.length}`,
      bytes.subarray(100),
    ]);
    expect(await part('bytes=-10')).toEqual([
      206,
      `bytes ${bytes.length - 10}-${bytes.length - 1}/${bytes.length}`,
      bytes.subarray(-10),
    ]);
    expect((await part(`bytes=${bytes.length}-`)).slice(0, 2)).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
    for (const ignored of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
      expect(await part(ignored)).toEqual([200, undefined, bytes]);
    expect((await part('bytes=0-9', { 'if-range': etag }))[0]).toBe(206);
    expect((await part('bytes=0-9', { 'if-range': '"older"' }))[0]).toBe(200);
    const head = await app.server.inject({ method: 'HEAD', url: url ?? '' });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
  });
});

describe('a bought image', () => {
  test('a bought image is served to its buyer only and not cached by shared caches', async () => {
    const { url } = await mediaFor(fan, sold);
    const response = await open(app, fan, url);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([
      200,
      'private, max-age=300',
    ]);
    expect([
      await status(visitor, url),
      await status(stranger, url),
      await status(creator, url),
    ]).toEqual([403, 403, 403]);
  });

  test('a bought image is refused at an expired address and gets a new one', async () => {
    const latecomer = await app.join('tardia');
    await fill(app, latecomer, 2_000);
    await latecomer.call('POST /posts/{id}/purchase', {
      params: { id: sold.id },
      body: { price: 1_500 },
      idempotencyKey: 'buy-it-later',
    });
    const { url } = await mediaFor(latecomer, sold);
    expect(await status(latecomer, url)).toBe(200);
    const expires = Number(new URL(url ?? '', 'http://localhost').searchParams.get('e')) * 1_000;
    const before = app.clock.now();
    expect(expires - before.getTime()).toBeLessThanOrEqual(30 * MINUTE_MS);
    // The session would have run out too; the address must be refused by itself.
    const { verify } = await (await import('../view-media.ts')).addressSigner(app.ctx);
    const claim = {
      mediaId: sold.mediaIds[0] ?? '',
      kind: 'full',
      audience: latecomer.profileId,
      expiresSeconds: expires / 1_000,
      signature: new URL(url ?? '', 'http://x').searchParams.get('s') ?? '',
    } as const;
    expect([verify(claim, new Date(expires - 1)), verify(claim, new Date(expires))]).toEqual([
      true,
      false,
    ]);
  });

  test('a bought image is refused after logging out', async () => {
    const leaving = await app.join('de.saida');
    await fill(app, leaving, 2_000);
    await leaving.call('POST /posts/{id}/purchase', {
      params: { id: sold.id },
      body: { price: 1_500 },
      idempotencyKey: 'buy-and-leave',
    });
    const { url } = await mediaFor(leaving, sold);
    expect(await status(leaving, url)).toBe(200);
    await leaving.call('POST /auth/logout');
    expect(await status(leaving, url)).toBe(403);
  });

  test('a bought image is refused soon after a block and served again after its end', async () => {
    const { url } = await mediaFor(fan, sold);
    expect(await status(fan, url)).toBe(200);
    await block(app, creator, fan);
    app.clock.advance(MOMENT_MS);
    expect(await status(fan, url)).toBe(403);
    await unblock(app, creator, fan);
    app.clock.advance(MOMENT_MS);
    expect(await status(fan, url)).toBe(200);
  });

  test('a bought image is served to its buyer after the post is deleted', async () => {
    const kept = await publish(app, creator, { seed: 6, price: 100 });
    const { preview } = await mediaFor(visitor, kept);
    await fan.call('POST /posts/{id}/purchase', {
      params: { id: kept.id },
      body: { price: 100 },
      idempotencyKey: 'buy-and-keep',
    });
    await creator.call('DELETE /posts/{id}', { params: { id: kept.id } });
    await app.runJobs();
    app.clock.advance(MOMENT_MS);
    expect(await status(fan, (await mediaFor(fan, kept)).url)).toBe(200);
    expect(await status(visitor, preview)).toBe(403);
  });
});

describe("a members' image", () => {
  test("a members' image is served to members and refused soon after the membership ends", async () => {
    const { url } = await mediaFor(fan, forMembers);
    expect(await status(fan, url)).toBe(200);
    await fan.call('POST /profiles/{id}/follow', {
      params: { id: creator.profileId },
      body: { following: false },
    });
    app.clock.advance(MOMENT_MS);
    expect(await status(fan, url)).toBe(403);
    await fan.call('POST /profiles/{id}/follow', {
      params: { id: creator.profileId },
      body: { following: true },
    });
  });
});

describe('a locked image', () => {
  test('a locked image has only the address of its blurred preview', async () => {
    for (const [person, published] of [
      [visitor, sold],
      [stranger, sold],
      [visitor, forMembers],
      [stranger, forMembers],
    ] as const) {
      const media = await mediaFor(person, published);
      expect([media.url, media.mdThumb, media.lgThumb]).toEqual([null, null, null]);
      const preview = await open(app, person, media.preview);
      expect(preview.statusCode).toBe(200);
      expect(preview.rawPayload.length).toBeLessThan(4_000);
      for (const kind of ['md', 'lg', 'full', 'original'])
        expect(await status(person, media.preview?.replace('/preview', `/${kind}`) ?? '')).toBe(
          403,
        );
    }
  });

  test('a locked image is refused at every change of a valid address', async () => {
    const works = await mediaFor(fan, sold);
    const open = await mediaFor(visitor, free);
    const [soldId, freeId] = [sold.mediaIds[0] ?? '', free.mediaIds[0] ?? ''];
    const changes: ((url: URL) => void)[] = [
      (url) => (url.pathname = url.pathname.replace(soldId, freeId)),
      (url) => (url.pathname = url.pathname.replace(freeId, soldId)),
      (url) => (url.pathname = url.pathname.toUpperCase().replace('/MEDIA/', '/media/')),
      (url) => url.searchParams.set('a', url.searchParams.get('a') === 'me' ? 'public' : 'me'),
      (url) => url.searchParams.set('a', fan.profileId),
      (url) => url.searchParams.append('a', 'public'),
      (url) => url.searchParams.delete('a'),
      (url) => url.searchParams.delete('e'),
      (url) => url.searchParams.delete('s'),
      (url) => url.searchParams.append('s', 'x'),
      (url) => url.searchParams.set('s', ''),
      (url) => url.searchParams.set('s', `${url.searchParams.get('s')}=`),
      (url) => url.searchParams.set('s', (url.searchParams.get('s') ?? '').toLowerCase()),
      (url) => url.searchParams.set('e', String(Number(url.searchParams.get('e')) + 900)),
      (url) => url.searchParams.set('e', `0${url.searchParams.get('e')}`.padStart(13, '0')),
      (url) => url.searchParams.set('e', 'Infinity'),
      (url) => url.searchParams.set('e', '1e12'),
    ];
    let tried = 0;
    for (const media of [works, open]) {
      for (const address of [media.url, media.lgThumb, media.mdThumb]) {
        for (const change of changes) {
          const changed = tampered(address, change);
          if (changed === address) continue;
          for (const person of [visitor, stranger, fan])
            expect([changed, person.domainName, await status(person, changed)]).toEqual([
              changed,
              person.domainName,
              403,
            ]);
          tried += 3;
        }
      }
    }
    expect(tried).toBeGreaterThan(250);
  });

  test('a locked image is refused at guessed addresses', async () => {
    const { url } = await mediaFor(fan, sold);
    const [mediaId = ''] = sold.mediaIds;
    const expires = new URL(url ?? '', 'http://localhost').searchParams.get('e') ?? '';
    for (let guess = 0; guess < 600; guess += 1) {
      const kind = RENDITION_KINDS[randomInt(RENDITION_KINDS.length)] ?? 'full';
      const signature = randomBytes(16).toString('base64url');
      const address = `/media/${mediaId}/${kind}?a=${guess % 2 ? 'me' : 'public'}&e=${expires}&s=${signature}`;
      expect(await status(guess % 3 ? fan : visitor, address)).toBe(403);
    }
  });

  test('a locked image is not served by storage itself', async () => {
    const { rows } = await app.ctx.pool.query<{ key: string }>(
      'SELECT original_key AS key FROM media UNION SELECT key FROM media_renditions',
    );
    expect(rows.length).toBeGreaterThan(12);
    const keys = rows.map(({ key }) => key);
    const roots = [
      '/blobs/private/',
      '/blobs/public/',
      '/blobs/',
      '/api/blobs/private/',
      '/media/',
      '/',
      '/blobs/private/../private/',
      '/blobs/private/%2e%2e/private/',
      '/blobs//private/',
      '/static/../blobs/private/',
    ];
    let tried = 0;
    for (const key of keys) {
      for (const root of roots) {
        for (const tail of [
          '',
          '?X-Amz-Signature=0&X-Amz-Expires=900',
          '?response-content-type=image/webp',
        ]) {
          const response = await open(app, fan, root + key + tail);
          expect([root + key, response.statusCode >= 400, isPicture(response.rawPayload)]).toEqual([
            root + key,
            true,
            false,
          ]);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(360);
  });

  test('a locked image is refused with the same response as one that does not exist', async () => {
    const words = async (mediaId: string) => {
      const { statusCode, headers, body } = await open(
        app,
        stranger,
        `/media/${mediaId}/full?a=me&e=9999999999&s=${'A'.repeat(22)}`,
      );
      return [
        statusCode,
        headers['cache-control'],
        headers.etag,
        body.replace(/"requestId":"[^"]*"/, ''),
      ];
    };
    expect(await words(sold.mediaIds[0] ?? '')).toEqual(await words(newId()));
    expect((await words(newId())).slice(0, 3)).toEqual([403, 'no-store', undefined]);
  });
});

describe('an image of an unpublished post', () => {
  test('an image of an unpublished post is served to its owner only, also at the same address', async () => {
    const good = await picture(7);
    const { reply } = await post(app, creator, [good, Buffer.from('broken')]);
    await app.runJobs();
    const media = await mediaFor(creator, { id: reply.data.id, mediaIds: [] });
    expect(await status(creator, media.url)).toBe(200);
    expect([await status(fan, media.url), await status(visitor, media.url)]).toEqual([403, 403]);
    const signer = await (await import('../view-media.ts')).addressSigner(app.ctx);
    const signed = signer.addressesOf(media.id, fan.profileId, app.clock.now());
    expect([await status(fan, signed.full), await status(fan, signed.preview)]).toEqual([403, 403]);
    expect(
      await status(visitor, signer.addressesOf(media.id, 'public', app.clock.now()).preview),
    ).toBe(403);
  });
});
