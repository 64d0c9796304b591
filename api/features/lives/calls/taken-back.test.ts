// Calls that their caller takes back, before and after the producer accepted them.
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import {
  callFor,
  enter,
  joinShowPair,
  moneyOf,
  openShow,
  pass,
  play,
  PRICE,
} from '../../../testing/lives/paid-show.ts';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

const MONEY = 10_000;
const join = () => joinShowPair(app, MONEY, { partyCharge: 'free' });
const cancel = async (fan: ApiClient, producer: ApiClient) =>
  (
    await fan.ask('POST /lives/call/{producerId}', {
      params: { producerId: producer.profileId },
      body: { type: '3', action: 'cancel' },
    })
  ).reply.data;
const openOf = (requester: ApiClient, producer: ApiClient) =>
  requester.call('GET /lives/{username}', { params: { username: producer.domainName } });
/** What the producer heard last of a call. */
const lastOf = async (producer: ApiClient) => {
  const { rows } = await app.ctx.pool.query(
    "SELECT payload->'payload' AS payload FROM outbox WHERE event = 'call-for-chat' AND audience = ARRAY[$1::uuid] ORDER BY id DESC LIMIT 1",
    [producer.profileId],
  );
  return rows[0]?.payload;
};

test('an accepted call that is taken back ends its private show, unbilled, and the party goes on', async () => {
  const { producer, fan } = await join();
  const guest = await app.join('convidada');
  const party = await openShow(producer);
  await play(app, engine, party, producer, guest);
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  expect(await openOf(guest, producer)).toMatchObject({ id: party, state: 'paused' });
  await pass(app, 20);
  // Repeated.
  for (let times = 0; times < 2; times += 1) expect(await cancel(fan, producer)).toBeNull();
  expect(await openOf(producer, producer)).toMatchObject({ id: party, state: 'away' });
  expect((await enter(fan, id)).reply.code).toBe('live.notFound');
  expect(await moneyOf(app, fan)).toEqual({ balance: MONEY, locked: 0, pending: 0 });
  expect(await moneyOf(app, producer)).toMatchObject({ pending: 0 });
  expect(await lastOf(producer)).toMatchObject({
    action: 'cancel',
    profileId: fan.profileId,
    accepted: true,
  });
});

test('a caller who takes a waiting call back missed no show', async () => {
  const { producer, fan } = await join();
  await callFor(fan, producer);
  await cancel(fan, producer);
  expect(await lastOf(producer)).toMatchObject({ action: 'cancel' });
  expect(await lastOf(producer)).not.toHaveProperty('accepted');
});

test('a caller who has entered the show takes nothing back', async () => {
  const { producer, fan } = await join();
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  expect((await enter(fan, id, PRICE)).status).toBe(200);
  await cancel(fan, producer);
  expect(await openOf(producer, producer)).toMatchObject({ id });
});

test('a call that is taken back after its producer ended the show missed none', async () => {
  const { producer, fan } = await join();
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  await producer.call('DELETE /lives/{id}', { params: { id } });
  await cancel(fan, producer);
  expect(await lastOf(producer)).toMatchObject({ action: 'cancel' });
  expect(await lastOf(producer)).not.toHaveProperty('accepted');
});
