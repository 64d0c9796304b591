// Exact copies of files whose pictures have no features, or that are no pictures: they are refused
// once one was taken down, and found among all media. A file that differs is the control.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { flatJpeg, jpeg, zipOf } from '../../../testing/media/drawings.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { ORIGINALS } from '../storage-keys.ts';
import { hashOldMedia } from './hash-old-media.ts';
import { copiesOf, hashesOf } from './hashes-store.ts';

const RATE = 8_000;
let app: TestApp;
let admin: ApiClient;
let iris: ApiClient;
let rival: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
  iris = await joinProducer(app, 'iris.desenha');
  rival = await joinProducer(app, 'rival.copia');
});

/** A second of one tone, as a WAV file. */
const tone = (hertz: number): Buffer => {
  const samples = Int16Array.from({ length: RATE }, (_, at) =>
    Math.round(Math.sin((at * hertz * 2 * Math.PI) / RATE) * 8_000),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
};
/** As far as archives look into it. */
const video = (content: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom\0\0\0\0isommp42'),
    Buffer.from(content),
  ]);
const PDF = Buffer.from('%PDF-1.4\nterms\n%%EOF\n');
const LICENCE = Buffer.from('Do what you like with this.');

const publish = async (person: ApiClient, content: Buffer, contentType: string) => {
  const key = await upload(app.server, person, content, contentType);
  const { medias } = await person.call('POST /posts', { body: { medias: [{ key, contentType }] } });
  await app.runJobs();
  const id = medias[0]?.id as MediaId;
  const { rows } = await app.ctx.pool.query<{ status: string; error_code: string | null }>(
    'SELECT status, error_code FROM media WHERE id = $1',
    [id],
  );
  return { id, state: rows[0]?.error_code ?? rows[0]?.status };
};
const stateOf = async (content: Buffer, contentType: string) =>
  (await publish(rival, content, contentType)).state;
const takeDown = ({ id }: { id: MediaId }) =>
  admin.call('POST /dsb/medias/{id}/take-down', { params: { id }, body: { reason: 'ordem' } });
const copies = async ({ id }: { id: MediaId }) =>
  (await Array.fromAsync(copiesOf(app.ctx.db, await hashesOf(app.ctx.db, [id])))).flat();

const zip = (content: Buffer, name = 'a.bin') => zipOf({ 'licence.txt': LICENCE, [name]: content });

test.each([
  ['a flat picture', () => flatJpeg('#102030'), () => flatJpeg('#a02030'), 'image/jpeg'],
  ['sound', async () => tone(440), async () => tone(441), 'audio/wav'],
  ['an archive', () => zip(video('one')), () => zip(video('other')), 'application/zip'],
])(
  '%s that was taken down is refused when the same file comes again',
  async (_, make, another, type) => {
    await takeDown(await publish(iris, await make(), type));
    expect(await stateOf(await make(), type)).toBe('upload.blocked');
    expect(await stateOf(await another(), type)).toBe('processed');
  },
);

test('each file of an archive that was taken down is refused, by itself and in another archive', async () => {
  const sound = tone(300);
  await takeDown(
    await publish(iris, await zipOf({ 'a.mp4': video('in'), 'b.wav': sound }), 'application/zip'),
  );
  expect(await stateOf(await zip(video('in'), 'x.mp4'), 'application/zip')).toBe('upload.blocked');
  expect(await stateOf(sound, 'audio/wav')).toBe('upload.blocked');
  expect(await stateOf(await zip(tone(301)), 'application/zip')).toBe('processed');
});

test('a font or a document of an archive that was taken down does not block other archives', async () => {
  const font = Buffer.from([0, 1, 0, 0, 0, 12, 0, 128, 0, 3, 0, 64, ...Buffer.from('letters')]);
  const pack = (content: Buffer) => zipOf({ 'a.mp4': content, 'font.ttf': font, 't.pdf': PDF });
  await takeDown(await publish(iris, await pack(video('removed')), 'application/zip'));
  expect(await stateOf(await pack(video('harmless')), 'application/zip')).toBe('processed');
  expect(await stateOf(await zip(video('removed')), 'application/zip')).toBe('upload.blocked');
});

test('the same file is found at others and in archives, and text that archives share is not', async () => {
  const first = await publish(iris, tone(500), 'audio/wav');
  const same = await publish(rival, tone(500), 'audio/wav');
  const inside = await publish(rival, await zip(tone(500)), 'application/zip');
  const other = await publish(rival, await zip(tone(501)), 'application/zip');
  const likeness = { distance: 0, plain: false, exact: true };
  expect(await copies(first)).toEqual(
    [first, same, inside].map(({ id }) => ({ mediaId: id, ...likeness })),
  );
  expect(await copies(other)).toEqual([{ mediaId: other.id, ...likeness }]);
});

test('all copies are found when there are more than one page has', async () => {
  const first = await publish(iris, tone(600), 'audio/wav');
  await app.ctx.pool.query(
    `WITH copies AS (
      INSERT INTO media SELECT (jsonb_populate_record(m, jsonb_build_object('id', uuidv7(),
        'original_key', uuidv7()::text, 'upload_key', uuidv7()::text))).* FROM media m,
        generate_series(1, 2001) WHERE m.id = $1 RETURNING id)
    INSERT INTO file_hashes SELECT copies.id, 0, f.sha256 FROM copies, file_hashes f
      WHERE f.media_id = $1`,
    [first.id],
  );
  const found = await copies(first);
  expect(new Set(found.map(({ mediaId }) => mediaId)).size).toBe(2_002);
});

test('files of media that were stored before are hashed by the job, once, and blocked as they were', async () => {
  const old = await publish(iris, await flatJpeg('#445566'), 'image/jpeg');
  const archive = await publish(iris, await zip(video('old')), 'application/zip');
  const removed = await publish(iris, await flatJpeg('#778899'), 'image/jpeg');
  await takeDown(removed);
  const ids = [old, archive, removed].map(({ id }) => id);
  const before = await hashesOf(app.ctx.db, ids);
  for (const table of ['file_hashes', 'blocked_pictures'])
    await app.ctx.pool.query(
      `DELETE FROM ${table} WHERE sha256 IS NOT NULL AND media_id = ANY($1)`,
      [ids],
    );
  await app.ctx.pool.query('UPDATE media SET files_hashed_at = NULL WHERE id = ANY($1)', [ids]);
  expect(await copies(old)).toEqual([]);
  expect(await hashOldMedia(app.ctx, new AbortController().signal)).toBe(3);
  expect(await hashOldMedia(app.ctx, new AbortController().signal)).toBe(0);
  const { files } = await hashesOf(app.ctx.db, ids);
  expect(files.toSorted()).toEqual(before.files.toSorted());
  expect(await stateOf(await flatJpeg('#778899'), 'image/jpeg')).toBe('upload.blocked');
});

test('a damaged archive, and a file that storage can not give, leave no later media without hashes', async () => {
  const damaged = await publish(iris, await zip(video('damaged')), 'application/zip');
  const withheld = await publish(iris, await flatJpeg('#225566'), 'image/jpeg');
  const later = await publish(iris, await flatJpeg('#335566'), 'image/jpeg');
  const ids = [damaged, withheld, later].map(({ id }) => id);
  const { rows } = await app.ctx.pool.query<{ id: MediaId; key: string }>(
    'SELECT id, original_key AS key FROM media WHERE id = ANY($1)',
    [ids],
  );
  const keyOf = (id: MediaId) => rows.find((row) => row.id === id)?.key ?? '';
  await app.ctx.blobs.put(ORIGINALS, keyOf(damaged.id), Buffer.from('PK and no zip any more'), {
    contentType: 'application/zip',
  });
  await app.ctx.pool.query('DELETE FROM file_hashes WHERE media_id = ANY($1)', [ids]);
  await app.ctx.pool.query('UPDATE media SET files_hashed_at = NULL WHERE id = ANY($1)', [ids]);
  const down: typeof app.ctx.blobs = Object.assign(Object.create(app.ctx.blobs), {
    get: async (bucket: typeof ORIGINALS, key: string) => {
      if (key === keyOf(withheld.id)) throw new Error('storage answers 500');
      return app.ctx.blobs.get(bucket, key);
    },
  });
  const skipped = new Set<MediaId>();
  const { signal } = new AbortController();
  const run = (blobs: typeof app.ctx.blobs) => hashOldMedia({ ...app.ctx, blobs }, signal, skipped);
  expect(await run(down)).toBe(3);
  expect(await run(down)).toBe(0);
  expect([...skipped]).toEqual([withheld.id]);
  const files = async ({ id }: { id: MediaId }) => (await hashesOf(app.ctx.db, [id])).files.length;
  expect([await files(damaged), await files(withheld), await files(later)]).toEqual([1, 0, 1]);
  expect(await hashOldMedia(app.ctx, signal)).toBe(1);
  expect(await files(withheld)).toBe(1);
});

test('an archive that is read again keeps its hashes when it is damaged or the disk is full', async () => {
  const files = { 'a.jpg': await jpeg(41), 'b.wav': tone(700) };
  const archive = await publish(iris, await zipOf(files), 'application/zip');
  const known = () => hashesOf(app.ctx.db, [archive.id]);
  const before = await known();
  expect([before.files.length, before.pictures.length]).toEqual([3, 1]);
  const again = 'UPDATE media SET hashed_at = NULL WHERE id = $1';
  await app.ctx.pool.query(again, [archive.id]);
  const { signal } = new AbortController();
  const media: typeof app.ctx.media = Object.assign(Object.create(app.ctx.media), {
    hashArchive: async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  });
  const skipped = new Set<MediaId>();
  expect(await hashOldMedia({ ...app.ctx, media }, signal, skipped)).toBe(1);
  expect([...skipped]).toEqual([archive.id]);
  expect(await known()).toEqual(before);
  const { rows } = await app.ctx.pool.query<{ key: string }>(
    'SELECT original_key AS key FROM media WHERE id = $1',
    [archive.id],
  );
  const broken = Buffer.from('PK and no zip any more');
  const contentType = 'application/zip';
  await app.ctx.blobs.put(ORIGINALS, rows[0]?.key ?? '', broken, { contentType });
  expect(await hashOldMedia(app.ctx, signal)).toBe(1);
  expect(await hashOldMedia(app.ctx, signal)).toBe(0);
  const after = await known();
  expect(after.pictures).toEqual(before.pictures);
  expect(after.files).toEqual(expect.arrayContaining([...before.files]));
});

test('an archive is hashed by a job that no picture or video waits for', async () => {
  const { id } = await publish(iris, await zip(video('long')), 'application/zip');
  const { rows } = await app.ctx.pool.query<{ name: string }>(
    "SELECT name FROM pgboss.job WHERE data->>'mediaId' = $1 AND name LIKE 'media.%' ORDER BY 1",
    [id],
  );
  expect(rows.map(({ name }) => name)).toEqual(['media.hashArchive', 'media.process']);
});

test('pictures for which an archive has no processor time are compared by their bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'camarim-archive-'));
  const file = join(folder, 'a.zip');
  await writeFile(file, await zipOf({ 'a.jpg': await jpeg(31) }));
  const hash = async (pictureSeconds: number) =>
    (await app.ctx.media.hashArchive({ file, pictureSeconds })).map(({ sha256, pictures }) => [
      sha256?.length,
      pictures.length === 1,
    ]);
  expect([await hash(0), await hash(600)]).toEqual([[[64, false]], [[64, true]]]);
  await rm(folder, { recursive: true });
});
