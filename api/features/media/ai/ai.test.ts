// Labels of AI: from the owner, the file and a decision, and what each of them can't take back.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaId, PostId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, read, send } from '../../../testing/chatting.ts';
import { zipOf } from '../../../testing/media/drawings.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { joinProducer, picture, post, publish, refused } from '../../../testing/publishing.ts';
import { exportMediaOf } from '../export-store.ts';

let app: TestApp;
let iris: ApiClient;
let rival: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  app = await testApp();
  iris = app.producer;
  rival = await joinProducer(app, 'rival');
  admin = await joinAdmin(app, 'chefia');
});

const sample = (name: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, '../../../platform/media/credentials/samples', name));
const publishSample = async (name: string): Promise<{ id: PostId; mediaId: MediaId }> => {
  const { reply } = await post(app, iris, [await sample(name)], { text: '' });
  await app.runJobs();
  return { id: reply.data.id, mediaId: reply.data.medias[0]?.id as MediaId };
};
const labelOf = async (person: ApiClient, id: PostId) =>
  (await person.call('GET /posts/{id}', { params: { id } })).medias[0]?.ai;
const declare = (person: ApiClient, id: MediaId, ai: 'none' | 'altered' | 'generated') =>
  person.ask('PUT /medias/{id}/ai', { params: { id }, body: { ai } });
const decide = (id: MediaId, ai: 'none' | 'altered' | 'generated' | null) =>
  admin.ask('POST /dsb/medias/{id}/ai', { params: { id }, body: { ai, reason: 'vimos' } });

test('a media whose manifest says that it was generated is labelled, and its owner can only raise that', async () => {
  const { id, mediaId } = await publishSample('altered.jpg');
  expect(await labelOf(app.fan, id)).toEqual({ label: 'altered', by: 'file' });
  await declare(iris, mediaId, 'none');
  expect(await labelOf(app.fan, id)).toEqual({ label: 'altered', by: 'file' });
  await declare(iris, mediaId, 'generated');
  expect(await labelOf(app.fan, id)).toEqual({ label: 'generated', by: 'owner' });
  const camera = await publishSample('camera.jpg');
  expect(await labelOf(app.fan, camera.id)).toBeNull();
});

test('the manifest store is kept as it was in the file, for its owner and the team', async () => {
  const { id, mediaId } = await publishSample('generated.jpg');
  const params = { id: mediaId };
  const [own] = await iris.call('GET /medias/{id}/credentials', { params });
  const content = Buffer.from(own?.manifest ?? '', 'base64');
  expect(content.length).toBe(own?.bytes);
  expect((await sample('generated.jpg')).includes(content)).toBe(true);
  expect(own?.summary).toMatchObject({ generator: 'Abstract painter 1.0', label: 'generated' });
  expect(await admin.call('GET /dsb/medias/{id}/credentials', { params })).toEqual([own]);
  for (const person of [rival, app.fan])
    expect(await refused(person, 'GET /medias/{id}/credentials', { params })).toBe(
      'media.notFound',
    );
  const plain = await publish(app, iris, { seed: 3 });
  expect(
    await iris.call('GET /medias/{id}/credentials', {
      params: { id: plain.mediaIds[0] as MediaId },
    }),
  ).toEqual([]);
  await iris.call('DELETE /posts/{id}', { params: { id } });
  await app.runJobs();
  const { rows } = await app.ctx.pool.query(
    'SELECT count(*)::int AS kept FROM media_credentials WHERE media_id = $1',
    [mediaId],
  );
  expect(rows).toEqual([{ kept: 0 }]);
});

test.each([
  ['all of which are generated', ['generated.jpg', 'generated.mp4'], 'generated'],
  ['one of which is generated', ['generated.png', 'camera.jpg'], 'altered'],
  ['none of which is', ['camera.jpg'], null],
])(
  'the manifest stores of files in an archive are kept, and label it (%s)',
  async (_, names, label) => {
    const files = await Promise.all(names.map(async (name) => [name, await sample(name)] as const));
    const archive = await zipOf({
      'leia.txt': Buffer.from('c2pa'),
      ...Object.fromEntries(files),
      'sem.jpg': await picture(11),
    });
    // A picture without a manifest is not said to be generated.
    const content = label === 'generated' ? await zipOf(Object.fromEntries(files)) : archive;
    const key = await upload(app.server, iris, content, 'application/zip');
    const { medias } = await iris.call('POST /posts', {
      body: { text: '', medias: [{ key, contentType: 'application/zip' }] },
    });
    await app.runJobs();
    const id = medias[0]?.id as MediaId;
    const kept = await app.ctx.pool.query<{ name: string; manifest: Buffer; found: string | null }>(
      `SELECT c.name, c.manifest, m.ai_found AS found FROM media_credentials c
      JOIN media m ON m.id = c.media_id WHERE c.media_id = $1 ORDER BY c.position`,
      [id],
    );
    expect(kept.rows.map(({ name }) => name)).toEqual(names);
    for (const [index, { manifest, found }] of kept.rows.entries()) {
      expect(files[index]?.[1].includes(manifest)).toBe(true);
      expect(found).toBe(label);
    }
    const params = { id };
    const own = await iris.call('GET /medias/{id}/credentials', { params });
    expect(own.map(({ name, manifest }) => [name, manifest])).toEqual(
      names.map((name) => [name, null]),
    );
    expect(own[0]?.summary?.generator).toBe('Abstract painter 1.0');
    expect(await admin.call('GET /dsb/medias/{id}/credentials', { params })).toEqual(own);
  },
);

const uploadArchive = async (owner: ApiClient, files: Record<string, Buffer>): Promise<MediaId> => {
  const key = await upload(app.server, owner, await zipOf(files), 'application/zip');
  const { medias } = await owner.call('POST /posts', {
    body: { text: '', medias: [{ key, contentType: 'application/zip' }] },
  });
  await app.runJobs();
  return medias[0]?.id as MediaId;
};

test('a data export has each manifest store as a file of its own, and a list of them', async () => {
  const owner = await joinProducer(app, 'exporta');
  const files = { 'a.jpg': await sample('generated.jpg'), 'b.png': await sample('generated.png') };
  const id = await uploadArchive(owner, files);
  const exported = new Map<string, Buffer>();
  for await (const { path, content } of exportMediaOf(app.ctx, owner.profileId)) {
    const chunks: Buffer[] = [];
    for await (const chunk of await content()) chunks.push(Buffer.from(chunk as Buffer));
    exported.set(path, Buffer.concat(chunks));
  }
  const { rows } = await app.ctx.pool.query<{ position: number; manifest: Buffer }>(
    'SELECT position, manifest FROM media_credentials WHERE media_id = $1 ORDER BY position',
    [id],
  );
  const paths = rows.map(({ position }) => `media/${id}-${position}.c2pa`);
  expect(paths).toHaveLength(2);
  for (const [index, path] of paths.entries())
    expect(exported.get(path)).toEqual(rows[index]?.manifest);
  const listed = JSON.parse(String(exported.get('media/content-credentials.json')));
  expect(listed).toMatchObject([
    { mediaId: id, name: 'a.jpg', manifest: paths[0], summary: { label: 'generated' } },
    { mediaId: id, name: 'b.png', manifest: paths[1] },
  ]);
  expect([...exported.keys()].filter((path) => path.endsWith('.c2pa'))).toEqual(paths);
  expect(Object.keys(JSON.parse(String(exported.get('media/media.json')))[0])).not.toContain(
    'contentCredentials',
  );
});

test('manifest stores of an archive are kept up to 4 MiB, and the hashes of the others', async () => {
  const owner = await joinProducer(app, 'grandes');
  const BYTES = 1_500_000;
  const file = (text: string) => {
    const store = createHash('shake256', { outputLength: BYTES }).update(text).digest();
    store.write('c2pa');
    const head = Buffer.from('RIFF----WEBPC2PA----', 'latin1');
    head.writeUInt32LE(BYTES + 12, 4);
    head.writeUInt32LE(BYTES, 16);
    return Buffer.concat([head, store]);
  };
  const id = await uploadArchive(owner, { a: file('a'), b: file('b'), c: file('c') });
  const { rows } = await app.ctx.pool.query(
    `SELECT name, length(manifest) AS kept FROM media_credentials WHERE media_id = $1
     ORDER BY position`,
    [id],
  );
  expect(rows).toEqual([
    { name: 'a', kept: BYTES },
    { name: 'b', kept: BYTES },
    { name: 'c', kept: null },
  ]);
});

test.each([
  ['a NUL', 'a\0b.jpg', 'ab.jpg'],
  [
    'half of a surrogate pair, where it is cut',
    `\u{1f600}${'x'.repeat(495)}.jpg`,
    /^\ufffdx+\.jpg$/,
  ],
])('an archive whose file name has %s is processed', async (what, name, kept) => {
  const owner = await joinProducer(app, what === 'a NUL' ? 'nula' : 'metade');
  const id = await uploadArchive(owner, { [name]: await sample('generated.jpg') });
  const { rows } = await app.ctx.pool.query(
    `SELECT c.name, m.status FROM media m JOIN media_credentials c ON c.media_id = m.id
     WHERE m.id = $1`,
    [id],
  );
  expect(rows).toMatchObject([{ name: expect.stringMatching(kept) }]);
  expect(rows[0].status).toBe('processed');
});

test('an owner says how a media was made when it is uploaded and later, and another person does not', async () => {
  const key = await upload(app.server, iris, await picture(7), 'image/jpeg');
  const { reply } = await iris.ask('POST /posts', {
    body: { medias: [{ key, contentType: 'image/jpeg', ai: 'generated' }] },
  });
  await app.runJobs();
  const mediaId = reply.data.medias[0]?.id as MediaId;
  expect(await labelOf(app.fan, reply.data.id)).toEqual({ label: 'generated', by: 'owner' });
  for (const person of [rival, app.fan])
    expect((await declare(person, mediaId, 'none')).reply.code).toBe('media.notFound');
  expect((await declare(iris, mediaId, 'none')).reply.data).toEqual({ ai: null });
  expect(await labelOf(app.fan, reply.data.id)).toBeNull();
});

test('a decision has the last word over owner and file until it is taken back, and is in the audit log', async () => {
  const { id, mediaId } = await publishSample('generated.jpg');
  expect((await decide(mediaId, 'altered')).reply.data).toEqual({
    ai: { label: 'altered', by: 'decision' },
  });
  await declare(iris, mediaId, 'generated');
  expect(await labelOf(app.fan, id)).toEqual({ label: 'altered', by: 'decision' });
  await decide(mediaId, 'none');
  expect(await labelOf(app.fan, id)).toBeNull();
  await decide(mediaId, null);
  expect(await labelOf(app.fan, id)).toEqual({ label: 'generated', by: 'file' });
  const { rows } = await app.ctx.pool.query(
    `SELECT l.reason, l.profile_id FROM admin_log l JOIN ai_decisions d ON d.id::text = l.subject_id
     WHERE l.action = 'media.labelled' AND d.target_kind = 'media' AND d.target_id = $1
       ORDER BY l.id`,
    [mediaId],
  );
  expect(rows.map(({ reason }) => reason)).toEqual([
    'altered: vimos',
    'none: vimos',
    'undecided: vimos',
  ]);
  expect(rows[0]?.profile_id).toBe(iris.profileId);
});

test('a post says of itself how it was made, and a media says so in messages, too', async () => {
  const { id, mediaIds } = await publish(app, iris, { seed: 9, ai: 'altered' });
  const seen = () => app.fan.call('GET /posts/{id}', { params: { id } });
  expect((await seen()).ai).toEqual({ label: 'altered', by: 'owner' });
  await iris.call('PUT /posts/{id}', { params: { id }, body: { ai: 'none' } });
  expect((await seen()).ai).toBeNull();
  await iris.call('PUT /posts/{id}', { params: { id }, body: { ai: 'generated', text: 'Oi' } });
  await iris.call('PUT /posts/{id}', { params: { id }, body: { text: 'Olá' } });
  expect((await seen()).ai).toEqual({ label: 'generated', by: 'owner' });
  await declare(iris, mediaIds[0] as MediaId, 'generated');
  await follow(app.fan, iris);
  await send(iris, app.fan, {
    message: 'Veja',
    medias: mediaIds.map((mediaId) => ({ id: mediaId })),
  });
  expect((await read(app.fan, 'iris')).at(-1)?.medias[0]?.ai).toEqual({
    label: 'generated',
    by: 'owner',
  });
});
