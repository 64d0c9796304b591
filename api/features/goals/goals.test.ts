// Goals: opened by producers, filled by tips exactly once, live for those who look on, gone when
// taken down.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { GoalId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { until } from '../../testing/until.ts';
import { block, fill, joinProducer, refused, unblock } from '../../testing/publishing.ts';

let app: TestApp;
let producer: ApiClient;
beforeAll(async () => {
  app = await testApp({ settings: { TRUST_PROXY: 'loopback', GEO_STATE_HEADER: 'X-State' } });
  producer = app.producer;
  await fill(app, app.fan, 500_000);
  await fill(app, app.stranger, 500_000);
});

const openGoal = (value: number, title = 'Refletor novo') =>
  producer.call('POST /goals', { body: { title, value: centavos(value) } });
const tip = (person: ApiClient, goalId: GoalId, value: number, idempotencyKey: string = newId()) =>
  person.ask('POST /funds/tips', { body: { goalId, value: centavos(value) }, idempotencyKey });
const goalOf = async (id: GoalId) =>
  (
    await app.visitor.call('GET /goals', {
      query: { profileId: producer.profileId, limit: 50 },
    })
  ).find((goal) => goal.id === id);

describe('a tip to a goal', () => {
  test('a tip to a goal fills the goal, pays the producer, and notifies when it is reached, once', async () => {
    const { id } = await openGoal(3_000);
    expect((await tip(app.fan, id, 2_000)).status).toBe(200);
    expect(await goalOf(id)).toMatchObject({
      value: 3_000,
      balance: 2_000,
      reachedAt: null,
      type: 'goal',
    });
    await tip(app.fan, id, 1_500);
    await tip(app.fan, id, 500);
    expect(await goalOf(id)).toMatchObject({
      balance: 4_000,
      reachedAt: app.clock.now().toISOString(),
    });
    expect(
      await producer.call('GET /profiles/notifications', { query: { types: 'goalReached' } }),
    ).toHaveLength(1);
    expect((await app.fan.call('GET /funds/statements'))[0]).toMatchObject({
      kind: 'tip',
      amount: -500,
      referenceType: 'goal',
      referenceId: id,
    });
  });

  test('a tip to a goal counts once per key, and concurrent tips all count', async () => {
    const { id } = await openGoal(1_000_000);
    const key = newId();
    await Promise.all([
      tip(app.fan, id, 1_000, key),
      tip(app.fan, id, 1_000, key),
      tip(app.fan, id, 1_000, key),
    ]);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => tip(index % 2 ? app.fan : app.stranger, id, 100)),
    );
    expect((await goalOf(id))?.balance).toBe(4_000);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('a tip to a goal above the balance fills nothing, and returns the purchase to finish', async () => {
    const [{ id }, poor] = [await openGoal(5_000), await app.join('semsaldo')];
    const { status, reply } = await tip(poor, id, 2_000);
    expect([status, reply.data]).toMatchObject([
      402,
      { needed: 2_000, balance: 0, intent: { kind: 'tip', goalId: id, value: 2_000 } },
    ]);
    expect((await goalOf(id))?.balance).toBe(0);
  });

  test('a tip to a goal is refused to oneself, to a goal that is gone, and across a block', async () => {
    const { id } = await openGoal(5_000);
    expect((await tip(producer, id, 500)).reply.code).toBe('profile.notSelf');
    await block(app, producer, app.fan);
    expect((await tip(app.fan, id, 500)).reply.code).toBe('goal.notFound');
    expect(
      await refused(app.fan, 'GET /goals', {
        query: { profileId: producer.profileId },
      }),
    ).toBe('profile.notFound');
    await unblock(app, producer, app.fan);
    await producer.call('DELETE /goals/{goalId}', { params: { goalId: id } });
    expect((await tip(app.fan, id, 500)).reply.code).toBe('goal.notFound');
  });
});

test('only its producer deletes a goal, and their number is limited', async () => {
  const other = await joinProducer(app, 'metas');
  const { id } = await openGoal(5_000);
  expect(await refused(other, 'DELETE /goals/{goalId}', { params: { goalId: id } })).toBe(
    'goal.notFound',
  );
  const codes = await Promise.all(
    Array.from({ length: 14 }, () =>
      refused(other, 'POST /goals', { body: { title: 'Muitas', value: centavos(1_000) } }),
    ),
  );
  expect(codes.filter((code) => code === null)).toHaveLength(10);
  expect(new Set(codes)).toEqual(new Set([null, 'goal.tooMany']));
});

describe('goals by the socket', () => {
  const sockets: Socket[] = [];
  beforeAll(async () => {
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    app.relay.start();
  });
  afterAll(() => sockets.forEach((socket) => socket.disconnect()));

  const listen = async (
    person: ApiClient,
    state?: string,
  ): Promise<{ socket: Socket; heard: unknown[] }> => {
    const { port } = app.server.server.address() as AddressInfo;
    const socket = io(`http://127.0.0.1:${port}`, {
      path: '/realtime/connect',
      transports: ['websocket'],
      auth: { token: person.token },
      ...(state && { extraHeaders: { 'x-state': state } }),
    });
    sockets.push(socket);
    await once(socket as never, 'connect');
    const heard: unknown[] = [];
    socket.on('goals', ({ data }: { data: unknown }) => heard.push(data));
    return { socket, heard };
  };

  /** The topics that the socket is in afterwards. */
  const watch = (socket: Socket): Promise<string[]> =>
    socket.emitWithAck('join', [`profile:${producer.profileId}`]);

  test('progress of a goal reaches the page’s visitors by the socket, and not blocked or absent ones', async () => {
    const topic = `profile:${producer.profileId}`;
    const { id } = await openGoal(9_000);
    const blocked = await app.join('bloqueada');
    await block(app, producer, blocked);
    await producer.call('POST /profiles/geolocation-block', { body: { state: 'RJ', city: null } });
    const [away, unseen, there, looking, moved, other] = await Promise.all([
      listen(await app.join('longe')),
      listen(blocked),
      listen(await app.join('carioca'), 'RJ'),
      listen(app.stranger, 'MG'),
      listen(await app.join('mineira'), 'MG'),
      listen(app.fan, 'SP'),
    ]);
    const joined = await Promise.all(
      [unseen, there, looking, moved, other].map(({ socket }) => watch(socket)),
    );
    expect(joined).toEqual([[], [], [topic], [topic], [topic]]);
    await tip(app.fan, id, 100);
    await until(async () => [looking, moved, other].every(({ heard }) => heard.length === 1));
    expect(looking.heard).toEqual([
      { profileId: producer.profileId, goalId: id, balance: 100, value: 9_000 },
    ]);
    // Pages that are open already: viewers in the blocked place hear no more, others still do.
    await producer.call('POST /profiles/geolocation-block', { body: { state: 'MG', city: null } });
    await expect
      .poll(() => Promise.all([looking, moved].map(({ socket }) => watch(socket))), {
        interval: 300,
      })
      .toEqual([[], []]);
    await tip(app.fan, id, 100);
    await until(async () => other.heard.length === 2);
    await Promise.all([looking, moved, away, unseen, there].map(({ socket }) => watch(socket)));
    expect([moved.heard.length, looking.heard.length]).toEqual([1, 1]);
    expect([away.heard, unseen.heard, there.heard]).toEqual([[], [], []]);
  });
});
