// Comments by the socket: a viewer with a post's comments open receives their count, as long as
// they may read them.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { until } from '../../testing/bank.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { publish } from '../../testing/publishing.ts';

type Heard = { postId: string; totalComments: number };

let app: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await testApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  app.relay.start();
});
afterAll(() => sockets.forEach((socket) => socket.disconnect()));

const follow = async (
  person: ApiClient,
  ...postIds: unknown[]
): Promise<{ socket: Socket; heard: Heard[] }> => {
  const { port } = app.server.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/realtime/connect',
    transports: ['websocket'],
    auth: { token: person.token },
  });
  sockets.push(socket);
  await once(socket as never, 'connect');
  const heard: Heard[] = [];
  socket.on('comments', ({ data }: { data: Heard }) => heard.push(data));
  socket.emit('follow', postIds);
  return { socket, heard };
};
const say = (postId: PostId) =>
  app.producer.call('POST /comments', { body: { postId, text: 'oi' } });
/** Joining a room has no answer: comments go on until one is heard. */
const talkUntil = (postId: PostId, done: () => boolean) =>
  until(async () => {
    await say(postId);
    return done();
  });

test('sockets in a post topic get the comment count of posts they may read, without any text', async () => {
  const { id } = await publish(app, app.producer, { pictures: 0, text: 'Oi' });
  const { id: locked } = await publish(app, app.producer, {
    pictures: 0,
    text: 'Pago',
    price: centavos(500),
  });
  const [fan, stranger, elsewhere] = await Promise.all([
    follow(app.fan, id, locked),
    follow(app.stranger, 'x', { id }, 7),
    follow(app.stranger),
  ]);
  await talkUntil(id, () => fan.heard.length > 0);
  const { id: last, totalComments } = await say(id);
  await until(async () => fan.heard.at(-1)?.totalComments === totalComments);
  expect(fan.heard.at(-1)).toEqual({ postId: id, totalComments });
  await app.producer.call('DELETE /comments/{id}', { params: { id: last } });
  await until(async () => fan.heard.at(-1)?.totalComments === totalComments - 1);
  await say(locked);
  const owner = await follow(app.producer, locked);
  await talkUntil(locked, () => owner.heard.length > 0);
  expect([fan.heard.every(({ postId }) => postId === id), stranger.heard, elsewhere.heard]).toEqual(
    [true, [], []],
  );
});

test('a socket that left the topic or is blocked by the owner gets no more comment counts', async () => {
  const { id } = await publish(app, app.producer, { pictures: 0, text: 'Oi' });
  const [fan, stranger, owner] = await Promise.all([
    follow(app.fan, id),
    follow(app.stranger, id),
    follow(app.producer, id),
  ]);
  await talkUntil(id, () => fan.heard.length > 0 && stranger.heard.length > 0);
  fan.socket.emit('follow', []);
  await app.producer.call('POST /profiles/{id}/block', {
    params: { id: app.stranger.profileId as never },
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const [before, count] = [[fan.heard.length, stranger.heard.length], owner.heard.length];
  await talkUntil(id, () => owner.heard.length > count + 1);
  expect([fan.heard.length, stranger.heard.length]).toEqual(before);
});
