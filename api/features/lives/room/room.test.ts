// The public chat of a show: said by those in the room, heard by those in the room, and by no one
// from whom the author is hidden.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveMessageId } from '@camarim/contract/features/lives/room';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { TestApp } from '../../../testing/app.ts';
import { until } from '../../../testing/until.ts';
import { enter, leave, partyOf } from '../../../testing/lives/party.ts';
import { openSocket, roomApp, type RoomSocket } from '../../../testing/lives/sockets.ts';
import { block, joinProducer, refused } from '../../../testing/publishing.ts';
import { eraseOldMessages } from './erase-messages.ts';

let app: TestApp;
let producer: ApiClient;
let ana: ApiClient;
let bento: ApiClient;
let liveId: LiveId;
let made = 0;

beforeAll(async () => {
  app = await roomApp();
  ana = await app.join('ana');
  bento = await app.join('bento');
});
beforeEach(async () => {
  made += 1;
  producer = await joinProducer(app, `palco${made}`);
  liveId = await partyOf(app, producer);
  await enter(app, liveId, ana);
  await enter(app, liveId, bento);
});

const say = (person: ApiClient, text: string, idempotencyKey: string = newId()) =>
  person.ask('POST /lives/{id}/messages', {
    params: { id: liveId },
    body: { text },
    idempotencyKey,
  });
const chatOf = (person: ApiClient, query: { limit?: string; before?: string } = {}) =>
  person.ask('GET /lives/{id}/messages', { params: { id: liveId }, query });
const textsOf = async (person: ApiClient) =>
  (await chatOf(person)).reply.data.map(({ text }) => text);
const roomOf = (person: ApiClient) =>
  person.call('GET /lives/{id}/room', { params: { id: liveId } });
const remove = (person: ApiClient, messageId: LiveMessageId) =>
  refused(person, 'DELETE /lives/{id}/messages/{messageId}', { params: { id: liveId, messageId } });
const listen = (person: ApiClient) => openSocket(app, person, liveId);
const heard = (socket: RoomSocket) =>
  socket.got('liveMessages').map(({ message: { text } }) => text);

describe('the chat of a room', () => {
  test('a message reaches everyone in the room in full, and is there for those who come later', async () => {
    const [watcher, stage] = [await listen(bento), await listen(producer)];
    const key = newId();
    const { reply } = await say(ana, '  Boa noite!  ', key);
    expect(reply.data).toMatchObject({ text: 'Boa noite!', clientKey: key, tip: null });
    expect(reply.data.profile).toMatchObject({ domainName: 'ana', marks: [] });
    await until(async () => heard(watcher).length === 1 && heard(stage).length === 1);
    expect(watcher.got('liveMessages')[0]).toEqual({ id: liveId, message: reply.data });
    expect(await textsOf(producer)).toEqual(['Boa noite!']);
  });

  test('a repeated message with one key is in the chat once, and is refused with another text', async () => {
    const key = newId();
    const answers = await Promise.all([say(ana, 'uma vez', key), say(ana, 'uma vez', key)]);
    expect(new Set(answers.map(({ reply }) => reply.data.id)).size).toBe(1);
    expect((await say(ana, 'outra coisa', key)).reply.code).toBe('request.idempotencyMismatch');
    expect(await textsOf(ana)).toEqual(['uma vez']);
  });

  test('pages go back from the newest message, each message once', async () => {
    for (const number of [1, 2, 3, 4, 5]) await say(ana, `linha ${number}`);
    const first = await chatOf(bento, { limit: '2' });
    const second = await chatOf(bento, { limit: '2', before: first.reply.cursor as string });
    const third = await chatOf(bento, { limit: '2', before: second.reply.cursor as string });
    expect(third.reply.cursor).toBeNull();
    expect(
      [first, second, third].flatMap(({ reply }) => reply.data.map(({ text }) => text)),
    ).toEqual(['linha 5', 'linha 4', 'linha 3', 'linha 2', 'linha 1']);
  });

  test('a person outside the room neither reads, writes nor hears it', async () => {
    const outside = await app.join(`fora${made}`);
    const socket = await listen(outside);
    expect(await socket.join()).toEqual([]);
    await say(ana, 'entre nós');
    expect((await chatOf(outside)).reply.code).toBe('live.notInRoom');
    expect((await say(outside, 'oi')).reply.code).toBe('live.notInRoom');
    expect(await refused(outside, 'GET /lives/{id}/room', { params: { id: liveId } })).toBe(
      'live.notInRoom',
    );
    expect(heard(socket)).toEqual([]);
  });

  test('a person who left hears nothing that is said afterwards', async () => {
    const [gone, stays] = [await listen(bento), await listen(ana)];
    await leave(app, liveId, bento);
    await until(async () => (await gone.join()).length === 0);
    await say(ana, 'depois');
    await until(async () => heard(stays).length === 1);
    expect(heard(gone)).toEqual([]);
    expect((await chatOf(bento)).reply.code).toBe('live.notInRoom');
  });

  test('two people of whom one blocked the other do not get the messages of each other, and the others do', async () => {
    const clara = await app.join(`clara${made}`);
    const [first, second] = [await app.join(`dora${made}`), await app.join(`elo${made}`)];
    for (const person of [clara, first, second]) await enter(app, liveId, person);
    await block(app, first, second);
    const [hearsAll, firsts, seconds] = [
      await listen(clara),
      await listen(first),
      await listen(second),
    ];
    await say(first, 'da Dora');
    await say(second, 'do Elo');
    await say(clara, 'da Clara');
    await until(async () =>
      [hearsAll, firsts, seconds].every((socket) => heard(socket).includes('da Clara')),
    );
    expect(heard(hearsAll)).toEqual(['da Dora', 'do Elo', 'da Clara']);
    expect(heard(firsts)).toEqual(['da Dora', 'da Clara']);
    expect(heard(seconds)).toEqual(['do Elo', 'da Clara']);
    expect(await textsOf(first)).toEqual(['da Clara', 'da Dora']);
    expect(await textsOf(second)).toEqual(['da Clara', 'do Elo']);
  });

  test('a producer, unlike watchers, reads the chat after the end of the show', async () => {
    await say(ana, 'tchau');
    await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
    expect(await textsOf(producer)).toEqual(['tchau']);
    expect((await chatOf(ana)).reply.code).toBe('live.notFound');
    expect((await say(producer, 'oi')).reply.code).toBe('live.notFound');
  });

  test('a message with a word that the producer blocked is refused whole, with the reason', async () => {
    const options = await producer.call('GET /chats/options');
    await producer.call('PUT /chats/options', {
      body: { ...options, blockedWords: ['telegrama'] },
    });
    const { status, reply } = await say(ana, 'me chama no Telegrama');
    expect([status, reply.code]).toEqual([400, 'message.blockedWord']);
    expect(reply.message).toContain('uma das palavras');
    expect(await textsOf(producer)).toEqual([]);
    expect((await say(producer, 'nada de telegrama')).status).toBe(200);
  });
});

describe('deleting a message', () => {
  test('an author and the producer delete a room’s message for all, and another watcher can’t', async () => {
    const watcher = await listen(bento);
    const { data: own } = (await say(ana, 'minha')).reply;
    const { data: other } = (await say(ana, 'outra')).reply;
    expect(await remove(bento, own.id)).toBe('live.notModerator');
    expect(await remove(ana, own.id)).toBeNull();
    expect(await remove(ana, own.id)).toBeNull();
    expect(await remove(producer, other.id)).toBeNull();
    await until(async () => watcher.got('liveRoom').length === 2);
    expect(watcher.got('liveRoom')).toEqual([
      { id: liveId, change: 'deleted', messageIds: [own.id] },
      { id: liveId, change: 'deleted', messageIds: [other.id] },
    ]);
    expect(await textsOf(bento)).toEqual([]);
    const acts = await producer.call('GET /lives/room/acts', { query: { liveId } });
    expect(acts).toMatchObject([{ action: 'deleteMessage', messageId: other.id }]);
  });

  test('a message of another show is not found', async () => {
    const { data } = (await say(ana, 'aqui')).reply;
    const otherProducer = await joinProducer(app, `outro${made}`);
    const elsewhere = await partyOf(app, otherProducer);
    expect(
      await refused(otherProducer, 'DELETE /lives/{id}/messages/{messageId}', {
        params: { id: elsewhere, messageId: data.id },
      }),
    ).toBe('live.messageNotFound');
  });
});

test('a pinned message is shown in the room until it is unpinned or deleted', async () => {
  const { data: pinned } = (await say(producer, 'Regras da casa')).reply;
  const pin = (person: ApiClient, messageId: LiveMessageId | null) =>
    person.ask('PUT /lives/{id}/pinned', { params: { id: liveId }, body: { messageId } });
  expect((await pin(ana, pinned.id)).reply.code).toBe('live.notModerator');
  expect((await pin(producer, pinned.id)).reply.data).toMatchObject({ id: pinned.id });
  expect((await roomOf(ana)).pinned).toMatchObject({ text: 'Regras da casa' });
  expect((await pin(ana, null)).reply.code).toBe('live.notModerator');
  const watcher = await listen(ana);
  expect((await pin(producer, null)).reply.data).toBeNull();
  expect((await roomOf(ana)).pinned).toBeNull();
  await until(async () =>
    watcher.got('liveRoom').some((event) => event.change === 'pinned' && event.message === null),
  );
  await pin(producer, pinned.id);
  expect((await roomOf(ana)).pinned).toMatchObject({ id: pinned.id });
  await remove(producer, pinned.id);
  expect((await roomOf(ana)).pinned).toBeNull();
  expect((await pin(producer, pinned.id)).reply.code).toBe('live.messageNotFound');
});

test('messages are erased after 30 days and not before, and of a tip its text alone', async () => {
  const insert = (days: number, text: string, amount: number | null) =>
    app.ctx.pool.query(
      `INSERT INTO live_messages (id, live_id, profile_id, text, amount_centavos, transfer_id,
        created_at)
       VALUES (uuidv7(), $1, $2, $3, $4::bigint, CASE WHEN $4::bigint IS NULL THEN NULL
         ELSE gen_random_uuid() END, $5)`,
      [liveId, ana.profileId, text, amount, new Date(app.clock.now().getTime() - days * DAY_MS)],
    );
  await insert(31, 'velha', null);
  await insert(31, 'gorjeta velha', 500);
  await insert(29, 'nova', null);
  await eraseOldMessages(app.ctx, AbortSignal.timeout(10_000));
  const { rows } = await app.ctx.pool.query(
    'SELECT text, amount_centavos::int AS amount FROM live_messages WHERE live_id = $1 ORDER BY id',
    [liveId],
  );
  expect(rows).toEqual([
    { text: '', amount: 500 },
    { text: 'nova', amount: null },
  ]);
});

test('a removed account leaves nothing that the person said', async () => {
  const rita = await app.join(`rita${made}`);
  await enter(app, liveId, rita);
  await say(rita, 'lembra de mim');
  await app.services.personalData.erase(rita.profileId);
  await app.services.personalData.erase(rita.profileId);
  const { rows } = await app.ctx.pool.query(
    'SELECT count(*)::int AS count FROM live_messages WHERE profile_id = $1',
    [rita.profileId],
  );
  expect(rows).toEqual([{ count: 0 }]);
});
