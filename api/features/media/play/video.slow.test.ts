// A video from the upload in parts to the player, through the real application: who plays what, and
// who does not.
import { createDecipheriv } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { PostId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { buffer } from 'node:stream/consumers';
import type { ApiClient } from '../../../api-client.ts';
import { drawClip, drawTone, probeFile } from '../../../platform/media/video/clips.ts';
import { cookiesOf } from '../../../testing/age/answering-verifier.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { sendInParts } from '../../../testing/send-in-parts.ts';
import { fill, open, storedKeys } from '../../../testing/publishing.ts';

type Post = ReplyOf<Routes['GET /posts/{id}']>['data'];
type Media = Post['medias'][number];

let app: TestApp;
let luna: ApiClient;
let fan: ApiClient;
let folder: string;
let video: { id: PostId };
let statuses: string[];

const publish = async (
  content: Buffer,
  contentType: string,
  terms: object = {},
): Promise<{ id: PostId }> => {
  const key = await sendInParts(app, luna, content, contentType);
  return luna.call('POST /posts', {
    body: { ...terms, medias: [{ key, contentType, name: 'férias.mp4' }] },
  });
};
const mediaFor = async (person: ApiClient, { id }: { id: PostId }): Promise<Media> => {
  const {
    medias: [media],
  } = await person.call('GET /posts/{id}', { params: { id } });
  if (!media) throw new Error('no media');
  return media;
};
const beside = (address: string | null, name: string): string =>
  `${address?.slice(0, address.lastIndexOf('/'))}/${name}`;
const text = async (person: ApiClient, url: string | null) => {
  const response = await open(app, person, url);
  return {
    status: response.statusCode,
    body: response.body,
    headers: response.headers,
    bytes: response.rawPayload,
  };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim-video-'));
  app = await testApp({ settings: { TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'x-country' } });
  ({ producer: luna, fan } = app);
  const file = await drawClip(folder, {
    seconds: 9,
    size: '640x360',
    rate: 15,
    output: [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-b:v',
      '9M',
      '-minrate',
      '9M',
      '-x264-params',
      'nal-hrd=cbr',
      '-metadata',
      'location=-23.5505-046.6333/',
      '-movflags',
      'use_metadata_tags',
    ],
  });
  video = await publish(await readFile(file), 'video/mp4', { price: 1_500 });
  await fill(app, fan, 5_000);
  await app.runJobs();
  statuses = (
    await app.ctx.pool.query<{ status: string }>(
      `SELECT payload->'payload'->>'status' AS status FROM outbox WHERE event = 'notifications'
        AND payload->'payload'->>'postId' = $1 ORDER BY id`,
      [video.id],
    )
  ).rows.map(({ status }) => status);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a video', () => {
  test('a video passes through its statuses, and each is published to its owner', () => {
    expect(statuses.filter((status, index) => status !== statuses[index - 1])).toEqual([
      'queue',
      'processing',
      'temporary_processing',
      'temporary_processed',
      'transcoding',
      'watermarked',
      'replicating',
      'processed',
    ]);
  });

  test('a video has qualities, a whole file and sprite frames for its owner', async () => {
    const media = await mediaFor(luna, video);
    expect(media).toMatchObject({
      contentType: 'video/mp4',
      status: 'processed',
      width: 640,
      height: 360,
      availableResolutions: '240p,360p',
      sprite: { columns: 10, intervalMs: 2_000 },
    });
    expect(media.durationMs).toBeGreaterThan(8_900);
    for (const address of [
      media.mdThumb,
      media.lgThumb,
      media.preview,
      media.mp4Output,
      media.sprite?.url ?? null,
    ])
      expect((await open(app, luna, address)).statusCode).toBe(200);
    expect((await open(app, luna, media.mp4Output, { range: 'bytes=0-99' })).statusCode).toBe(206);
  });

  test('a video has segments that decrypt only with its key', async () => {
    const { m3u8 } = await mediaFor(luna, video);
    const master = await text(luna, m3u8);
    expect(master.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    expect(master.headers['cache-control']).toBe('no-store');
    expect(master.body).toMatch(
      /#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=\d+x\d+,FRAME-RATE=\d+\.\d{3},CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",AUDIO="sound"\n/,
    );
    expect(master.body).toMatch(/#EXT-X-MEDIA:TYPE=AUDIO,.*CHANNELS="2"/);
    expect(master.body.match(/^\w+\.m3u8$/gm)).toEqual(['240p.m3u8', '360p.m3u8']);
    const playlist = await text(luna, beside(m3u8, '360p.m3u8'));
    const names = playlist.body.match(/^whole\/.*m4s$/gm) ?? [];
    expect(names.length).toBe(3);
    const key = (await text(luna, beside(m3u8, 'key'))).bytes;
    expect(key).toHaveLength(16);
    const init = (await text(luna, beside(m3u8, 'whole/360p/init.mp4'))).bytes;
    const segments = [];
    for (const [number, name] of names.entries()) {
      const { bytes } = await text(luna, beside(m3u8, name));
      const vector = Buffer.alloc(16);
      vector.writeUInt32BE(number, 12);
      const decipher = createDecipheriv('aes-128-cbc', key, vector);
      const segment = Buffer.concat([decipher.update(bytes), decipher.final()]);
      // In its place: anywhere in encrypted bytes a name of four occurs by chance.
      const at = segment.indexOf('moof');
      expect([at >= 0, bytes.indexOf('moof', at) === at]).toEqual([true, false]);
      segments.push(segment);
    }
    const path = join(folder, 'played.mp4');
    await writeFile(path, Buffer.concat([init, ...segments]));
    expect(
      Number(
        await probeFile(
          path,
          '-count_frames',
          '-select_streams',
          'v',
          '-show_entries',
          'stream=nb_read_frames',
          '-of',
          'csv=p=0',
        ),
      ),
    ).toBe(135);
  });

  test('a video has only a blurred preview and no playback address before the purchase', async () => {
    const media = await mediaFor(fan, video);
    expect(media).toMatchObject({
      m3u8: null,
      mp4Output: null,
      url: null,
      mdThumb: null,
      sprite: null,
    });
    const { m3u8, mp4Output, sprite } = await mediaFor(luna, video);
    for (const address of [
      m3u8,
      beside(m3u8, '240p.m3u8'),
      beside(m3u8, 'key'),
      beside(m3u8, 'whole/240p/0.m4s'),
      mp4Output,
      sprite?.url ?? null,
    ]) {
      expect(
        [await open(app, fan, address), await open(app, app.visitor, address)].map(
          ({ statusCode }) => statusCode,
        ),
      ).toEqual([403, 403]);
    }
  });

  test('a video requires an age proof for every piece where the location asks for one, also of its owner', async () => {
    const { m3u8, mp4Output, sprite } = await mediaFor(luna, video);
    const there = { 'x-country': 'BR' };
    const proof = cookiesOf(
      await luna.ask('POST /publics/age', { body: { method: 'local' }, headers: there }),
    );
    for (const address of [
      m3u8,
      beside(m3u8, '240p.m3u8'),
      beside(m3u8, 'key'),
      beside(m3u8, 'whole/240p/0.m4s'),
      mp4Output,
      sprite?.url ?? null,
    ]) {
      const asked = async (headers: Record<string, string>) =>
        (await open(app, luna, address, headers)).statusCode;
      expect([address, await asked(there), await asked({ ...there, ...proof })]).toEqual([
        address,
        403,
        200,
      ]);
    }
  });

  test('a video plays after the purchase, and is refused soon after access ends', async () => {
    await fan.call('POST /posts/{id}/purchase', {
      params: { id: video.id },
      body: { price: 1_500 },
      idempotencyKey: 'buy-the-video',
    });
    app.clock.advance(5_001);
    const { m3u8 } = await mediaFor(fan, video);
    expect((await text(fan, m3u8)).status).toBe(200);
    expect((await text(luna, m3u8)).status).toBe(403);
    await luna.call('POST /profiles/{id}/block', { params: { id: fan.profileId } });
    app.clock.advance(5_001);
    for (const name of ['master.m3u8', 'key', 'whole/240p/0.m4s'])
      expect((await text(fan, beside(m3u8, name))).status).toBe(403);
    await luna.call('POST /profiles/{id}/unblock', { params: { id: fan.profileId } });
    app.clock.advance(5_001);
    expect((await text(fan, beside(m3u8, 'key'))).status).toBe(200);
  });

  test('a video has the playlist of the whole video as soon as it replaces the early one', async () => {
    const { m3u8, id } = await mediaFor(luna, video);
    const setStatus = (status: string) =>
      app.ctx.pool.query('UPDATE media SET status = $2 WHERE id = $1', [id, status]);
    const widths = async () => (await text(luna, m3u8)).body.match(/RESOLUTION=\d+/g)?.length;
    app.clock.advance(5_001);
    await setStatus('processing');
    const { rows } = await app.ctx.pool.query(
      'DELETE FROM media_streams WHERE media_id = $1 AND height = 240 RETURNING *',
      [id],
    );
    const early = await widths();
    const [row] = rows as Record<string, unknown>[];
    const names = Object.keys(row ?? {});
    await app.ctx.pool.query(
      `INSERT INTO media_streams (${names.join()})
        VALUES (${names.map((_, n) => `$${n + 1}`).join()})`,
      Object.values(row ?? {}),
    );
    await setStatus('processed');
    expect(await widths()).toBe((early ?? 0) + 1);
  });

  test('a video is refused at every changed address', async () => {
    const { m3u8, id } = await mediaFor(luna, video);
    const other = '0190d5a0-0000-7000-8000-000000000000';
    const wrong = [
      m3u8?.replace('/me.', '/public.'),
      m3u8?.replace(/\.\d+\./, '.9999999999.'),
      m3u8?.replace(/\w\/master/, 'x/master'),
      m3u8?.replace(id, other),
      beside(m3u8, '../../full'),
      beside(m3u8, 'first/720p/0.m4s'),
      beside(m3u8, 'whole/240p/99.m4s'),
      beside(m3u8, 'whole/240p/0'),
      beside(m3u8, 'file'),
      beside(m3u8, 'sound.m4a'),
      beside(m3u8, 'original'),
    ];
    for (const address of wrong)
      expect((await open(app, luna, address ?? '')).statusCode, address).not.toBe(200);
    const addresses = new Set<string>();
    for (let n = 0; n < 300; n += 1)
      addresses.add(
        `${m3u8?.slice(0, -('master.m3u8'.length + 23))}${Buffer.from(`${n}${'x'.repeat(16)}`.slice(0, 16)).toString('base64url')}/key`,
      );
    for (const address of addresses) expect((await open(app, luna, address)).statusCode).toBe(403);
  });

  test('a video keeps its recording location in no stored object except the private original', async () => {
    const { rows } = await app.ctx.pool.query<{ original_key: string }>(
      'SELECT original_key FROM media',
    );
    for (const key of await storedKeys(app)) {
      if (
        key.includes('parts/') ||
        key.includes('d.originals/') ||
        rows.some(({ original_key: original }) => key.includes(original.split('/').at(-1) ?? '-'))
      )
        continue;
      expect(
        (await readFile(join(app.ctx.config.home, 'blobs', key))).includes('46.6333'),
        key,
      ).toBe(false);
    }
  });

  test('a video has no object key that is a folder of other keys', async () => {
    const paths = await storedKeys(app);
    const objects = paths
      .filter((path) => /\/m\.[^/]+$/.test(path))
      .map((path) => path.replace(/\/m\.([^/]+)$/, '/d.$1/'));
    expect(objects.length).toBeGreaterThan(10);
    expect(objects.filter((folder) => paths.some((path) => path.startsWith(folder)))).toEqual([]);
  });

  test('a video leaves nothing in storage after its deletion', async () => {
    const short = await publish(
      await readFile(await drawClip(folder, { seconds: 1, size: '320x240', name: 'short.mp4' })),
      'video/mp4',
    );
    await app.runJobs();
    const [media] = (await luna.call('GET /posts/{id}', { params: { id: short.id } })).medias;
    expect((await storedKeys(app)).some((key) => key.includes(media?.id ?? '-'))).toBe(true);
    await luna.call('DELETE /posts/{id}', { params: { id: short.id } });
    await app.runJobs();
    expect((await storedKeys(app)).filter((key) => key.includes(media?.id ?? '-'))).toEqual([]);
  });
});

describe('other kinds of media', () => {
  test('an audio plays with normalised loudness and a waveform', async () => {
    const sound = await publish(
      await readFile(await drawTone(folder, { seconds: 2 })),
      'audio/mpeg',
      { price: 500 },
    );
    await app.runJobs();
    const media = await mediaFor(luna, sound);
    expect(media).toMatchObject({ status: 'processed', mdThumb: null });
    expect(media.waveform).toHaveLength(300);
    expect((await open(app, luna, media.audio)).headers['content-type']).toBe('audio/mp4');
    expect(await mediaFor(fan, sound)).toMatchObject({ audio: null });
    expect((await fan.call('GET /posts/{id}', { params: { id: sound.id } })).locked).toMatchObject({
      audios: 1,
      images: 0,
    });
    expect((await open(app, fan, media.audio)).statusCode).toBe(403);
  });

  test('an archive is downloaded unchanged under its name', async () => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(Buffer.from('x'), 'a.txt');
    zip.end();
    const content = await buffer(zip.outputStream);
    const archive = await publish(content, 'application/zip');
    await app.runJobs();
    const { download, bytes } = await mediaFor(luna, archive);
    expect(bytes).toBe(content.length);
    const response = await open(app, luna, download);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(response.headers['content-disposition']).toContain("filename*=UTF-8''f%C3%A9rias.mp4");
  });

  test('a playlist that claims to be a video is refused with a message', async () => {
    const fake = await publish(
      Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/x.ts\n'),
      'video/mp4',
    );
    await app.runJobs();
    expect(await mediaFor(luna, fake)).toMatchObject({
      status: 'error',
      m3u8: null,
      errorMessage: expect.stringContaining('não é aceito'),
    });
  });
});
