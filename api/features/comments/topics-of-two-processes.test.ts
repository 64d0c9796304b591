// Topics of an installation with two processes, which share a database and the bus on Redis: the
// socket is connected to one, and everything else happens in the other.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { topicKey } from '@camarim/contract/events';
import { io, type Socket } from 'socket.io-client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { redisBus } from '../../platform/bus/redis.ts';
import { afterFile } from '../../testing/after-file.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { publish } from '../../testing/publishing.ts';
import { redisInstalled, startRedis } from '../../testing/redis-server.ts';

type CommentCount = { postId: string; totalComments: number };

describe.skipIf(!redisInstalled)('two processes (needs redis-server on the PATH)', () => {
  let here: TestApp;
  let there: TestApp;
  beforeAll(async () => {
    const redis = await startRedis();
    afterFile(redis.stop);
    const bus: NonNullable<Parameters<typeof testApp>[0]>['bus'] = (log) =>
      redisBus({ url: redis.url, log });
    here = await testApp({ bus });
    there = await testApp({ bus, beside: here });
    await here.server.listen({ host: '127.0.0.1', port: 0 });
    // The process with the socket does not look into the outbox itself.
    there.relay.start();
  });

  const connect = async (person: ApiClient) => {
    const { port } = here.server.server.address() as AddressInfo;
    const socket: Socket = io(`http://127.0.0.1:${port}`, {
      path: '/realtime/connect',
      transports: ['websocket'],
      auth: { token: person.token },
    });
    afterFile(async () => void socket.disconnect());
    await once(socket as never, 'connect');
    const received: CommentCount[] = [];
    socket.on('comments', ({ data }: { data: CommentCount }) => received.push(data));
    return { socket, received };
  };

  test('a comment in one process reaches a socket of the other, until its access is withdrawn there', async () => {
    const { id } = await publish(there, there.producer, { pictures: 0, text: 'Oi' });
    const key = topicKey('post', id);
    const comment = () =>
      there.producer.call('POST /comments', { body: { postId: id, text: 'oi' } });
    const [fan, other] = [await connect(here.fan), await connect(here.stranger)];
    for (const { socket } of [fan, other])
      expect(await socket.emitWithAck('join', [key])).toEqual([key]);

    const { totalComments } = await comment();
    await expect.poll(() => fan.received).toEqual([{ postId: id, totalComments }]);

    await there.producer.call('POST /profiles/{id}/block', { params: { id: here.fan.profileId } });
    // A joined topic is not checked by asking for it again: only the change of access ends it.
    await expect.poll(() => fan.socket.emitWithAck('join', [key]), { interval: 300 }).toEqual([]);
    await comment();
    await expect.poll(() => other.received).toHaveLength(2);
    expect(fan.received).toHaveLength(1);
  });
});
