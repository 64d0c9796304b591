// Messages between two people: order, reading, refusals, payment, and what is locked.
import type { ProfileId } from '@camarim/contract/ids';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, upload } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { follow, read, send } from '../../testing/chatting.ts';
import { block, fill, joinProducer, open, picture, unblock } from '../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
let davi: ApiClient;

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
  await fill(app, davi, 50_000);
});

const balance = async (person: ApiClient): Promise<number> =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;
const fee = 100;
const textsOf = async (person: ApiClient, slug: string): Promise<string[]> =>
  (await read(person, slug)).map(({ content }) => content);
const image = async (person: ApiClient, seed: number) => ({
  key: await upload(app.server, person, await picture(seed), 'image/jpeg'),
  contentType: 'image/jpeg',
});

test('a fan pays the price of a message once, and both read it in the same place', async () => {
  const before = await balance(davi);
  const { status, reply } = await send(davi, lia, { message: 'Oi, Lia!', fee });
  expect([status, reply.data.content, reply.data.seq, reply.data.fee]).toEqual([
    200,
    'Oi, Lia!',
    1,
    fee,
  ]);
  expect(await balance(davi)).toBe(before - fee);
  expect(await textsOf(lia, davi.domainName)).toEqual(['Oi, Lia!']);
  const [chat] = await lia.call('GET /chats', {});
  expect(chat).toMatchObject({
    profileId: davi.profileId,
    unreadMessages: 1,
    lastMessage: 'Oi, Lia!',
    lastMessageMine: false,
  });
});

test('a message that is sent again with its key is sent and paid once, also by twenty calls at once', async () => {
  const before = await balance(davi);
  const key = newId();
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => send(davi, lia, { message: 'Uma vez', fee }, key)),
  );
  expect(new Set(sent.map(({ reply }) => reply.data.id)).size).toBe(1);
  expect(await balance(davi)).toBe(before - fee);
  expect((await textsOf(davi, 'lia.solar')).filter((text) => text === 'Uma vez')).toHaveLength(1);
});

test('messages that are sent at once by both get places without gaps and repetitions', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? send(davi, lia, { message: `d${index}`, fee }) : send(lia, davi, `l${index}`),
    ),
  );
  const seqs = (await read(davi, 'lia.solar', { limit: 100 })).map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, index) => index + 1));
  expect((await read(lia, davi.domainName, { limit: 100 })).map(({ seq }) => seq)).toEqual(seqs);
});

test('two who begin a conversation at once have one', async () => {
  const bia = await joinProducer(app, 'bia');
  const carla = await joinProducer(app, 'carla');
  await follow(bia, carla);
  await follow(carla, bia);
  const sent = await Promise.all([send(bia, carla, 'Oi!'), send(carla, bia, 'Olá!')]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(sent.map(({ reply }) => reply.data.chatId)).size).toBe(1);
  expect((await read(bia, 'carla')).map(({ seq }) => seq)).toEqual([1, 2]);
});

test('a page before a place, a page after it and a page around a message meet', async () => {
  const all = await read(davi, 'lia.solar', { limit: 100 });
  const middle = all[10];
  expect(await read(davi, 'lia.solar', { before: 11, limit: 5 })).toEqual(all.slice(5, 10));
  expect(await read(davi, 'lia.solar', { after: 10, limit: 5 })).toEqual(all.slice(10, 15));
  expect(await read(davi, 'lia.solar', { startsFrom: middle?.id ?? '', limit: 4 })).toEqual(
    all.slice(9, 13),
  );
});

test('a fee that differs from the price is refused and nothing is sent', async () => {
  const before = await textsOf(davi, 'lia.solar');
  const { status, reply } = await send(davi, lia, { message: 'barato', fee: 50 });
  expect([status, reply.code]).toEqual([409, 'chat.priceChanged']);
  expect(await textsOf(davi, 'lia.solar')).toEqual(before);
});

test('a fan without enough money gets the purchase to finish after a top-up', async () => {
  const poor = await app.join('sem.saldo');
  const { status, reply } = await send(poor, lia, { message: 'Oi!', fee });
  expect([status, reply.code]).toEqual([402, 'wallet.insufficient']);
  expect((reply as { data: unknown }).data).toMatchObject({
    needed: fee,
    intent: { kind: 'message', profileId: lia.profileId, message: 'Oi!', value: fee },
  });
  expect(await read(poor, 'lia.solar')).toEqual([]);
});

test('the options of a producer decide who may write and what it costs', async () => {
  const set = (options: object) =>
    lia.call('PUT /chats/options', {
      body: {
        audience: 'everyone',
        onlyTipped: true,
        membersFreeOfTip: false,
        price: 100,
        ...options,
      },
    });
  const writing = async (person: ApiClient) =>
    (await person.call('GET /chats/{slug}', { params: { slug: 'lia.solar' } })).writing;
  const stranger = await app.join('curioso');
  expect(await writing(stranger)).toEqual({ price: 100, refusal: null, media: false });
  await set({ price: 250 });
  expect(await writing(stranger)).toEqual({ price: 250, refusal: null, media: false });
  await set({ onlyTipped: false });
  expect(await writing(stranger)).toEqual({ price: 0, refusal: null, media: false });
  await set({ audience: 'followers' });
  expect(await writing(stranger)).toEqual({
    price: null,
    refusal: 'chat.followersOnly',
    media: false,
  });
  expect((await writing(davi)).price).toBe(100);
  await set({ audience: 'members' });
  expect((await send(davi, lia, { message: 'Oi', fee })).reply.code).toBe('chat.membersOnly');
  await set({});
});

test('two members who produce nothing do not write to each other, and a producer writes to fans only', async () => {
  const other = await app.join('outro.fan');
  expect((await send(davi, other, 'Oi')).reply.code).toBe('chat.notContact');
  expect((await send(lia, other, 'Oi')).reply.code).toBe('chat.notContact');
  await follow(other, lia);
  expect((await send(lia, other, 'Oi')).status).toBe(200);
});

test('reading clears the count of unread messages and the notice, and tells the other one', async () => {
  const room = () => davi.call('GET /chats/{slug}', { params: { slug: 'lia.solar' } });
  await send(lia, davi, 'Tudo bem?');
  const before = await room();
  expect(before.chat?.unreadMessages).toBeGreaterThan(0);
  await davi.call('POST /chats/{id}/read', {
    params: { id: before.chat?.id as never },
    body: {},
  });
  const after = await room();
  expect([after.chat?.unreadMessages, after.readSeq]).toEqual([0, after.lastSeq]);
  const theirs = await lia.call('GET /chats/{slug}', { params: { slug: davi.domainName } });
  expect(theirs.theirReadSeq).toBe(after.lastSeq);
  const { rows } = await app.ctx.pool.query(
    "SELECT count(*)::int AS unread FROM notifications WHERE profile_id = $1 AND type = 'message' AND read_at IS NULL",
    [davi.profileId],
  );
  expect(rows).toEqual([{ unread: 0 }]);
});

test('a block in either direction hides the conversation and refuses messages until it is lifted', async () => {
  const chatId = (await read(davi, 'lia.solar'))[0]?.chatId ?? '';
  for (const [blocker, blocked] of [
    [lia, davi],
    [davi, lia],
  ] as const) {
    await block(app, blocker, blocked);
    expect((await send(davi, lia, { message: 'Oi', fee })).reply.code).toBe('profile.notFound');
    for (const person of [davi, lia])
      expect(
        (await person.ask('GET /chats/{slug}/messages', { params: { slug: chatId } })).reply.code,
      ).toBe('chat.notFound');
    await unblock(app, blocker, blocked);
  }
  expect((await read(davi, chatId)).length).toBeGreaterThan(20);
});

test('the receiver sees that media of a message are being processed, until they can be shown', async () => {
  await send(lia, davi, { message: 'Já chega', medias: [await image(lia, 9)] });
  const seen = async () => (await read(davi, 'lia.solar')).at(-1);
  expect(await seen()).toMatchObject({ processing: true, medias: [] });
  await app.runJobs();
  expect(await seen()).toMatchObject({ processing: false, medias: [{ status: 'processed' }] });
});

test('a paid message shows its price and counts, and its media only after it was bought once', async () => {
  const { status, reply } = await send(lia, davi, {
    message: 'Ensaio novo',
    medias: [await image(lia, 1), await image(lia, 2)],
    price: 2_000,
    free: [0],
  });
  expect([status, reply.code]).toEqual([200, undefined]);
  await app.runJobs();
  const id = reply.data.id;
  const seen = async () => (await read(davi, 'lia.solar')).at(-1);
  const locked = await seen();
  expect(locked).toMatchObject({
    content: 'Ensaio novo',
    displayMessage: false,
    paidContent: { price: 2_000, locked: true, purchased: false, images: 1, videos: 0 },
  });
  const [free, sold] = locked?.medias ?? [];
  expect([free?.url === null, sold?.url]).toEqual([false, null]);
  expect((await open(app, davi, free?.url)).statusCode).toBe(200);
  const before = [await balance(davi), await balance(lia)];
  const buy = (key = newId()) =>
    davi.ask('POST /chats/messages/{id}/purchase', {
      params: { id },
      body: { price: 2_000, version: 1 },
      idempotencyKey: key,
    });
  const bought = await Promise.all(Array.from({ length: 10 }, () => buy()));
  expect(bought.map((one) => one.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(new Set(bought.map((one) => one.reply.data.transferId)).size).toBe(1);
  expect(await balance(davi)).toBe((before[0] ?? 0) - 2_000);
  const after = await seen();
  expect(after).toMatchObject({
    displayMessage: true,
    paidContent: { locked: false, purchased: true },
  });
  const address = after?.medias[1]?.url;
  expect((await open(app, davi, address)).statusCode).toBe(200);
  const stranger = await app.join('de.fora');
  expect((await open(app, stranger, address)).statusCode).not.toBe(200);
});

test('a message is edited for fifteen minutes and unsent for both, but not after it was bought', async () => {
  const { reply } = await send(lia, davi, 'Oi, tudo bem');
  const { id } = reply.data;
  const edited = await lia.call('PUT /chats/messages/{id}', {
    params: { id },
    body: { message: 'Oi, tudo bem?' },
  });
  expect([edited.content, edited.editedAt !== null]).toEqual(['Oi, tudo bem?', true]);
  await app.ctx.pool.query(
    "UPDATE messages SET created_at = created_at - interval '16 minutes' WHERE id = $1",
    [id],
  );
  expect(
    (await lia.ask('PUT /chats/messages/{id}', { params: { id }, body: { message: 'x' } })).reply
      .code,
  ).toBe('message.notEditable');
  await lia.call('DELETE /chats/messages/{id}', { params: { id } });
  expect((await read(davi, 'lia.solar')).at(-1)).toMatchObject({ content: '', unsent: true });
  const sold = (await read(lia, davi.domainName)).find((one) => one.paidContent?.purchased);
  expect(
    (await lia.ask('DELETE /chats/messages/{id}', { params: { id: sold?.id as MessageId } })).reply
      .code,
  ).toBe('message.sold');
});

test('reactions, replies and pins are seen by both', async () => {
  const { reply } = await send(lia, davi, 'Olha só');
  const answer = await send(davi, lia, { message: 'Lindo', fee, replyTo: reply.data.id });
  expect(answer.reply.data.replyTo).toMatchObject({
    content: 'Olha só',
    sendFromId: lia.profileId,
  });
  await davi.call('PUT /chats/messages/{id}/reaction', {
    params: { id: reply.data.id },
    body: { emoji: '🔥' },
  });
  await davi.call('PUT /chats/messages/{id}/pin', {
    params: { id: reply.data.id },
    body: { pinned: true },
  });
  const seen = (await read(lia, davi.domainName)).find(({ id }) => id === reply.data.id);
  expect([seen?.reactions, seen?.pinned]).toEqual([[{ emoji: '🔥', mine: false }], true]);
  const room = await lia.call('GET /chats/{slug}', { params: { slug: davi.domainName } });
  expect(room.pinned.map(({ id }) => id)).toEqual([reply.data.id]);
});

test('a search finds words without accents and case, and no unsent message', async () => {
  await send(lia, davi, 'Amanhã às ÔNIBUS');
  const { reply } = await davi.ask('GET /chats/{slug}/search', {
    params: { slug: 'lia.solar' },
    query: { text: 'onibus' },
  });
  expect(reply.data.map(({ content }) => content)).toEqual(['Amanhã às ÔNIBUS']);
});

test('the contacts of a fan are producers, and those of a producer their fans', async () => {
  const names = async (person: ApiClient, name?: string) =>
    (await person.call('GET /chats/contacts', { query: name ? { name } : {} })).map(
      ({ domainName }) => domainName,
    );
  expect(await names(davi)).toEqual(['lia.solar']);
  expect((await names(lia)).toSorted()).toEqual(['davi.fan', 'outro.fan']);
  expect(await names(lia, 'outro')).toEqual(['outro.fan']);
});

test('a message with a blocked word is refused before it is charged, written in any way', async () => {
  await lia.call('PUT /chats/options', {
    body: {
      audience: 'everyone',
      onlyTipped: true,
      membersFreeOfTip: false,
      price: 100,
      blockedWords: ['telegrã', 'me liga'],
    },
  });
  const before = await balance(davi);
  for (const message of ['TELEGRA agora', 'Oi! Me, LIGA?', 'vem... telegrã'])
    expect((await send(davi, lia, { message, fee })).reply.code).toBe('message.blockedWord');
  expect(await balance(davi)).toBe(before);
  const { reply, status } = await send(davi, lia, { message: 'telegrafista', fee });
  expect(status).toBe(200);
  const edited = await davi.ask('PUT /chats/messages/{id}', {
    params: { id: reply.data.id },
    body: { message: 'telegra' },
  });
  expect(edited.reply.code).toBe('message.blockedWord');
});

test('thirty conversations are begun in an hour, and one more is refused without a charge', async () => {
  const eager = await app.join('apressado');
  await fill(app, eager, 10_000);
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    `INSERT INTO users (id, email, created_at) SELECT gen_random_uuid(), 'p' || n || '@example.com',
      now() FROM generate_series(1, 31) n RETURNING id`,
  );
  const { rows: producers } = await app.ctx.pool.query<{ id: ProfileId }>(
    `INSERT INTO profiles (id, user_id, domain_name, display_name, producer_stage, created_at)
     SELECT gen_random_uuid(), u, 'p' || n, 'p' || n, 'approved', now()
       FROM unnest($1::uuid[]) WITH ORDINALITY w (u, n) RETURNING id`,
    [rows.map(({ id }) => id)],
  );
  for (const { id } of producers)
    await transaction(app.ctx.db, (tx) => app.ctx.ledger.openAccounts(tx, id));
  const answers = [];
  for (const { id } of producers)
    answers.push(await send(eager, { profileId: id }, { message: 'Oi', fee }));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 30 }, () => 200),
    429,
  ]);
  expect(await balance(eager)).toBe(10_000 - 30 * fee);
});

test('a link in a message can be pressed only by a viewer who follows its sender', async () => {
  const roomOf = async (person: ApiClient, slug: string) => {
    const { stranger, links } = await person.call('GET /chats/{slug}', { params: { slug } });
    return { stranger, links };
  };
  expect(await roomOf(davi, 'lia.solar')).toEqual({ stranger: false, links: true });
  expect(await roomOf(lia, 'davi.fan')).toEqual({ stranger: false, links: false });
  expect(await roomOf(app.stranger, 'lia.solar')).toEqual({ stranger: true, links: false });
  await fill(app, app.stranger, 100);
  await send(app.stranger, lia, { message: 'Oi, Lia!', fee });
  expect(await roomOf(app.stranger, 'lia.solar')).toEqual({ stranger: false, links: false });
});
