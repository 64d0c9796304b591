// Conversations: who sees which, in what order, and what is left of them after an account is
// removed.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { follow, insertChat, send } from '../../testing/chatting.ts';
import { block, fill, joinProducer, unblock } from '../../testing/publishing.ts';

type Query = { limit?: number; offset?: number; before?: string; name?: string; unread?: string };

let app: TestApp;
let lia: ApiClient;
let ana: ApiClient;
let withLia: string;

const ask = (who: ApiClient, query: Query = {}) => who.ask('GET /chats', { query: query });
const names = async (who: ApiClient, query: Query = {}): Promise<string[]> =>
  ((await ask(who, query)).reply.data ?? []).map(({ domainName }) => domainName);

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  ana = await joinProducer(app, 'ana');
  await insertChat(app, [app.fan, app.producer], { lastMessage: null });
  app.clock.advance(60_000);
  withLia = await insertChat(app, [app.fan, lia], { unread: 3, lastMessage: 'Até terça!' });
  app.clock.advance(60_000);
  await insertChat(app, [app.fan, ana]);
});

test('conversations are listed by their last message, newest first', async () => {
  expect(await names(app.fan)).toEqual(['ana', 'lia.solar', 'iris']);
});

test('an entry has the other member, the unread messages and the last message', async () => {
  const sentAt = new Date(app.clock.now().getTime() - 60_000).toISOString();
  expect((await ask(app.fan)).reply.data?.[1]).toEqual({
    id: withLia,
    profileId: lia.profileId,
    name: 'Nome lia.solar',
    domainName: 'lia.solar',
    profileImage: null,
    unreadMessages: 3,
    lastMessage: 'Até terça!',
    lastMessageMine: false,
    lastMessageMedia: false,
    lastMessageOrder: null,
    lastMessageShow: false,
    muted: false,
    request: false,
    online: true,
    lastMessageSendAt: sentAt,
    updatedAt: sentAt,
  });
  expect((await ask(app.fan)).reply.data?.[2]?.lastMessage).toBeNull();
});

test('each member has their own count of unread messages, and other profiles do not see the conversation', async () => {
  expect(
    (await ask(lia)).reply.data?.map(({ domainName, unreadMessages }) => [
      domainName,
      unreadMessages,
    ]),
  ).toEqual([[app.fan.domainName, 0]]);
  expect(await names(app.stranger)).toEqual([]);
  expect(await names(app.fan, { unread: 'true' })).toEqual(['lia.solar']);
  expect(await names(lia, { unread: 'true' })).toEqual([]);
});

test.each([
  ['NOME LIA', ['lia.solar']],
  ['ía.sol', ['lia.solar']],
  ['ana', ['ana']],
  [' ', ['ana', 'lia.solar', 'iris']],
  ['%', []],
  ['Até terça', []],
])('a search of conversations for "%s" finds %o', async (name, found) => {
  expect(await names(app.fan, { name })).toEqual(found);
});

test('pages of conversations meet without gaps and repetitions, also when a message moves one', async () => {
  const others: ApiClient[] = [];
  for (const name of ['bia', 'carla', 'duda']) others.push(await app.join(name));
  for (const other of others) await insertChat(app, [app.stranger, other]);
  app.clock.advance(60_000);
  await insertChat(app, [app.stranger, lia]);
  const all = await names(app.stranger);
  expect(all).toHaveLength(4);
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(app.stranger, {
      limit: 2,
      ...(before !== null && { before }),
    });
    const { data, cursor } = page.reply;
    seen.push(...data.map(({ domainName }) => domainName));
    // The first of the list gets a message between the pages.
    app.clock.advance(60_000);
    await app.ctx.pool.query(
      'UPDATE chat_members SET last_message_at = $1 WHERE profile_id = $2 AND other_id = $3',
      [app.clock.now(), app.stranger.profileId, lia.profileId],
    );
    before = cursor ?? null;
  } while (before !== null);
  expect(seen).toEqual(all);
});

test('a malformed cursor is refused by field', async () => {
  const { status, reply } = await ask(app.fan, { before: 'x' });
  expect([status, Object.keys(reply.fields ?? {})]).toEqual([400, ['before']]);
});

test('a block in either direction hides the conversation from both until the block ends', async () => {
  for (const [blocker, blocked] of [
    [lia, app.fan],
    [app.fan, lia],
  ] as const) {
    await block(app, blocker, blocked);
    expect([await names(app.fan), await names(app.fan, { unread: 'true' })]).toEqual([
      ['ana', 'iris'],
      [],
    ]);
    expect(await names(lia)).not.toContain(app.fan.domainName);
    await unblock(app, blocker, blocked);
  }
  expect(await names(app.fan)).toEqual(['ana', 'lia.solar', 'iris']);
});

test('the archive of personal data holds the words that a producer blocked', async () => {
  const options = await lia.call('GET /chats/options', {});
  await lia.call('PUT /chats/options', { body: { ...options, blockedWords: ['abacaxi'] } });
  const texts: string[] = [];
  for (const part of app.services.personalData.partsOf(lia.profileId))
    for await (const file of part)
      if (file.path === 'chats/options.json')
        for await (const chunk of await file.content()) texts.push(String(chunk));
  await lia.call('PUT /chats/options', { body: options });
  expect(JSON.parse(texts.join(''))).toMatchObject([{ blockedWords: ['abacaxi'] }]);
});

test('two profiles have one conversation', async () => {
  await expect(insertChat(app, [app.fan, lia])).rejects.toThrow('chat_members');
});

test('the archive holds the person’s conversations, and the removal of the account ends them for both', async () => {
  const files = app.services.personalData.partsOf(ana.profileId);
  const texts: string[] = [];
  for (const part of files)
    for await (const file of part)
      if (file.path === 'chats/chats.json')
        for await (const chunk of await file.content()) texts.push(String(chunk));
  expect(JSON.parse(texts.join(''))).toMatchObject([
    { withProfileId: app.fan.profileId, unreadMessages: 0 },
  ]);
  await app.services.personalData.erase(ana.profileId);
  expect(await names(app.fan)).toEqual(['lia.solar', 'iris']);
  const { rows } = await app.ctx.pool.query(
    'SELECT count(*)::integer AS left FROM chat_members WHERE $1 IN (profile_id, other_id)',
    [ana.profileId],
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('a receiver of a mass message does not see when its sender was last online before they answer', async () => {
  const rita = await app.join('rita.fan');
  await follow(rita, lia);
  await lia.call('POST /chats/many', {
    body: { include: [{ kind: 'followers' }], message: 'Oi a todos' },
    idempotencyKey: newId(),
  });
  await app.runJobs();
  await app.ctx.pool.query('UPDATE profiles SET last_seen_at = $2 WHERE id = $1', [
    lia.profileId,
    app.clock.now(),
  ]);
  const room = () => rita.call('GET /chats/{slug}', { params: { slug: 'lia.solar' } });
  expect(await room()).toMatchObject({ lastSeq: 1, deliveredAt: null });
  const { chat, writing } = await room();
  expect(chat).not.toBeNull();
  await fill(app, rita, 1_000);
  await send(rita, lia, { message: 'Oi, Lia', fee: writing.price ?? 0 });
  expect((await room()).deliveredAt).not.toBeNull();
});

test('conversations and contacts are also paged by offset, as the specification does', async () => {
  const all = await names(app.stranger);
  expect(await names(app.stranger, { limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
  await follow(app.stranger, lia);
  const contacts = async (query: object) =>
    (await app.stranger.ask('GET /chats/contacts', { query: query })).reply.data.map(
      ({ domainName }) => domainName,
    );
  expect(await contacts({ offset: 1 })).not.toContain('lia.solar');
  expect(await contacts({ offset: 1, reset: 'true' })).toContain('lia.solar');
});
