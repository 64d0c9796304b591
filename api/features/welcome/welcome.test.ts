// The welcome message: text and media, replaced as a whole, visible to its owner only.
import type { MediaId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { upload } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { joinProducer, open, picture, publish, storedKeys } from '../../testing/publishing.ts';
import { eraseWelcomeOf } from './welcome.ts';

let app: TestApp;
let lia: ApiClient;
beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
});

const image = async (seed: number) => ({
  key: await upload(app.server, app.producer, await picture(seed), 'image/jpeg'),
  contentType: 'image/jpeg',
});
const write = (person: ApiClient, message: string, medias: readonly unknown[] = []) =>
  person.ask('POST /profiles/welcome', { body: { message, medias: medias as never } });
const read = (person: ApiClient) => person.call('GET /profiles/welcome');

test('a producer has no welcome message at first, and deleting it returns welcome.notFound', async () => {
  expect(await read(app.producer)).toBeNull();
  const { status, reply } = await app.producer.ask('DELETE /profiles/welcome', {
    headers: { lang: 'pt' },
  });
  expect([status, reply.code, reply.message]).toEqual([
    404,
    'welcome.notFound',
    'Você não tem mensagem de boas-vindas.',
  ]);
});

test('a welcome message needs text or media', async () => {
  expect((await write(app.producer, 'Oi, que bom ter você aqui.')).reply.data).toMatchObject({
    message: 'Oi, que bom ter você aqui.',
    medias: [],
  });
  const { status, reply } = await write(app.producer, '   ');
  expect([status, reply.fields?.['message']?.code]).toEqual([400, 'validate.required']);
  expect(await read(app.producer)).toMatchObject({ message: 'Oi, que bom ter você aqui.' });
});

test.each([
  ['message', 'x'.repeat(1_001), []],
  [
    'medias',
    'oi',
    Array.from({ length: 6 }, () => ({ key: 'uploads/a', contentType: 'image/jpeg' })),
  ],
])('a welcome message with too much of %s is refused by field', async (field, message, medias) => {
  const { status, reply } = await write(app.producer, message, medias);
  expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, [field]]);
});

test('uploads and post media of a welcome message keep their order, and only the owner has access', async () => {
  const {
    mediaIds: [posted],
  } = await publish(app, app.producer, { price: 900 });
  const written = (await write(app.producer, 'Oi', [await image(20), { id: posted }])).reply.data;
  await app.runJobs();
  const seen = await read(app.producer);
  expect(seen?.medias.map(({ id, status }) => [id, status])).toEqual([
    [written?.medias[0]?.id, 'processed'],
    [posted, 'processed'],
  ]);
  const [mine] = seen?.medias ?? [];
  expect((await open(app, app.producer, mine?.url)).statusCode).toBe(200);
  for (const person of [app.fan, lia, app.visitor])
    expect((await open(app, person, mine?.url)).statusCode).toBe(403);
});

test('a welcome message refuses foreign media, profile images and duplicates', async () => {
  const before = await read(app.producer);
  const {
    mediaIds: [hers],
  } = await publish(app, lia, { seed: 31 });
  const [mine] = before?.medias ?? [];
  const refusals = [];
  for (const medias of [
    [{ id: hers }],
    [{ id: mine?.id }, { id: mine?.id }],
    [{ key: 'uploads/nothing', contentType: 'image/jpeg' }],
    [await image(22), { id: hers }],
  ]) {
    refusals.push((await write(app.producer, 'mudou', medias)).reply.code);
  }
  expect(refusals).toEqual([
    'media.notFound',
    'media.notFound',
    'upload.notFound',
    'media.notFound',
  ]);
  expect((await read(app.producer))?.message).toBe(before?.message);
});

test('media uploaded for a welcome message are deleted with it, and post media stay', async () => {
  const kept = await read(app.producer);
  const [uploaded, posted] = kept?.medias ?? [];
  // What the next message reuses stays.
  await write(app.producer, 'De novo', [{ id: uploaded?.id }, { id: posted?.id }]);
  const full = await storedKeys(app);
  await app.producer.call('DELETE /profiles/welcome');
  await app.runJobs();
  const left = await storedKeys(app);
  expect(full.length).toBeGreaterThan(left.length);
  expect(left.some((key) => key.includes(uploaded?.id ?? '-'))).toBe(false);
  expect((await open(app, app.producer, posted?.url)).statusCode).toBe(200);
  expect(await read(app.producer)).toBeNull();
});

test('media of a deleted post go with the welcome message that showed them last, kept ones stay', async () => {
  const { id, mediaIds } = await publish(app, app.producer, { seed: 930, pictures: 3 });
  const [gone, , kept] = mediaIds as [MediaId, MediaId, MediaId];
  await app.producer.call('PUT /vault/medias', { body: { ids: [kept], folderId: null } });
  await write(
    app.producer,
    'Com fotos',
    mediaIds.map((mediaId) => ({ id: mediaId })),
  );
  await app.producer.call('DELETE /posts/{id}', { params: { id } });
  const stored = async () => {
    await app.runJobs();
    const keys = await storedKeys(app);
    return mediaIds.map((mediaId) => keys.some((key) => key.includes(mediaId)));
  };
  expect(await stored()).toEqual([true, true, true]);
  await write(app.producer, 'Com menos', [{ id: gone }, { id: kept }]);
  expect(await stored()).toEqual([true, false, true]);
  await app.producer.call('DELETE /profiles/welcome');
  expect(await stored()).toEqual([false, false, true]);
});

test('only one of two concurrent welcome messages is stored', async () => {
  await Promise.all([write(app.producer, 'um'), write(app.producer, 'dois')]);
  const { rows } = await app.ctx.pool.query('SELECT message FROM welcome_messages');
  expect(rows).toHaveLength(1);
});

test('only producers have a welcome message, and it is erased with the account', async () => {
  expect((await write(app.fan, 'oi')).reply.code).toBe('auth.producersOnly');
  await eraseWelcomeOf(app.ctx, app.producer.profileId);
  expect(await read(app.producer)).toBeNull();
});
