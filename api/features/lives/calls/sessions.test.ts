// Calls of and to people who are in a show already. Source: specification section 4, incoming chat
// call.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { callFor, joinShowPair, openShow } from '../../../testing/lives/paid-show.ts';
import { fill, refused } from '../../../testing/publishing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ live: (clock) => scriptedEngine(clock) });
});

const MONEY = 20_000;
const join = () => joinShowPair(app, MONEY, { partyCharge: 'free' });
const codeOf = async (caller: ApiClient, producer: ApiClient, type: '2' | '3') =>
  (await callFor(caller, producer, type)).reply.code;
const acceptOf = (producer: ApiClient, caller: ApiClient, type: '2' | '3') =>
  refused(producer, 'POST /lives', {
    body: { type, title: '', privateWatcherId: caller.profileId },
  });
const announced = async (producer: ApiClient) => {
  const { rows } = await app.ctx.pool.query(
    "SELECT FROM outbox WHERE event = 'call-for-chat' AND audience = ARRAY[$1::uuid]",
    [producer.profileId],
  );
  return rows.length;
};
const queueOf = async (producer: ApiClient) =>
  (await producer.call('GET /lives/calls')).map(({ profile }) => profile.id);
const end = (producer: ApiClient, id: string) =>
  producer.call('DELETE /lives/{id}', { params: { id: id as never } });

test('a producer with an open party is called for a private show, and not for that party', async () => {
  const { producer, fan } = await join();
  const party = await openShow(producer);
  expect(await codeOf(fan, producer, '2')).toBe('live.partyOpen');
  expect([await queueOf(producer), await announced(producer)]).toEqual([[], 0]);
  expect((await callFor(fan, producer, '3')).status).toBe(200);
  await end(producer, party);
  expect((await callFor(fan, producer, '2')).status).toBe(200);
});

test('a person in a private show calls neither its producer nor another one until it has ended', async () => {
  const [{ producer, fan }, other] = [await join(), await join()];
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  for (const type of ['2', '3'] as const) {
    expect(await codeOf(fan, producer, type)).toBe('live.inShow');
    expect(await codeOf(fan, other.producer, type)).toBe('live.inShow');
  }
  expect(await announced(other.producer)).toBe(0);
  await end(producer, id);
  expect((await callFor(fan, other.producer)).status).toBe(200);
});

test('a producer with a show of their own calls no other producer', async () => {
  const [caller, { producer }] = [await join(), await join()];
  const party = await openShow(caller.producer);
  expect(await codeOf(caller.producer, producer, '2')).toBe('live.inShow');
  await end(caller.producer, party);
  expect((await callFor(caller.producer, producer, '2')).status).toBe(200);
});

test.each(['2', '3'] as const)(
  'a call of type %s of a person who is in another private show is not accepted, and waits on',
  async (type) => {
    const [{ producer, fan }, other] = [await join(), await join()];
    await callFor(fan, producer);
    await callFor(fan, other.producer, type);
    const id = await openShow(producer, '3', fan);
    expect(await acceptOf(other.producer, fan, type)).toBe('live.callerInShow');
    expect(await queueOf(other.producer)).toEqual([fan.profileId]);
    await end(producer, id);
    await openShow(other.producer, type, fan);
    expect(await queueOf(other.producer)).toEqual([]);
  },
);

test('a producer who watches a private show accepts no call until it has ended', async () => {
  const [{ producer }, watcher] = [await join(), await join()];
  await fill(app, watcher.producer, MONEY);
  await callFor(watcher.producer, producer);
  await callFor(watcher.fan, watcher.producer);
  const id = await openShow(producer, '3', watcher.producer);
  expect(await acceptOf(watcher.producer, watcher.fan, '3')).toBe('live.inShow');
  await end(producer, id);
  await openShow(watcher.producer, '3', watcher.fan);
});

test('two producers who accept one person at once open one private show', async () => {
  const [{ producer, fan }, other] = [await join(), await join()];
  await callFor(fan, producer);
  await callFor(fan, other.producer);
  const accept = (by: ApiClient) =>
    by.ask('POST /lives', { body: { type: '3', title: '', privateWatcherId: fan.profileId } });
  const answers = await Promise.all([accept(producer), accept(other.producer)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.reply.code).toBe('live.callerInShow');
});
