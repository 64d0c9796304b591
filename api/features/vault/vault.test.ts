// The vault: folders, finding and moving, what a new post takes from it without another upload, and
// what stays when posts go.
import type { FolderId, MediaId, PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { setStaffRole } from '../auth/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerOrLogIn, type ApiClient, upload } from '../../api-client.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import {
  fill,
  joinProducer,
  open,
  picture,
  publish,
  refused,
  storedKeys,
} from '../../testing/publishing.ts';

let app: TestApp;
let iris: ApiClient;
let rival: ApiClient;

beforeAll(async () => {
  app = await testApp();
  iris = app.producer;
  rival = await joinProducer(app, 'rival');
});

const folder = async (name: string): Promise<FolderId> =>
  (await iris.call('POST /vault/folders', { body: { name } })).id;
const list = (query = {}, person = iris) => person.call('GET /vault/medias', { query });
const idsIn = async (query = {}): Promise<string[]> => (await list(query)).map(({ id }) => id);
const move = (ids: readonly MediaId[], folderId: FolderId | null, person = iris) =>
  person.ask('PUT /vault/medias', { body: { ids: [...ids], folderId } });
const discard = (ids: readonly MediaId[], person = iris) =>
  person.ask('POST /vault/medias/discard', { body: { ids: [...ids] } });
const reuse = (ids: readonly MediaId[], terms: object = {}, person = iris) =>
  person.ask('POST /posts', { body: { medias: ids.map((id) => ({ id })), ...terms } });
const remove = (id: PostId) => iris.call('DELETE /posts/{id}', { params: { id } });
const seen = async (person: ApiClient, id: PostId) =>
  (await person.call('GET /posts/{id}', { params: { id } })).medias[0];
const isStored = async (id: MediaId): Promise<boolean> =>
  (await storedKeys(app)).some((key) => key.includes(id));

describe('vault folders', () => {
  test('vault folders can be created, renamed and deleted without losing their media', async () => {
    const { mediaIds } = await publish(app, iris, { seed: 1, pictures: 2 });
    const id = await folder('Praia');
    expect(
      (await iris.ask('POST /vault/folders', { body: { name: 'PRAIA' } })).reply,
    ).toMatchObject({ code: 'validate.taken', fields: { name: { code: 'validate.taken' } } });
    expect((await move(mediaIds, id)).reply.data).toEqual({ moved: 2 });
    const { folders, loose } = await iris.call('GET /vault/folders');
    expect(folders).toMatchObject([{ id, name: 'Praia', medias: 2 }]);
    expect((await open(app, iris, folders[0]?.cover)).statusCode).toBe(200);
    const other = await folder('Cidade');
    expect(
      (
        await iris.ask('PUT /vault/folders/{id}', {
          params: { id: other },
          body: { name: 'praia' },
        })
      ).reply.fields?.['name']?.code,
    ).toBe('validate.taken');
    expect(
      await iris.call('PUT /vault/folders/{id}', { params: { id }, body: { name: 'praia' } }),
    ).toMatchObject({ name: 'praia', medias: 2 });
    await iris.call('DELETE /vault/folders/{id}', { params: { id } });
    expect(await refused(iris, 'GET /vault/medias', { query: { folder: id } })).toBe(
      'folder.notFound',
    );
    expect(await idsIn({ folder: 'none' })).toEqual(expect.arrayContaining(mediaIds));
    expect((await iris.call('GET /vault/folders')).loose).toBe(loose + 2);
  });

  test('vault folders with the same name are created once under concurrency', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => iris.ask('POST /vault/folders', { body: { name: 'Corrida' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('vault folders and their media are found by their owner only', async () => {
    const { mediaIds } = await publish(app, iris, { seed: 4 });
    const id = await folder('Só minha');
    const theirs = (await rival.call('POST /vault/folders', { body: { name: 'Só minha' } })).id;
    expect((await move(mediaIds, theirs)).reply.code).toBe('folder.notFound');
    expect((await move(mediaIds, id, rival)).reply.code).toBe('folder.notFound');
    expect((await move(mediaIds, null, rival)).reply.code).toBe('media.notFound');
    expect((await discard(mediaIds, rival)).reply.code).toBe('media.notFound');
    expect((await reuse(mediaIds, {}, rival)).reply.code).toBe('media.notFound');
    expect(await list({}, rival)).toEqual([]);
    expect(
      await refused(rival, 'GET /vault/medias/{id}/posts', {
        params: { id: mediaIds[0] as MediaId },
      }),
    ).toBe('media.notFound');
    expect(await refused(app.fan, 'GET /vault/medias')).toBe('auth.producersOnly');
  });
});

test('vault media are filtered by kind, name, title, day and folder, newest first', async () => {
  const {
    mediaIds: [old],
  } = await publish(app, iris, { seed: 20 });
  await app.ctx.pool.query(
    "UPDATE media SET created_at = created_at - interval '3 days' WHERE id = $1",
    [old],
  );
  app.clock.advance(1_000);
  const from = app.clock.now().toISOString();
  const { mediaIds } = await publish(app, iris, { seed: 21, pictures: 3 });
  // Of one instant, so that their ids decide.
  const newestFirst = mediaIds.toSorted().reverse();
  expect(await idsIn({ from })).toEqual(newestFirst);
  expect(await idsIn({ from, limit: 2, offset: 1 })).toEqual(newestFirst.slice(1));
  expect(await idsIn({ until: from })).toContain(old);
  expect(await idsIn({ until: from })).not.toContain(mediaIds[0]);
  expect(await idsIn({ from, search: 'FERIAS' })).toHaveLength(3);
  expect(await idsIn({ from, search: 'f%s' })).toEqual([]);
  expect([
    await idsIn({ from, kind: 'video' }),
    (await idsIn({ from, kind: 'image' })).length,
  ]).toEqual([[], 3]);
  const titled = { params: { id: mediaIds[1] as MediaId } };
  expect(
    await iris.call('PUT /vault/medias/{id}', { ...titled, body: { title: ' Pôr do sol ' } }),
  ).toMatchObject({ title: 'Pôr do sol', name: 'férias na praia.jpg' });
  expect([
    await idsIn({ from, search: 'por do SOL' }),
    (await idsIn({ from, search: 'ferias' })).length,
  ]).toEqual([[mediaIds[1]], 3]);
  expect(
    await iris.call('PUT /vault/medias/{id}', { ...titled, body: { title: null } }),
  ).toMatchObject({ title: null });
  expect(await idsIn({ from, search: 'sol' })).toEqual([]);
  const { reply } = await iris.ask('GET /vault/medias', { query: { from, limit: 2 } });
  expect([reply.total, reply.limit, reply.offset]).toEqual([3, 2, 0]);
});

describe('a media in another post', () => {
  test('a media in another post is ready without upload and processing, and each post checks its own access', async () => {
    const free = await publish(app, iris, { seed: 30, public: false });
    const [mediaId] = free.mediaIds as [MediaId];
    const { status, reply } = await reuse([mediaId], { text: 'de novo', price: centavos(500) });
    expect([status, reply.data.status, reply.data.medias.map(({ id }) => id)]).toEqual([
      200,
      'processed',
      [mediaId],
    ]);
    expect(
      (
        await app.ctx.pool.query(
          "SELECT count(*)::int AS waiting FROM pgboss.job WHERE name = 'media.process' AND state IN ('created', 'retry', 'active')",
        )
      ).rows,
    ).toEqual([{ waiting: 0 }]);
    const paid = reply.data.id;
    expect(await seen(app.fan, paid)).toMatchObject({ url: null, preview: expect.any(String) });
    const address = (await seen(iris, paid))?.url;
    expect((await open(app, app.fan, address)).statusCode).toBe(403);
    await fill(app, app.fan, 500);
    await app.fan.call('POST /posts/{id}/purchase', {
      params: { id: paid },
      body: { price: centavos(500) },
      idempotencyKey: 'vault-buy',
    });
    app.clock.advance(6_000);
    expect((await open(app, app.fan, (await seen(app.fan, paid))?.url)).statusCode).toBe(200);
    // The other post is for members still: what was bought does not open it.
    expect(await seen(app.fan, free.id)).toMatchObject({ url: null });
    expect((await list()).find(({ id }) => id === mediaId)).toMatchObject({
      posts: 2,
      kept: false,
    });
    expect(
      (await iris.call('GET /vault/medias/{id}/posts', { params: { id: mediaId } })).map(
        ({ id }) => id,
      ),
    ).toEqual([paid, free.id]);
  });

  test('a post with a vault media and an upload waits only for the upload', async () => {
    const {
      mediaIds: [mediaId],
    } = await publish(app, iris, { seed: 34 });
    const key = await upload(app.server, iris, await picture(35), 'image/jpeg');
    const { reply } = await iris.ask('POST /posts', {
      body: { medias: [{ key, contentType: 'image/jpeg' }, { id: mediaId as MediaId }] },
    });
    expect([reply.data.status, reply.data.medias[1]?.id, reply.data.medias[1]?.status]).toEqual([
      'queue',
      mediaId,
      'processed',
    ]);
    expect(await refused(app.fan, 'GET /posts/{id}', { params: { id: reply.data.id } })).toBe(
      'post.notFound',
    );
    await app.runJobs();
    expect(await app.fan.call('GET /posts/{id}', { params: { id: reply.data.id } })).toMatchObject({
      status: 'processed',
    });
  });

  test('a media in another post is refused twice in one post, and when it does not exist', async () => {
    const {
      mediaIds: [mediaId],
    } = await publish(app, iris, { seed: 36 });
    expect((await reuse([mediaId as MediaId, mediaId as MediaId])).reply.code).toBe(
      'media.notFound',
    );
    expect((await reuse(['00000000-0000-7000-8000-000000000000' as MediaId])).reply.code).toBe(
      'media.notFound',
    );
  });

  test('a media in another post is kept or refused when its first post is deleted concurrently', async () => {
    const shots = await publish(app, iris, { seed: 40, pictures: 3 });
    const posts = await Promise.all(shots.mediaIds.map((id) => reuse([id])));
    await remove(shots.id);
    // Each media is in one post now, which goes while another takes the media.
    const answers = await Promise.all(
      posts.flatMap(({ reply }, index) => [
        remove(reply.data.id),
        reuse([shots.mediaIds[index] as MediaId]),
      ]),
    );
    await app.runJobs();
    for (const [index, mediaId] of shots.mediaIds.entries()) {
      const again = answers[index * 2 + 1] as Awaited<ReturnType<typeof reuse>>;
      if (again.status === 200)
        expect(
          (await open(app, iris, (await seen(iris, again.reply.data.id))?.url)).statusCode,
        ).toBe(200);
      else expect([again.reply.code, await isStored(mediaId)]).toEqual(['media.notFound', false]);
    }
  });
});

describe('deleting posts', () => {
  test('deleting posts keeps media that another post contains', async () => {
    const first = await publish(app, iris, { seed: 50 });
    const [mediaId] = first.mediaIds as [MediaId];
    const second = (await reuse([mediaId])).reply.data.id;
    await remove(first.id);
    await app.runJobs();
    expect((await open(app, app.fan, (await seen(app.fan, second))?.url)).statusCode).toBe(200);
    await remove(second);
    await app.runJobs();
    expect([await isStored(mediaId), await idsIn()]).toEqual([
      false,
      expect.not.arrayContaining([mediaId]),
    ]);
  });

  test('deleting posts keeps vault media for their owner, who can use them in a new post', async () => {
    const {
      id,
      mediaIds: [mediaId],
    } = await publish(app, iris, { seed: 52 });
    await move([mediaId as MediaId], await folder('Guardadas'));
    const address = (await seen(app.fan, id))?.url;
    await remove(id);
    await app.runJobs();
    app.clock.advance(6_000);
    const item = (await list()).find((one) => one.id === mediaId);
    expect(item).toMatchObject({ kept: true, posts: 0 });
    expect([
      (await open(app, iris, item?.url)).statusCode,
      (await open(app, app.fan, address)).statusCode,
      (await open(app, app.fan, item?.url)).statusCode,
    ]).toEqual([200, 403, 403]);
    const again = (await reuse([mediaId as MediaId])).reply.data.id;
    app.clock.advance(6_000);
    expect((await open(app, app.fan, (await seen(app.fan, again))?.url)).statusCode).toBe(200);
  });

  test('deleting posts and discarding media erases unused ones, and used ones with their last post', async () => {
    const { id, mediaIds } = await publish(app, iris, { seed: 54, pictures: 2 });
    const [shown, out] = mediaIds as [MediaId, MediaId];
    await move(mediaIds, null);
    await iris.call('DELETE /posts/{postId}/medias/{mediaId}', {
      params: { postId: id, mediaId: out },
    });
    expect(await idsIn()).toContain(out);
    expect((await discard(mediaIds)).reply.data).toEqual({ deleted: 1, inUse: 1 });
    await app.runJobs();
    expect([await isStored(out), await isStored(shown)]).toEqual([false, true]);
    await remove(id);
    await app.runJobs();
    expect(await isStored(shown)).toBe(false);
  });

  test('deleting posts keeps media of the welcome message', async () => {
    const {
      id,
      mediaIds: [mediaId],
    } = await publish(app, iris, { seed: 57 });
    await iris.call('POST /profiles/welcome', {
      body: { message: 'Oi', medias: [{ id: mediaId as MediaId }] },
    });
    await remove(id);
    await app.runJobs();
    expect([
      await isStored(mediaId as MediaId),
      (await idsIn()).includes(mediaId as string),
    ]).toEqual([true, true]);
  });
});

test('an upload to the vault is added once and is open to its owner only', async () => {
  const folderId = await folder('Direto');
  const key = await upload(app.server, iris, await picture(60), 'image/jpeg');
  const add = () =>
    iris.ask('POST /vault/medias', {
      body: { medias: [{ key, contentType: 'image/jpeg', name: 'direto.jpg' }], folderId },
      idempotencyKey: 'vault-add',
    });
  const [first, again] = [await add(), await add()];
  expect(first.reply.data).toMatchObject([
    { status: 'created', folderId, kept: true, posts: 0, name: 'direto.jpg' },
  ]);
  expect(again.reply.data.map(({ id }) => id)).toEqual(first.reply.data.map(({ id }) => id));
  await app.runJobs();
  const [item] = await list({ folder: folderId });
  expect(item).toMatchObject({ status: 'processed' });
  expect([
    (await open(app, iris, item?.lgThumb)).statusCode,
    (await open(app, app.fan, item?.lgThumb)).statusCode,
  ]).toEqual([200, 403]);
});

test("a taken-down media hides every post of it alone, and can't be attached again", async () => {
  await app.join('chefe');
  await setStaffRole(app.ctx, 'chefe', 'owner', 'test');
  const admin = await registerOrLogIn(app.server, {
    username: 'chefe',
    name: 'chefe',
    email: 'chefe@example.com',
    password: TEST_PASSWORD,
  });
  const first = await publish(app, iris, { seed: 70 });
  const [mediaId] = first.mediaIds as [MediaId];
  await move([mediaId], null);
  const second = (await reuse([mediaId])).reply.data.id;
  await admin.call('POST /dsb/medias/{id}/take-down', {
    params: { id: mediaId },
    body: { reason: 'ordem judicial' },
  });
  for (const id of [first.id, second])
    expect((await app.fan.ask('GET /posts/{id}', { params: { id } })).reply.code).toBe(
      'post.notFound',
    );
  expect((await reuse([mediaId])).reply.code).toBe('media.withheld');
});
