// Notifications: recipients, texts, and the unread badge.
import { topicKey } from '@camarim/contract/events';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RealtimeMessage } from '../../platform/bus/port.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ApiClient } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import { insertChat } from '../../testing/chatting.ts';
import { publish } from '../../testing/publishing.ts';
import type { TestApp } from '../../testing/app.ts';
import { notify } from './index.ts';
import type { NotificationInput } from './index.ts';

let app: TestApp;
let heard: RealtimeMessage[];

beforeAll(async () => {
  app = await testApp();
  app.ctx.bus.subscribe('realtime', (message) => heard.push(message));
});
beforeEach(async () => {
  heard = [];
  await app.ctx.db.deleteFrom('notifications').execute();
  await app.ctx.db.deleteFrom('outbox').execute();
});

const iris = () => app.producer.profileId;
const davi = () => app.fan.profileId;
/** Notifies Íris, each time a second later. */
const notifyIris = (notice: Omit<NotificationInput, 'profileId'>) => {
  app.clock.advance(1_000);
  return transaction(app.ctx.db, (tx) => notify(app.ctx, tx, { profileId: iris(), ...notice }));
};
const list = async (person: ApiClient, query: Record<string, string> = {}, lang = 'pt') =>
  person.call('GET /profiles/notifications', { query: query, headers: { lang } });
const badge = async (person: ApiClient) => (await person.call('GET /auth')).unreadNotifications;

test.each([
  [
    'pt',
    [
      'Nome davi enviou um mimo de R$ 10,00 para você.',
      'Nome davi começou a seguir você.',
      'Seu post está pronto.',
    ],
  ],
  [
    'en',
    [
      'Nome davi sent you a tip of R$10.00.',
      'Nome davi started following you.',
      'Your post is ready.',
    ],
  ],
  [
    'es',
    [
      'Nome davi te envió una propina de R$10.00.',
      'Nome davi empezó a seguirte.',
      'Tu publicación está lista.',
    ],
  ],
])('notifications are sentences in the language of the reader: %s', async (lang, sentences) => {
  await notifyIris({
    type: 'postProcessed',
    postId: '00000000-0000-7000-8000-000000000001' as PostId,
  });
  await notifyIris({ type: 'follow', fromProfileId: davi() });
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(1_000) });
  const plain = (text: string) => text.replaceAll(/\s/gu, ' ');
  expect((await list(app.producer, {}, lang)).map(({ message }) => plain(message))).toEqual(
    sentences,
  );
});

test('a notification about a post says which: how its text begins, and its picture', async () => {
  const { id } = await publish(app, app.producer, { text: `Terça de ensaio ${'a'.repeat(90)}` });
  await app.ctx.db.deleteFrom('notifications').execute();
  await notifyIris({ type: 'like', fromProfileId: davi(), postId: id });
  await notifyIris({ type: 'follow', fromProfileId: davi() });
  const [follow, like] = await list(app.producer);
  expect(follow?.post).toBeNull();
  expect(like?.post?.text).toBe(`Terça de ensaio ${'a'.repeat(64)}`);
  expect(like?.post?.thumb).toMatch(/^\/media\//);
});

test('a notification about a post that is locked for its reader has no text and no picture of it', async () => {
  const { id } = await publish(app, app.producer, { text: 'Só para quem paga', public: false });
  await app.ctx.db.deleteFrom('notifications').execute();
  await transaction(app.ctx.db, (tx) =>
    notify(app.ctx, tx, {
      profileId: davi(),
      type: 'postPublished',
      fromProfileId: iris(),
      postId: id,
    }),
  );
  const [notice] = await list(app.fan);
  expect(notice?.post).toEqual({ text: '', thumb: null });
});

const unread = (person: ApiClient) => person.call('GET /profiles/notifications/unread');
const markRead = (person: ApiClient, ids?: string[]) =>
  person.call('POST /profiles/notifications/read', { body: { ...(ids && { ids }) } });

test('listing leaves notifications unread, and marking one or all as read lowers the badge', async () => {
  for (const type of ['comment', 'tip', 'purchase'] as const)
    await notifyIris({ type, fromProfileId: davi(), amount: centavos(100) });
  const [newest] = await list(app.producer);
  expect(await badge(app.producer)).toBe(3);
  expect((await markRead(app.producer, [newest?.id ?? ''])).unread).toBe(2);
  expect((await list(app.producer)).map(({ type, read }) => [type, read])).toEqual([
    ['purchase', true],
    ['tip', false],
    ['comment', false],
  ]);
  expect((await markRead(app.producer)).unread).toBe(0);
  expect(await badge(app.producer)).toBe(0);
});

test('no profile marks notifications of another as read', async () => {
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(100) });
  const [only] = await list(app.producer);
  await markRead(app.fan, [only?.id ?? '']);
  await markRead(app.fan);
  expect(await badge(app.producer)).toBe(1);
});

test('marking as read tells the other browsers of the profile once, and nothing when all was read', async () => {
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(100) });
  await app.ctx.db.deleteFrom('outbox').execute();
  await markRead(app.producer);
  await markRead(app.producer);
  const events = await app.ctx.db.selectFrom('outbox').select('payload').execute();
  expect(events).toEqual([{ payload: { payload: { field: 'notifications', id: null } } }]);
});

test.each([
  ['purchase', { chat: false, earning: true, walletIn: false, walletOut: false }],
  ['topUp', { chat: false, earning: false, walletIn: true, walletOut: false }],
  ['cashOutPaid', { chat: false, earning: false, walletIn: false, walletOut: true }],
  ['comment', { chat: false, earning: false, walletIn: false, walletOut: false }],
] as const)('an unread %s raises its flag until it is read', async (type, flags) => {
  await notifyIris({ type, amount: centavos(100) });
  expect(await unread(app.producer)).toEqual({ unread: 1, flags });
  await markRead(app.producer);
  expect((await unread(app.producer)).flags).toEqual({
    chat: false,
    earning: false,
    walletIn: false,
    walletOut: false,
  });
});

test('notifications about a profile that blocks the reader are not counted', async () => {
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(1_000) });
  expect([(await unread(app.producer)).unread, await badge(app.producer)]).toEqual([1, 1]);
  await app.fan.call('POST /profiles/{id}/block', { params: { id: iris() } });
  app.clock.advance(6_000);
  expect([(await unread(app.producer)).unread, await badge(app.producer)]).toEqual([0, 0]);
  await app.fan.call('POST /profiles/{id}/unblock', { params: { id: iris() } });
});

test('unread messages raise the flag of chats, in the session, too', async () => {
  await insertChat(app, [app.fan, app.producer], { unread: 2 });
  expect((await unread(app.fan)).flags.chat).toBe(true);
  expect((await unread(app.producer)).flags.chat).toBe(false);
  expect((await app.fan.call('GET /auth')).chatNotification).toBe(true);
  expect((await app.producer.call('GET /auth')).chatNotification).toBe(false);
});

test('pages meet without gaps and repetitions while new notifications arrive', async () => {
  const ask = (before?: string) =>
    app.producer.ask('GET /profiles/notifications', {
      query: { limit: '2', ...(before && { before }) },
    });
  for (const type of ['comment', 'tip', 'purchase', 'topUp'] as const)
    await notifyIris({ type, amount: centavos(100) });
  const first = await ask();
  await notifyIris({ type: 'cashOutPaid', amount: centavos(100) });
  const second = await ask(first.reply.cursor ?? undefined);
  expect([first, second].flatMap(({ reply }) => reply.data?.map(({ type }) => type))).toEqual([
    'topUp',
    'purchase',
    'tip',
    'comment',
  ]);
  expect(second.reply.cursor).toBeNull();
});

test('every notification says which page shows what happened', async () => {
  const { id: postId } = await publish(app, app.producer);
  await notifyIris({ type: 'like', fromProfileId: davi(), postId });
  await notifyIris({ type: 'follow', fromProfileId: davi() });
  await notifyIris({ type: 'topUp', amount: centavos(100) });
  await notifyIris({
    type: 'comment',
    postId: '00000000-0000-7000-8000-000000000001' as PostId,
  });
  expect((await list(app.producer)).map(({ link, group }) => [link, group])).toEqual([
    [null, 'comments'],
    ['/wallet', 'wallet'],
    [null, 'audience'],
    [`/${app.producer.domainName}/posts/${postId}`, 'audience'],
    [`/${app.producer.domainName}/posts/${postId}`, 'studio'],
  ]);
  await transaction(app.ctx.db, (tx) =>
    notify(app.ctx, tx, { profileId: davi(), type: 'planEnded', fromProfileId: iris() }),
  );
  expect((await list(app.fan))[0]?.link).toBe('/settings/subscriptions');
});

test('the badge counts to a hundred', async () => {
  await app.ctx.pool.query(
    `INSERT INTO notifications (id, profile_id, type, created_at) SELECT gen_random_uuid(),
      $1, 'tip', now() FROM generate_series(1, 150)`,
    [iris()],
  );
  expect(await badge(app.producer)).toBe(100);
});

test('a profile sees only its own notifications', async () => {
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(100) });
  expect(await list(app.fan)).toEqual([]);
  expect(await badge(app.fan)).toBe(0);
  expect((await app.visitor.ask('GET /profiles/notifications')).status).toBe(401);
});

test('notifications are filtered by type and sender, and paginated', async () => {
  const malu = app.stranger.profileId as ProfileId;
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(100) });
  await notifyIris({ type: 'comment', fromProfileId: malu });
  await notifyIris({ type: 'topUp', amount: centavos(5_000) });
  const types = async (query: Record<string, string>) =>
    (await list(app.producer, query)).map(({ type }) => type);
  expect(await types({ types: 'tip, topUp' })).toEqual(['topUp', 'tip']);
  expect(await types({ search: 'MÁLU' })).toEqual(['comment']);
  expect(await types({ limit: '1', offset: '1' })).toEqual(['comment']);
  const { status, reply } = await app.producer.ask('GET /profiles/notifications', {
    query: { types: 'tip,nonsense' } as never,
  });
  expect([status, reply.fields?.['types']?.code]).toEqual([400, 'validate.filter']);
});

test('each notification publishes its id to its profile, in the same transaction', async () => {
  await notifyIris({ type: 'tip', fromProfileId: davi(), amount: centavos(100) });
  await expect(
    transaction(app.ctx.db, async (tx) => {
      await notify(app.ctx, tx, { profileId: iris(), type: 'tip', fromProfileId: davi() });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  app.relay.start();
  await expect.poll(() => heard.length).toBe(1);
  await app.relay.stop();
  const [only] = await list(app.producer);
  expect(heard).toEqual([
    {
      event: 'notifications',
      topics: [topicKey('member', iris())],
      payload: { field: 'notifications', id: only?.id },
    },
  ]);
  expect(await list(app.producer)).toHaveLength(1);
});

test('likes and follows notify once until read, tips and comments each time', async () => {
  const postId = '00000000-0000-7000-8000-000000000001' as PostId;
  for (const type of ['like', 'follow', 'tip', 'comment'] as const) {
    await notifyIris({ type, fromProfileId: davi(), postId });
    await notifyIris({ type, fromProfileId: davi(), postId });
  }
  expect((await list(app.producer)).map(({ type }) => type)).toEqual([
    'comment',
    'comment',
    'tip',
    'tip',
    'follow',
    'like',
  ]);
  await markRead(app.producer);
  await notifyIris({ type: 'like', fromProfileId: davi(), postId });
  expect(await badge(app.producer)).toBe(1);
});

test('people get no notifications of their own acts', async () => {
  await notifyIris({ type: 'comment', fromProfileId: iris() });
  expect(await list(app.producer)).toEqual([]);
});
