// What must not reach from one message of a shared transaction to another: errors, blocks, repeated
// calls, and the order of a conversation. And what receivers hear of each message: everything once.
import type { ChatId } from '@camarim/contract/features/chats';
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, insertChat, read, send } from '../../../testing/chatting.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { createPlainMessages, type PlainMessage } from './plain-messages.ts';

/** More than three batches have. */
const MANY = 200;

let app: TestApp;
let lia: ApiClient;

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
});

/** A fan with a conversation that the two have read; both may write. */
const joinRoom = async (name: string): Promise<{ fan: ApiClient; chat: ChatId }> => {
  const fan = await app.join(name);
  await follow(fan, lia);
  await follow(lia, fan);
  return { fan, chat: (await insertChat(app, [lia, fan])) as ChatId };
};

const written = (
  [sender, receiver]: readonly [ApiClient, ApiClient],
  chat: ChatId,
  text: string,
  key: string = newId(),
): PlainMessage => ({
  chatId: chat,
  senderId: sender.profileId,
  receiverId: receiver.profileId,
  key,
  text,
  request: { text },
});

/** Given in one turn of the event loop, so that they are one batch. */
const sendTogether = (messages: readonly PlainMessage[]) =>
  Promise.allSettled(messages.map(createPlainMessages(app.ctx)));

/** How many events of each kind the devices of the person get. */
const eventsTo = async ({ profileId }: ApiClient): Promise<Record<string, number>> => {
  const { rows } = await app.ctx.pool.query<{ name: string; times: number }>(
    `SELECT event || coalesce(':' || (payload -> 'payload' ->> 'field'), '') AS name,
      count(*)::int AS times
     FROM outbox WHERE $1::uuid = ANY(audience) GROUP BY 1 ORDER BY 1`,
    [profileId],
  );
  return Object.fromEntries(rows.map(({ name, times }) => [name, times]));
};

const forget = () => app.ctx.pool.query('DELETE FROM outbox');

const noticesOf = async ({ profileId }: ApiClient): Promise<number> =>
  (
    await app.ctx.pool.query(
      `SELECT FROM notifications WHERE profile_id = $1 AND type = 'message'`,
      [profileId],
    )
  ).rowCount ?? 0;

test('what the database refuses in one message leaves order, places and events of the others', async () => {
  const { fan, chat } = await joinRoom('ana.fan');
  await forget();
  const outcomes = await sendTogether([
    written([lia, fan], chat, 'um'),
    written([lia, fan], chat, 'x'.repeat(4_001)),
    written([lia, fan], chat, 'dois'),
    written([fan, lia], chat, '\0'),
    written([lia, fan], chat, 'três'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const texts = (await read(lia, fan.domainName)).map(({ seq, content }) => [seq, content]);
  expect(texts.slice(1)).toEqual([
    [2, 'um'],
    [3, 'dois'],
    [4, 'três'],
  ]);
  expect(await eventsTo(fan)).toEqual({
    messages: 3,
    'notifications:chats': 1,
    'notifications:notifications': 1,
  });
  expect(await noticesOf(fan)).toBe(1);
});

test('a text that the database can’t store is refused before it meets others', async () => {
  const { fan } = await joinRoom('nul.fan');
  expect((await send(lia, fan, 'antes\0depois')).status).toBe(400);
});

test('a blocked person is refused beside others whose messages arrive', async () => {
  const rooms = [
    await joinRoom('bia.fan'),
    await joinRoom('cris.fan'),
    await joinRoom('duda.fan'),
    await joinRoom('edu.fan'),
  ];
  const blocked = [rooms[1], rooms[2]];
  for (const room of blocked)
    await lia.ask('POST /profiles/{id}/block', {
      params: { id: room?.fan.profileId as ProfileId },
    });
  const [theirs, hers] = await Promise.all([
    // It would cost them R$ 1.00.
    Promise.all(rooms.map(({ fan }) => send(fan, lia, { message: 'Oi, Lia', fee: 100 }))),
    Promise.all(rooms.map(({ fan }) => send(lia, fan, 'Oi, gente'))),
  ]);
  expect(theirs.map(({ status }) => status)).toEqual([402, 404, 404, 402]);
  expect(hers.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
  const { rows } = await app.ctx.pool.query<{ receiver_id: string }>(
    `SELECT receiver_id FROM messages WHERE text IN ('Oi, Lia', 'Oi, gente')`,
  );
  expect(rows.map((row) => row.receiver_id).toSorted()).toEqual(
    [rooms[0]?.fan.profileId, rooms[3]?.fan.profileId].toSorted(),
  );
});

test('more messages than a batch holds get all places, each once, and count as unread', async () => {
  const { fan, chat } = await joinRoom('fabi.fan');
  const outcomes = await sendTogether(
    Array.from({ length: MANY }, (_, index) => written([lia, fan], chat, `m${index}`)),
  );
  const places = outcomes.map((outcome) => ('value' in outcome ? outcome.value.seq : null));
  expect(places.toSorted((one, other) => Number(one) - Number(other))).toEqual(
    Array.from({ length: MANY }, (_, index) => index + 2),
  );
  const { rows } = await app.ctx.pool.query(
    `SELECT (SELECT count(*)::int FROM messages WHERE chat_id = c.id) AS messages,
      c.last_seq::int AS places, m.unread_messages AS unread
     FROM chats c JOIN chat_members m ON m.chat_id = c.id AND m.profile_id = $2 WHERE c.id = $1`,
    [chat, fan.profileId],
  );
  expect(rows).toEqual([{ messages: MANY + 1, places: MANY + 1, unread: MANY }]);
});

test('a key that several batches have at once sends one message', async () => {
  const { fan, chat } = await joinRoom('gabi.fan');
  const key = newId();
  const message = written([fan, lia], chat, 'uma só', key);
  // Coalescers of their own, as of processes beside each other.
  const outcomes = (
    await Promise.all(Array.from({ length: 6 }, () => sendTogether([message, message])))
  ).flat();
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'fulfilled'));
  const ids = outcomes.map((outcome) => ('value' in outcome ? outcome.value.id : null));
  expect(new Set(ids).size).toBe(1);
  const { rowCount } = await app.ctx.pool.query(`SELECT FROM messages WHERE text = 'uma só'`);
  expect(rowCount).toBe(1);
});

test('one key of two people in a batch is two messages', async () => {
  const [first, second] = [await joinRoom('hugo.fan'), await joinRoom('iris.fan')];
  const key = newId();
  const outcomes = await sendTogether([
    written([first.fan, lia], first.chat, 'de Hugo', key),
    written([second.fan, lia], second.chat, 'de Iris', key),
  ]);
  expect(outcomes).toMatchObject([
    { value: { text: 'de Hugo', chat_id: first.chat } },
    { value: { text: 'de Iris', chat_id: second.chat } },
  ]);
});

test('batches with the same conversations in other orders wait for each other and all arrive', async () => {
  const rooms: { fan: ApiClient; chat: ChatId }[] = [];
  for (let index = 0; index < 8; index++) rooms.push(await joinRoom(`varios.${index}`));
  const batches = Array.from({ length: 8 }, (_, start) =>
    rooms.flatMap((_room, place) => {
      const { fan, chat } = rooms[(start * 3 + place) % rooms.length] as (typeof rooms)[number];
      const pair = start % 2 === 0 ? ([lia, fan] as const) : ([fan, lia] as const);
      return [written(pair, chat, `a${start}`), written(pair, chat, `b${start}`)];
    }),
  );
  const outcomes = (await Promise.all(batches.map(sendTogether))).flat();
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  for (const { fan } of rooms) {
    const held = (await read(fan, lia.domainName, { limit: 30 })).slice(1);
    expect(held.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, n) => n + 2));
    // The two of a batch stand one after the other.
    for (let at = 0; at < held.length; at += 2)
      expect([held[at]?.content, held[at + 1]?.content]).toEqual([
        expect.stringMatching(/^a/),
        String(held[at]?.content).replace('a', 'b'),
      ]);
  }
});

test('only the first unread message of a conversation is news, and none of a muted one', async () => {
  const { fan, chat } = await joinRoom('joana.fan');
  const sendOne = async (text: string) => {
    await forget();
    await sendTogether([written([lia, fan], chat, text)]);
    return eventsTo(fan);
  };
  expect(await sendOne('primeira')).toEqual({
    messages: 1,
    'notifications:chats': 1,
    'notifications:notifications': 1,
  });
  expect(await sendOne('segunda')).toEqual({ messages: 1 });
  await fan.call('POST /chats/{id}/read', { params: { id: chat }, body: {} });
  await fan.call('PUT /chats/{id}', { params: { id: chat }, body: { muted: true } });
  expect(await sendOne('calada')).toEqual({ messages: 1 });
  await fan.call('POST /chats/{id}/read', { params: { id: chat }, body: {} });
  await fan.call('PUT /chats/{id}', { params: { id: chat }, body: { muted: false } });
  expect(await sendOne('de novo')).toEqual({
    messages: 1,
    'notifications:chats': 1,
    'notifications:notifications': 1,
  });
});

test('what was unread before a batch makes none of its messages news', async () => {
  const { fan, chat } = await joinRoom('katia.fan');
  await sendTogether([written([lia, fan], chat, 'antes')]);
  await forget();
  await sendTogether([written([lia, fan], chat, 'mais uma'), written([lia, fan], chat, 'e outra')]);
  expect(await eventsTo(fan)).toEqual({ messages: 2 });
  await forget();
  // Who answers has read: what comes after their answer is news again.
  await sendTogether([
    written([lia, fan], chat, 'lida'),
    written([fan, lia], chat, 'resposta'),
    written([lia, fan], chat, 'nova'),
    written([lia, fan], chat, 'e mais'),
  ]);
  expect((await eventsTo(fan))['notifications:chats']).toBe(1);
});
