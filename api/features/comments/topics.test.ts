// Comments by the socket: members of a post's topic receive its comment count, as long as they may
// read the comments.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { topicKey } from '@camarim/contract/events';
import type { PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { until } from '../../testing/until.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { purchaseCollection } from '../../testing/collecting.ts';
import { fill, publish } from '../../testing/publishing.ts';

type CommentCount = { postId: string; totalComments: number };

let app: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await testApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  app.relay.start();
  await fill(app, app.fan, 50_000);
});
afterAll(() => sockets.forEach((socket) => socket.disconnect()));

const connect = async (person: ApiClient): Promise<{ socket: Socket; heard: CommentCount[] }> => {
  const { port } = app.server.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/realtime/connect',
    transports: ['websocket'],
    auth: { token: person.token },
  });
  sockets.push(socket);
  await once(socket as never, 'connect');
  const heard: CommentCount[] = [];
  socket.on('comments', ({ data }: { data: CommentCount }) => heard.push(data));
  return { socket, heard };
};
/** The topics that the socket is in afterwards. */
const join = (socket: Socket, ...topics: unknown[]): Promise<string[]> =>
  socket.emitWithAck('join', topics);
/** Resolves when the socket is in the topic no more. It may ask only so often. */
const removed = (socket: Socket, key: string): Promise<void> =>
  expect.poll(() => join(socket, key), { interval: 300 }).toEqual([]);
const comment = (postId: PostId) =>
  app.producer.call('POST /comments', { body: { postId, text: 'oi' } });
const freePost = () => publish(app, app.producer, { pictures: 0, text: 'Oi' });

test('a socket joins posts whose comments it may read, and gets their count without any text', async () => {
  const { id } = await freePost();
  const { id: locked } = await publish(app, app.producer, {
    pictures: 0,
    text: 'Pago',
    price: centavos(500),
  });
  const [fan, elsewhere, owner] = await Promise.all([
    connect(app.fan),
    connect(app.stranger),
    connect(app.producer),
  ]);
  expect(await join(fan.socket, `post:${id}`, `post:${locked}`)).toEqual([`post:${id}`]);
  expect(await join(owner.socket, `post:${locked}`)).toEqual([`post:${locked}`]);
  const { id: last, totalComments } = await comment(id);
  await until(async () => fan.heard.length > 0);
  expect(fan.heard).toEqual([{ postId: id, totalComments }]);
  await app.producer.call('DELETE /comments/{id}', { params: { id: last } });
  await until(async () => fan.heard.at(-1)?.totalComments === totalComments - 1);
  await comment(locked);
  await until(async () => owner.heard.length > 0);
  expect([fan.heard.length, elsewhere.heard]).toEqual([2, []]);
});

test('unknown topics, invalid ids and the topic of a member are not joined', async () => {
  const { id } = await freePost();
  const { socket } = await connect(app.fan);
  const refused = [
    'x',
    'post',
    'post:x',
    `room:${id}`,
    `member:${app.stranger.profileId}`,
    `toString:${id}`,
    { id },
    7,
    null,
  ];
  expect(await join(socket, ...refused, `post:${id}`)).toEqual([`post:${id}`]);
  expect(await socket.emitWithAck('join', `post:${id}`)).toEqual([]);
});

test('a socket that left the topic gets no more comment counts', async () => {
  const { id } = await freePost();
  const [fan, owner] = await Promise.all([connect(app.fan), connect(app.producer)]);
  await Promise.all([fan, owner].map(({ socket }) => join(socket, `post:${id}`)));
  fan.socket.emit('leave', [`post:${id}`]);
  // Its own answer proves that the message before it was read.
  await join(fan.socket);
  await comment(id);
  await until(async () => owner.heard.length > 0);
  await join(fan.socket);
  expect(fan.heard).toEqual([]);
});

const allowComments = (enableComments: boolean) =>
  app.producer.call('PUT /profiles', { body: { settings: { enableComments } } });

describe('changes of access without an event of the socket', () => {
  afterEach(() => allowComments(true));
  type Change = (id: PostId) => Promise<unknown>;
  const edit: Change = (id) =>
    app.producer.call('PUT /posts/{id}', { params: { id }, body: { price: centavos(500) } });
  const buy: Change = (id) =>
    app.fan.call('POST /posts/{id}/purchase', {
      params: { id },
      body: { price: centavos(500) },
      idempotencyKey: id,
    });
  const buyCollection: Change = async (id) => {
    const other = await publish(app, app.producer, {
      pictures: 0,
      text: 'Pago',
      price: centavos(500),
    });
    const { id: collection } = await app.producer.call('POST /collections', {
      body: { title: 'Dois textos', price: centavos(800), postIds: [id, other.id] },
    });
    await purchaseCollection(app, app.fan, collection);
  };
  const archive: Change = (id) => app.producer.call('POST /posts/{id}/archive', { params: { id } });

  test.each<[string, { lose: Change; regain?: Change }]>([
    ['is asked for a price', { lose: edit, regain: buy }],
    ['is asked for a price and buys a collection with it', { lose: edit, regain: buyCollection }],
    ['looks at a post that is archived', { lose: archive }],
    ['reads where comments are turned off', { lose: () => allowComments(false) }],
  ])('a viewer who %s leaves the topic', async (_, { lose, regain }) => {
    const { id } = await freePost();
    const { socket, heard } = await connect(app.fan);
    const key = topicKey('post', id);
    expect(await join(socket, key)).toEqual([key]);
    await lose(id);
    await removed(socket, key);
    if (!regain) return;
    await regain(id);
    // Not by joining, which would check by itself.
    await until(async () => {
      await comment(id);
      return heard.length > 0;
    });
  });
});

test('a viewer who is blocked by the owner stops receiving, other viewers do not', async () => {
  const { id } = await freePost();
  const [fan, blocked] = await Promise.all([connect(app.fan), connect(app.stranger)]);
  await Promise.all([fan, blocked].map(({ socket }) => join(socket, `post:${id}`)));
  await comment(id);
  await until(async () => fan.heard.length > 0 && blocked.heard.length > 0);
  await app.producer.call('POST /profiles/{id}/block', {
    params: { id: app.stranger.profileId },
  });
  await removed(blocked.socket, `post:${id}`);
  await comment(id);
  await until(async () => fan.heard.length > 1);
  await join(blocked.socket);
  expect(blocked.heard).toHaveLength(1);
});
