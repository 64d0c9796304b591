// The lifecycle of a post: drafts, schedule, edits, archive and pin, and what others see of each.
import type { Routes } from '@camarim/contract';
import type { PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { BodyInput } from '@camarim/contract/route';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_PASSWORD, type TestApp, testApp } from '../../../testing/app.ts';
import {
  fill,
  joinProducer,
  picture,
  post,
  publish,
  refused,
} from '../../../testing/publishing.ts';
import { registerOrLogIn, type ApiClient } from '../../../api-client.ts';

let app: TestApp;
let iris: ApiClient;
let rival: ApiClient;
let fan: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  app = await testApp();
  rival = await joinProducer(app, 'rival');
  ({ producer: iris, fan, stranger } = app);
  await fan.call('POST /profiles/{id}/follow', {
    params: { id: iris.profileId },
    body: { following: true },
  });
});

/** Time goes by; who was away so long logs in again. */
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  const again = (username: string) =>
    registerOrLogIn(app.server, {
      username,
      name: username,
      email: `${username}@example.com`,
      password: TEST_PASSWORD,
    });
  [iris, fan, rival, stranger] = [
    await again('iris'),
    await again('davi'),
    await again('rival'),
    await again('malu'),
  ];
};
const later = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString();
const write = async (body: BodyInput<Routes['POST /posts']>): Promise<PostId> =>
  (await iris.call('POST /posts', { body })).id;
const edit = (id: PostId, body: BodyInput<Routes['PUT /posts/{id}']>) =>
  iris.ask('PUT /posts/{id}', { params: { id }, body });
const sees = async (person: ApiClient, id: PostId): Promise<boolean> =>
  (await person.ask('GET /posts/{id}', { params: { id } })).status === 200;
const timeline = async (): Promise<string[]> =>
  (await fan.call('GET /posts/timeline')).map(({ id }) => id);
const onProfile = async (person: ApiClient = fan): Promise<string[]> =>
  (await person.call('GET /profiles/{domainname}/posts', { params: { domainname: 'iris' } })).map(
    ({ id }) => id,
  );
const total = async (): Promise<number> => (await iris.call('GET /profiles/me')).totalPosts;
const waiting = async (): Promise<string[]> =>
  (await iris.call('GET /posts/unpublished')).map(({ id }) => id);
const buy = async (person: ApiClient, id: PostId, price: number, key: string) => {
  await fill(app, person, price);
  return person.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: centavos(price) },
    idempotencyKey: `purchase-${key}`,
  });
};
const notices = async (): Promise<number> =>
  Number(
    (
      await app.ctx.pool.query('SELECT count(*) FROM notifications WHERE profile_id = $1', [
        fan.profileId,
      ])
    ).rows[0].count,
  );

describe('a scheduled post', () => {
  test('a scheduled post is hidden before its start, and listed from that instant without a job', async () => {
    const before = [await total(), await notices()];
    const id = await write({ text: 'amanhã', startWhen: later(HOUR_MS) });
    expect([await sees(fan, id), await waiting()]).toEqual([false, [id]]);
    await pass(HOUR_MS - 1);
    await app.runJobs();
    expect([
      await sees(fan, id),
      (await timeline()).includes(id),
      (await onProfile()).includes(id),
    ]).toEqual([false, false, false]);
    expect([await total(), await notices()]).toEqual(before);
    await pass(1);
    expect([
      await sees(fan, id),
      (await timeline())[0],
      (await onProfile())[0],
      await waiting(),
    ]).toEqual([true, id, id, []]);
    await app.runJobs();
    expect(await total()).toBe((before[0] ?? 0) + 1);
  });

  test('a scheduled post can be rescheduled until it starts', async () => {
    const id = await write({ text: 'depois', startWhen: later(HOUR_MS), activeDays: 2 });
    const moved = (await edit(id, { startWhen: later(3 * HOUR_MS) })).reply.data;
    expect(moved).toMatchObject({
      startWhen: later(3 * HOUR_MS),
      expiration: later(3 * HOUR_MS + 2 * DAY_MS),
      activeDays: 2,
    });
    await pass(2 * HOUR_MS);
    await app.runJobs();
    expect(await sees(fan, id)).toBe(false);
    await pass(HOUR_MS);
    expect(await sees(fan, id)).toBe(true);
    expect((await edit(id, { startWhen: later(HOUR_MS) })).reply.code).toBe('post.started');
    expect((await edit(id, { draft: true })).reply.code).toBe('post.started');
  });

  test.each([
    ['a start in two years', () => ({ startWhen: later(800 * DAY_MS) }), 'startWhen'],
    [
      'an end before its start',
      () => ({ startWhen: later(2 * HOUR_MS), expiration: later(HOUR_MS) }),
      'expiration',
    ],
    ['two ends', () => ({ expiration: later(DAY_MS), activeDays: 3 }), 'activeDays'],
    ['no days at all', () => ({ activeDays: 0 }), 'activeDays'],
  ])('a scheduled post with %s is refused', async (_, hours, field) => {
    const { status, reply } = await iris.ask('POST /posts', { body: { text: 'x', ...hours() } });
    expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('a post with an end', () => {
  test('a post with an end is hidden at that instant, and the total follows', async () => {
    await app.runJobs();
    const before = await total();
    const id = await write({ text: 'até logo', activeDays: 1 });
    expect(await total()).toBe(before + 1);
    await pass(DAY_MS - 1);
    expect(await sees(fan, id)).toBe(true);
    await pass(1);
    expect([await sees(fan, id), await sees(iris, id), (await onProfile()).includes(id)]).toEqual([
      false,
      true,
      false,
    ]);
    await app.runJobs();
    expect(await total()).toBe(before);
  });

  test('a post with an end can be extended or ended', async () => {
    const id = await write({ text: 'mais um pouco', expiration: later(HOUR_MS) });
    await pass(2 * HOUR_MS);
    expect((await edit(id, { expiration: later(-HOUR_MS) })).status).toBe(400);
    expect((await edit(id, { expiration: null })).reply.data).toMatchObject({
      expiration: null,
      activeDays: null,
    });
    expect(await sees(fan, id)).toBe(true);
  });
});

describe('a draft', () => {
  test('a draft is open to its owner only, with its images processed, until it is published', async () => {
    const before = await total();
    const { reply } = await post(app, iris, [await picture(3)], { text: 'rascunho', draft: true });
    const { id } = reply.data;
    await app.runJobs();
    await pass(DAY_MS);
    expect([await sees(fan, id), await waiting(), await total()]).toEqual([false, [id], before]);
    expect(await iris.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      status: 'processed',
      draft: true,
    });
    expect((await edit(id, { draft: false })).reply.data).toMatchObject({
      draft: false,
      startWhen: app.clock.now().toISOString(),
    });
    expect([await sees(fan, id), await waiting(), await total()]).toEqual([true, [], before + 1]);
  });

  test('a draft that is published during processing is listed when its images are ready', async () => {
    const { reply } = await post(app, iris, [await picture(4)], { draft: true });
    const { id } = reply.data;
    await edit(id, { draft: false });
    expect(await sees(fan, id)).toBe(false);
    await app.runJobs();
    expect(await sees(fan, id)).toBe(true);
  });

  test('a draft can be made of a scheduled post again', async () => {
    const id = await write({ text: 'não sei', startWhen: later(HOUR_MS) });
    await edit(id, { draft: true });
    await pass(2 * HOUR_MS);
    await app.runJobs();
    expect(await sees(fan, id)).toBe(false);
  });
});

describe('editing a post', () => {
  test('editing a post changes text, audience and price for later buyers, and earlier buyers keep access', async () => {
    const { id } = await publish(app, iris, { seed: 20, text: 'antes', price: 500 });
    expect((await buy(fan, id, 500, 'edit-1')).status).toBe(200);
    const { reply } = await edit(id, { text: 'depois', price: 900, public: false, tip: false });
    expect(reply.data).toMatchObject({ text: 'depois', price: 900, public: false, tip: false });
    expect(await fan.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      text: 'depois',
      locked: null,
      purchased: true,
    });
    expect(await stranger.call('GET /posts/{id}', { params: { id } })).toMatchObject({
      text: '',
      locked: { reason: 'members' },
    });
    await edit(id, { public: true });
    expect((await buy(stranger, id, 500, 'edit-2')).reply.fields).toHaveProperty('price');
    expect((await buy(stranger, id, 900, 'edit-3')).status).toBe(200);
  });

  test("the text of a sold post without media can't be edited", async () => {
    const { id } = await publish(app, iris, { pictures: 0, text: 'o segredo', price: 500 });
    await edit(id, { text: 'o segredo inteiro' });
    await buy(fan, id, 500, 'words-1');
    expect((await edit(id, { text: 'nada' })).reply.code).toBe('post.sold');
    expect((await edit(id, { price: null })).status).toBe(200);
  });

  test('editing a post is refused for another person’s post and when nothing would be left', async () => {
    const id = await write({ text: 'só palavras' });
    expect((await edit(id, { text: '  ' })).reply.code).toBe('post.empty');
    expect(await refused(rival, 'PUT /posts/{id}', { params: { id }, body: { text: 'meu' } })).toBe(
      'post.notFound',
    );
  });
});

describe('the archive', () => {
  test('archiving removes a post from every list except for its buyers, and can be undone', async () => {
    const { id } = await publish(app, iris, { seed: 30, price: 500 });
    await buy(fan, id, 500, 'archive-1');
    const before = await total();
    expect(await iris.call('POST /posts/{id}/archive', { params: { id } })).toEqual({
      archived: true,
    });
    await iris.call('POST /posts/{id}/archive', { params: { id } });
    expect([
      await total(),
      (await onProfile()).includes(id),
      await sees(stranger, id),
      await sees(fan, id),
    ]).toEqual([before - 1, false, false, true]);
    expect((await iris.call('GET /posts/archiveds')).map((one) => one.id)).toEqual([id]);
    expect((await iris.call('GET /posts/me')).map((one) => one.id)).not.toContain(id);
    expect(await iris.call('POST /posts/{id}/unarchive', { params: { id } })).toEqual({
      archived: false,
    });
    expect([
      await total(),
      (await onProfile()).includes(id),
      await iris.call('GET /posts/archiveds'),
    ]).toEqual([before, true, []]);
  });
});

test('a pinned post is first on its profile and replaces the one pinned before', async () => {
  const [old, newer] = [await write({ text: 'antigo' }), await write({ text: 'novo' })];
  await pass(1_000);
  await write({ text: 'o mais novo' });
  await Promise.all(
    [old, newer, old, newer].map((id) =>
      iris.call('POST /posts/{id}/pin', { params: { id }, body: { pinned: true } }),
    ),
  );
  await iris.call('POST /posts/{id}/pin', { params: { id: old }, body: { pinned: true } });
  const page = await onProfile();
  expect([page[0], page.filter((id) => id === old).length, page.includes(newer)]).toEqual([
    old,
    1,
    true,
  ]);
  expect(await iris.call('POST /posts/{id}/pin', { params: { id: old }, body: {} })).toEqual({
    pinned: false,
  });
  expect((await onProfile())[0]).not.toBe(old);
});

test('only the owner of a post sees its counts of purchases and saves', async () => {
  const { id } = await publish(app, iris, { seed: 60, price: 500 });
  await buy(fan, id, 500, 'detail-1');
  await fan.call('POST /posts/{id}/save', { params: { id }, body: { saved: true } });
  expect(await iris.call('GET /posts/{id}/detail', { params: { id } })).toMatchObject({
    id,
    purchases: 1,
    totalSaves: 1,
  });
  const listed = async (person: ApiClient) =>
    (
      await person.call('GET /profiles/{domainname}/posts', { params: { domainname: 'iris' } })
    ).find((post) => post.id === id);
  expect([await listed(iris), await listed(fan), await listed(app.visitor)]).toMatchObject([
    { mine: true, purchases: 1, totalSaves: 1 },
    { mine: false, purchases: null, totalSaves: null },
    { mine: false, purchases: null, totalSaves: null },
  ]);
});
