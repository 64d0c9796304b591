// What was taken down comes back in no form: turned, inside an archive, in an archive of before.
// Copies are found among all media; another picture is the control.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaId } from '@camarim/contract/ids';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { type Clip, drawClip } from '../../../platform/media/video/clips.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { flatJpeg, jpeg, zipOf } from '../../../testing/media/drawings.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { hashOldMedia } from './hash-old-media.ts';
import { copiesOf, hashesOf, type KnownHashes } from './hashes-store.ts';

let app: TestApp;
let admin: ApiClient;
let iris: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  iris = await joinProducer(app, 'iris.desenha');
});

/** The media that was made of it, with the state of its work. */
const publish = async (content: Buffer, contentType = 'image/jpeg') => {
  const key = await upload(app.server, iris, content, contentType);
  const { medias } = await iris.call('POST /posts', { body: { medias: [{ key, contentType }] } });
  await app.runJobs();
  const id = medias[0]?.id as MediaId;
  const { rows } = await app.ctx.pool.query<{ status: string; error_code: string | null }>(
    'SELECT status, error_code FROM media WHERE id = $1',
    [id],
  );
  return { id, state: rows[0]?.error_code ?? rows[0]?.status };
};
const takeDown = (id: MediaId) =>
  admin.call('POST /dsb/medias/{id}/take-down', { params: { id }, body: { reason: 'ordem' } });
const all = async (known: KnownHashes) =>
  (await Array.fromAsync(copiesOf(app.ctx.db, known))).flat();
const copies = async (id: MediaId) =>
  (await all(await hashesOf(app.ctx.db, [id]))).map(({ mediaId }) => mediaId);

describe('a picture that was taken down', () => {
  beforeAll(async () => {
    await takeDown((await publish(await jpeg(1))).id);
  });

  test.each([
    ['turned by 90 degrees', (image: Sharp) => image.rotate(90)],
    ['upside down', (image: Sharp) => image.flip()],
    ['mirrored and small', (image: Sharp) => image.flop().resize(300)],
    ['grey', (image: Sharp) => image.greyscale()],
  ])('a picture that was taken down is refused %s', async (_, change) => {
    const content = await change(sharp(await jpeg(1)))
      .jpeg({ quality: 60 })
      .toBuffer();
    expect((await publish(content)).state).toBe('upload.blocked');
  });

  test('a picture that was taken down is refused inside an archive, beside others', async () => {
    const files = {
      'um.jpg': await jpeg(2),
      'notas.txt': Buffer.from('oi'),
      'dois.png': await jpeg(1),
    };
    expect((await publish(await zipOf(files), 'application/zip')).state).toBe('upload.blocked');
    const harmless = { 'um.jpg': await jpeg(2), 'notas.txt': Buffer.from('oi') };
    expect((await publish(await zipOf(harmless), 'application/zip')).state).toBe('processed');
  });

  test('another picture is accepted', async () =>
    expect((await publish(await jpeg(3))).state).toBe('processed'));
});

describe('a video in an archive', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'camarim-clips-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  const clip = async (how: Clip = {}) =>
    readFile(await drawClip(folder, { sound: false, name: 'one.mp4', ...how }));
  /** The same pictures in other files. */
  const smaller = () => clip({ output: ['-vf', 'scale=320:-2', ...H264] });
  const webm = () =>
    clip({ name: 'one.webm', output: ['-c:v', 'libvpx', '-deadline', 'realtime'] });
  const cropped = () => clip({ output: ['-vf', 'crop=iw/3:ih/3:0:0,scale=640:360', ...H264] });
  const pack = (content: Buffer, name = 'v.mp4') =>
    zipOf({
      'foto.jpg': Buffer.from('damaged'),
      'pasta/notas.txt': Buffer.from('oi'),
      [name]: content,
    });

  test('the frames of a video that was taken down are recognised in archives, those of another are not', async () => {
    const archive = await publish(await pack(await smaller()), 'application/zip');
    const video = await publish(await clip(), 'video/mp4');
    expect(await copies(video.id)).toEqual(expect.arrayContaining([video.id, archive.id]));
    await takeDown(video.id);
    expect((await publish(await pack(await webm(), 'v.webm'), 'application/zip')).state).toBe(
      'upload.blocked',
    );
    expect((await publish(await pack(await cropped()), 'application/zip')).state).toBe('processed');
  });

  test('a video that breaks off anywhere leaves its archive the hash of its bytes', async () => {
    const whole = await webm();
    const file = join(folder, 'cut.zip');
    for (const bytes of [300, 600, 1_200, 5_000]) {
      await writeFile(file, await pack(whole.subarray(0, bytes), 'v.webm'));
      const members = await app.ctx.media.hashArchive({ file });
      expect(members.map(({ sha256 }) => sha256?.length)).toEqual([64]);
    }
  });

  test('a video for which an archive has no time is compared by its bytes', async () => {
    const file = join(folder, 'a.zip');
    await writeFile(file, await pack(await clip({ size: '640x640' })));
    const frames = async (videoSeconds: number) =>
      (await app.ctx.media.hashArchive({ file, videoSeconds })).map(
        ({ name, sha256, pictures }) => [name, sha256?.length, pictures.length],
      );
    expect([await frames(0), await frames(600)]).toEqual([[['v.mp4', 64, 0]], [['v.mp4', 64, 2]]]);
  });
});

test('a flat picture that was taken down, as black frames are, blocks no other flat picture', async () => {
  await takeDown((await publish(await flatJpeg('#000000'))).id);
  expect((await publish(await flatJpeg('#303030'))).state).toBe('processed');
  const archive = await zipOf({ 'x.jpg': await flatJpeg('#101010') });
  expect((await publish(archive, 'application/zip')).state).toBe('processed');
});

test('an archive that was taken down blocks each of its pictures', async () => {
  const files = { 'a.jpg': await jpeg(4), 'b.jpg': await jpeg(5) };
  await takeDown((await publish(await zipOf(files), 'application/zip')).id);
  expect((await publish(await jpeg(5))).state).toBe('upload.blocked');
});

test('changed and mirrored copies of an image are found in posts and archives, and other images are not', async () => {
  const [first, small, archive, other] = [
    await publish(await jpeg(6)),
    await publish(
      await sharp(await jpeg(6))
        .flop()
        .resize(400)
        .jpeg({ quality: 50 })
        .toBuffer(),
    ),
    await publish(await zipOf({ 'x.jpg': await jpeg(6) }), 'application/zip'),
    await publish(await jpeg(7)),
  ];
  const found = await copies(first.id);
  expect(found).toEqual(expect.arrayContaining([first.id, small.id, archive.id]));
  expect(found).not.toContain(other.id);
});

test.each([
  ['detailed', 90, 31],
  ['plain', 20, 24],
] as const)(
  'a %s picture of quality %i is the same up to %i bits off, and not one more',
  async (_, quality, most) => {
    const { id } = await publish(await jpeg(20 + quality));
    const [known] = (await hashesOf(app.ctx.db, [id])).pictures;
    const off = async (bits: number) => {
      await app.ctx.pool.query(
        `UPDATE picture_hashes SET quality = $2, hash = ('x' || $3::text)::bit(256) # (repeat('1',
          $4::int) || repeat('0', 256 - $4::int))::bit(256) WHERE media_id = $1`,
        [id, quality, known?.hash, bits],
      );
      const pictures = [{ hash: known?.hash ?? '', plain: false }];
      return (await all({ pictures, files: [] })).filter(({ mediaId }) => mediaId === id);
    };
    expect(await off(most)).toEqual([
      { mediaId: id, distance: most, plain: quality < 50, exact: false },
    ]);
    expect(await off(most + 1)).toEqual([]);
  },
);

test('media that were stored before hashes existed are hashed by the job, once', async () => {
  const old = [
    await publish(await jpeg(8)),
    await publish(await zipOf({ 'y.jpg': await jpeg(9) }), 'application/zip'),
  ];
  const before = await Promise.all(old.map(({ id }) => hashesOf(app.ctx.db, [id])));
  const ids = old.map(({ id }) => id);
  for (const table of ['picture_hashes', 'file_hashes'])
    await app.ctx.pool.query(`DELETE FROM ${table} WHERE media_id = ANY($1)`, [ids]);
  await app.ctx.pool.query('UPDATE media SET hashed_at = NULL WHERE id = ANY($1)', [ids]);
  expect(await copies(old[0]?.id as MediaId)).toEqual([]);
  const never = new AbortController().signal;
  expect(await hashOldMedia(app.ctx, never)).toBe(2);
  expect(await hashOldMedia(app.ctx, never)).toBe(0);
  // The stored image has the mark of its producer, so its hash may be a few bits off.
  expect(await copies(old[0]?.id as MediaId)).toContain(old[0]?.id);
  expect(await hashesOf(app.ctx.db, [old[1]?.id as MediaId])).toEqual(before[1]);
});
