// Plain messages of concurrent calls share a transaction: each keeps its own key, place and error.
import type { ChatId } from '@camarim/contract/features/chats';
import type { ProfileId } from '@camarim/contract/ids';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { follow, insertChat, read, send } from '../../../testing/chatting.ts';
import { joinProducer } from '../../../testing/publishing.ts';
import { createPlainMessages, type PlainMessage } from './plain-messages.ts';

let app: TestApp;
let lia: ApiClient;
let davi: ApiClient;
let chatId: ChatId;

beforeAll(async () => {
  app = await testApp();
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
  await follow(lia, davi);
  chatId = (await insertChat(app, [lia, davi])) as ChatId;
});

const written = (
  [sender, receiver]: readonly [ApiClient, ApiClient],
  text: string,
  { key = newId(), chat = chatId }: { key?: string; chat?: ChatId } = {},
): PlainMessage => ({
  chatId: chat,
  senderId: sender.profileId as ProfileId,
  receiverId: receiver.profileId as ProfileId,
  key,
  text,
  request: { text },
});

/** Given in one turn of the event loop, so that they are one batch. */
const sendTogether = (messages: readonly PlainMessage[]) =>
  Promise.allSettled(messages.map(createPlainMessages(app.ctx)));

const membersOf = async (chat: ChatId) => {
  const { rows } = await app.ctx.pool.query<{ id: string; unread: number; read: string }>(
    'SELECT profile_id AS id, unread_messages AS unread, read_seq AS read FROM chat_members WHERE chat_id = $1',
    [chat],
  );
  return new Map(rows.map(({ id, unread, read: seq }) => [id, { unread, read: Number(seq) }]));
};

test('a message is answered as its conversation shows it later', async () => {
  const { status, reply } = await send(lia, davi, 'Boa noite');
  expect(status).toBe(200);
  expect(reply.data).toEqual((await read(lia, davi.domainName)).at(-1));
});

test('a message that is refused leaves those beside it alone', async () => {
  const gone = newId() as ChatId;
  const outcomes = await sendTogether([
    written([lia, davi], 'antes'),
    written([lia, davi], 'perdida', { chat: gone }),
    written([lia, davi], 'depois'),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'chat.notFound' } });
  const texts = (await read(lia, davi.domainName)).map(({ content }) => content);
  expect(texts.slice(-2)).toEqual(['antes', 'depois']);
  expect(texts).not.toContain('perdida');
});

test('the key of a refused message may be used again', async () => {
  const key = newId();
  const gone = newId() as ChatId;
  await sendTogether([written([lia, davi], 'de novo', { key, chat: gone })]);
  expect(await sendTogether([written([lia, davi], 'de novo', { key })])).toMatchObject([
    { status: 'fulfilled', value: { text: 'de novo' } },
  ]);
});

test('one key twice in a batch sends one message, and another text with it is refused', async () => {
  const key = newId();
  const [first, second, other] = await sendTogether([
    written([lia, davi], 'uma vez', { key }),
    written([lia, davi], 'uma vez', { key }),
    written([lia, davi], 'outra coisa', { key }),
  ]);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second).toEqual(first);
  expect(other).toMatchObject({ reason: { code: 'request.idempotencyMismatch' } });
});

test('the last writer in a batch has read what came before, and the other person what they wrote', async () => {
  const rita = await app.join('rita.fan');
  await follow(rita, lia);
  const chat = (await insertChat(app, [lia, rita], { unread: 1 })) as ChatId;
  const outcomes = await sendTogether([
    written([rita, lia], 'um', { chat }),
    written([rita, lia], 'dois', { chat }),
    written([lia, rita], 'três', { chat }),
    written([rita, lia], 'quatro', { chat }),
    written([rita, lia], 'cinco', { chat }),
  ]);
  expect(outcomes.map((outcome) => 'value' in outcome && outcome.value.seq)).toEqual([
    2, 3, 4, 5, 6,
  ]);
  const members = await membersOf(chat);
  expect(members.get(lia.profileId)).toEqual({ unread: 2, read: 4 });
  expect(members.get(rita.profileId)).toEqual({ unread: 0, read: 6 });
});

test('several messages of a batch notify their receiver once', async () => {
  const sara = await app.join('sara.fan');
  await follow(sara, lia);
  const chat = (await insertChat(app, [sara, lia])) as ChatId;
  await sendTogether(
    Array.from({ length: 5 }, (_, index) => written([lia, sara], `n${index}`, { chat })),
  );
  const { rows } = await app.ctx.pool.query(
    `SELECT type FROM notifications WHERE profile_id = $1 AND from_profile_id = $2
      AND type = 'message'`,
    [sara.profileId, lia.profileId],
  );
  expect(rows).toHaveLength(1);
});
