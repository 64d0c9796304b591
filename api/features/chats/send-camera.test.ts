// "Come to my show": who may send the call, what its receiver gets, and what their devices learn of
// it.
import type { ShowType } from '@camarim/contract/shows';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, read } from '../../testing/chatting.ts';
import { joinProducer } from '../../testing/publishing.ts';

let app: TestApp;
let lia: ApiClient;
let davi: ApiClient;

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
});

const call = (person: ApiClient, receiver: ApiClient, type?: ShowType, key: string = newId()) =>
  person.ask('POST /chats/send-camera', {
    body: { receiverId: receiver.profileId, ...(type && { type }) },
    idempotencyKey: key,
  });

/** What the outbox tells the person's sockets about messages, oldest first. */
const eventsOf = async (person: ApiClient): Promise<unknown[]> => {
  const { rows } = await app.ctx.pool.query<{ payload: unknown }>(
    `SELECT payload -> 'payload' AS payload FROM outbox WHERE event = 'messages'
      AND $1 = ANY (audience) ORDER BY id`,
    [person.profileId],
  );
  return rows.map(({ payload }) => payload);
};

test('a producer asks a fan to come to their show, once for each key, and both see it', async () => {
  const key = newId();
  const [first, again] = [await call(lia, davi, '2', key), await call(lia, davi, '2', key)];
  expect([first.status, again.reply.data.id]).toEqual([200, first.reply.data.id]);
  expect(await read(davi, 'lia.solar')).toMatchObject([
    { content: '', show: { type: '2' }, fee: 0, mine: false },
  ]);
  expect(await read(lia, 'davi.fan')).toMatchObject([{ show: { type: '2' }, mine: true }]);
  const [chat] = await davi.call('GET /chats', {});
  expect(chat).toMatchObject({ unreadMessages: 1, lastMessage: null, lastMessageShow: true });
});

test('the devices of the receiver learn the kind of show, those of the sender and of who muted do not', async () => {
  const { reply } = await call(lia, davi, '3');
  const { chatId, id, seq } = reply.data;
  expect((await eventsOf(davi)).at(-1)).toEqual({ chatId, id, seq, show: '3' });
  expect((await eventsOf(lia)).at(-1)).toEqual({ chatId, id, seq });
  await davi.call('PUT /chats/{id}', { params: { id: chatId }, body: { muted: true } });
  await call(lia, davi, '3');
  expect((await eventsOf(davi)).at(-1)).not.toHaveProperty('show');
});

test('a call is unsent like a message, and has no text to edit', async () => {
  const { id } = (await call(lia, davi)).reply.data;
  const edited = await lia.ask('PUT /chats/messages/{id}', {
    params: { id },
    body: { message: 'Oi' },
  });
  expect(edited.reply.code).toBe('message.notEditable');
  await lia.call('DELETE /chats/messages/{id}', { params: { id } });
  expect((await read(davi, 'lia.solar')).at(-1)).toMatchObject({ show: null, unsent: true });
  const [chat] = await davi.call('GET /chats', {});
  expect(chat?.lastMessageShow).toBe(false);
});

test('members can’t call, and producers call neither strangers nor people to whom writing costs money', async () => {
  expect((await call(davi, lia)).status).toBe(403);
  expect((await call(lia, app.stranger)).reply.code).toBe('chat.notContact');
  const ana = await joinProducer(app, 'ana');
  expect((await call(lia, ana)).reply.code).toBe('chat.notContact');
  expect(await read(ana, 'lia.solar')).toEqual([]);
});
