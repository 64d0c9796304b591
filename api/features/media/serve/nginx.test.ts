// nginx before the application, configured as documented: it sends the pieces of videos itself, to
// whom it may, and soon no longer.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostId } from '@camarim/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { drawClip } from '../../../platform/media/video/clips.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { freePort } from '../../../platform/database/free-port.ts';
import { nginxIsInstalled, startNginxBefore } from '../../../testing/media/nginx.ts';
import { block, fill, unblock } from '../../../testing/publishing.ts';
import { eraseMedia } from '../process/process-media.ts';

/** As serve-play.ts tells nginx, and a moment. */
const KEPT_MS = 26_000;
/** As nginx.conf says of open files, and a moment. */
const FILES_KEPT_MS = 6_500;

describe.skipIf(!nginxIsInstalled())('behind nginx', () => {
  let app: TestApp;
  let folder: string;
  let base: string;
  let id: PostId;
  const closers: (() => Promise<void>)[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'camarim-nginx-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    app = await testApp({
      settings: {
        CAMARIM_ACCEL_PREFIX: '/protected',
        TRUST_PROXY: 'loopback',
        GEO_COUNTRY_HEADER: 'x-country',
      },
    });
    app.server.server.on('request', ({ url }) => void asked.push(url ?? ''));
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    const port = await freePort();
    const nginx = await startNginxBefore({
      folder: join(folder, 'nginx'),
      port,
      upstreamPort: (app.server.server.address() as AddressInfo).port,
      home: app.ctx.config.home,
    });
    closers.unshift(nginx.stop);
    base = `http://127.0.0.1:${port}`;
    const key = await upload(
      app.server,
      app.producer,
      await readFile(await drawClip(folder, { seconds: 5, size: '320x240', rate: 15 })),
      'video/mp4',
    );
    ({ id } = await app.producer.call('POST /posts', {
      body: { price: 900, medias: [{ key, contentType: 'video/mp4' }] },
    }));
    await app.runJobs();
    for (const buyer of [app.fan, app.stranger]) {
      await fill(app, buyer, 900);
      await buyer.call('POST /posts/{id}/purchase', {
        params: { id },
        body: { price: 900 },
        idempotencyKey: `nginx-${buyer.profileId}`,
      });
    }
    app.clock.advance(5_001);
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  const pieceOf = async (person: ApiClient, name: string): Promise<string> =>
    ((await person.call('GET /posts/{id}', { params: { id } })).medias[0]?.m3u8 ?? '').replace(
      'master.m3u8',
      name,
    );
  const get = (person: ApiClient, path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      headers: { ...(person.token && { cookie: `token=${person.token}` }), ...headers },
    });
  const status = async (...input: Parameters<typeof get>): Promise<number> =>
    (await get(...input)).status;

  test('a buyer gets segments and ranges with one access request to Camarim', async () => {
    const address = await pieceOf(app.fan, 'whole/240p/0.m4s');
    asked.length = 0;
    const piece = await get(app.fan, address);
    const [name] = (await readdir(join(app.ctx.config.home, 'blobs'), { recursive: true })).filter(
      (path) => path.endsWith('d.whole/d.240p/f.0.m4s'),
    );
    expect(
      Buffer.from(await piece.arrayBuffer()).equals(
        await readFile(join(app.ctx.config.home, 'blobs', name ?? '')),
      ),
    ).toBe(true);
    expect(Object.fromEntries(piece.headers)).toMatchObject({
      'content-type': 'video/iso.segment',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const more of [
      'whole/240p/1.m4s',
      'whole/240p/init.mp4',
      'whole/audio/0.m4s',
      'first/240p/0.m4s',
      'whole/240p/0.m4s',
    ])
      expect(await status(app.fan, await pieceOf(app.fan, more)), more).toBe(200);
    expect(
      (await get(app.fan, address, { range: 'bytes=0-99' })).headers.get('content-range'),
    ).toMatch(/^bytes 0-99\//);
    expect(asked.filter((url) => url.includes('/play/'))).toEqual([
      address.replace('whole/240p/0.m4s', 'right'),
    ]);
  });

  test('segments are refused for another session, another location and a changed address', async () => {
    const address = await pieceOf(app.fan, 'whole/240p/0.m4s');
    expect(await status(app.fan, address)).toBe(200);
    for (const person of [app.stranger, app.producer, app.visitor])
      expect(await status(person, address)).toBe(403);
    // The same session in a place that asks for a proof of age: `Vary` makes it another question.
    expect(await status(app.fan, address, { 'x-test-country': 'BR' })).toBe(403);
    // A place that the visitor wrote is not passed on.
    expect(await status(app.fan, address, { 'x-country': 'BR' })).toBe(200);
    expect(await status(app.fan, address)).toBe(200);
    for (const changed of [
      address.replace('/me.', '/public.'),
      address.replace(/\.\d+\./, '.9999999999.'),
      address.replace(/(.)\/whole/, (_all, sign: string) => `${sign === 'A' ? 'B' : 'A'}/whole`),
    ])
      expect(await status(app.fan, changed), changed).toBe(403);
    for (const path of [
      'whole/240p/99.m4s',
      'whole/999p/0.m4s',
      'whole/240p/..%2f0.m4s',
      'first/240p/f.0.m4s',
    ])
      expect([403, 404]).toContain(await status(app.fan, await pieceOf(app.fan, path)));
    for (const inside of ['/video-right', '/protected/', `/protected/private/d.renditions`])
      expect(await status(app.fan, inside)).toBe(404);
    expect(await status(app.visitor, address.replace(/whole.*/, 'right'))).toBe(403);
  });

  test('revoked access ends keys and playlists within seconds and segments within half a minute', async () => {
    const [piece, key] = [
      await pieceOf(app.stranger, 'whole/240p/0.m4s'),
      await pieceOf(app.stranger, 'key'),
    ];
    expect([await status(app.stranger, piece), await status(app.stranger, key)]).toEqual([
      200, 200,
    ]);
    await block(app, app.producer, app.stranger);
    app.clock.advance(5_001);
    expect(await status(app.stranger, key)).toBe(403);
    await sleep(KEPT_MS);
    expect(await status(app.stranger, piece)).toBe(403);
    await unblock(app, app.producer, app.stranger);
    app.clock.advance(5_001);
    expect(await status(app.stranger, piece)).toBe(200);
  });

  test('segments of a deleted video are refused soon after its files are deleted', async () => {
    const piece = await pieceOf(app.fan, 'whole/240p/0.m4s');
    expect(await status(app.fan, piece)).toBe(200);
    const { medias } = await app.producer.call('GET /posts/{id}', { params: { id } });
    await app.ctx.db.transaction().execute((tx) =>
      eraseMedia(
        app.ctx,
        tx,
        medias.map((media) => media.id),
      ),
    );
    await app.runJobs();
    app.clock.advance(5_001);
    await sleep(FILES_KEPT_MS);
    expect(await status(app.fan, piece)).toBe(403);
  });
});
