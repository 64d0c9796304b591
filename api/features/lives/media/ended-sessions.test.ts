// Watching, paying and sending end with the session that began them, and with a block of the
// account; what a lost event did not end, the sweep of a minute ends.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { signalAt } from '../../../testing/lives/broadcasting.ts';
import {
  callFor,
  enter,
  joinShowPair,
  moneyOf,
  openParty,
  openShow,
  pass,
  play,
  PRICE,
} from '../../../testing/lives/paid-show.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { block, fill, joinProducer } from '../../../testing/publishing.ts';
import { until } from '../../../testing/until.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';
import { syncAllShows } from './sync-engine.ts';
import { openVisitsOf } from './visits-store.ts';

const TICKET = 2_000;

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

const whep = (id: LiveId, { token }: ApiClient) => signalAt(app, `/lives/${id}/whep`, token)('v=0');

const watchersOf = async (id: LiveId) => (await engine.viewers(id)).map(({ user }) => user);

/** A party that is paid by the minute, and its fan, who has watched it for four seconds. */
const watchedParty = async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer);
  await whep(id, fan);
  await pass(app, 4);
  return { producer, fan, id };
};

/** Ends the session of this client from another device of its person. */
const endSession = async (elsewhere: ApiClient) => {
  const sessions = await elsewhere.call('GET /profiles/sessions', { query: {} });
  const other = sessions.find(({ current }) => !current);
  await elsewhere.call('DELETE /profiles/sessions/{id}', { params: { id: other?.id as never } });
};

/** As if the event of it was lost. */
const revoke = ({ profileId }: ApiClient) =>
  app.ctx.pool.query(
    `UPDATE sessions SET revoked_at = $2 WHERE user_id = (SELECT user_id FROM profiles
      WHERE id = $1)`,
    [profileId, app.clock.now()],
  );

const blockAccount = async ({ profileId }: ApiClient) => {
  const admin = await joinAdmin(app, `chefe${newId().slice(-8)}`);
  const { rows } = await app.ctx.pool.query('SELECT user_id FROM profiles WHERE id = $1', [
    profileId,
  ]);
  await admin.call('DELETE /dsb/user/{userId}', {
    params: { userId: rows[0].user_id },
    body: { reason: 'chargebacks' },
  });
};

/** Waits until it is so, while events are delivered. */
const untilDelivered = async (holds: () => Promise<boolean>) => {
  app.relay.start();
  await until(holds).finally(() => app.relay.stop());
};

test('a session that its person ends elsewhere watches no more, and pays for one minute', async () => {
  const { fan, id } = await watchedParty();
  expect(await watchersOf(id)).toEqual([fan.profileId]);
  await endSession(await app.join(fan.domainName));
  await until(async () => (await moneyOf(app, fan)).locked === 0);
  await until(async () => (await watchersOf(id)).length === 0);
  expect(await openVisitsOf(app.ctx.db, id, fan.profileId)).toEqual([]);
  await pass(app, 180);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
});

test('a session whose end no event announced is ended by the sweep of a minute', async () => {
  const { fan, id } = await watchedParty();
  await revoke(fan);
  await syncAllShows(app.ctx);
  expect(await watchersOf(id)).toEqual([]);
  await pass(app, 180);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
});

test('the end of one session leaves what another session of the same person watches', async () => {
  const { fan, id } = await watchedParty();
  const elsewhere = await app.join(fan.domainName);
  await whep(id, elsewhere);
  expect(await openVisitsOf(app.ctx.db, id, fan.profileId)).toHaveLength(2);
  await endSession(elsewhere);
  await until(async () => (await openVisitsOf(app.ctx.db, id, fan.profileId)).length === 1);
  expect(await watchersOf(id)).toEqual([fan.profileId]);
  await pass(app, 70);
  expect((await moneyOf(app, fan)).locked).toBe(PRICE);
});

test('the end of a session ends the picture that its person sends in a private show', async () => {
  const { producer, fan } = await joinShowPair(app, 10_000);
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  expect((await enter(fan, id)).status).toBe(200);
  await play(app, engine, id, producer);
  await producer.call('POST /lives/reverse/{id}', { params: { id } });
  await fan.call('POST /lives/accept-reverse/{id}', { params: { id } });
  const elsewhere = await app.join(fan.domainName);
  await whep(id, elsewhere);
  await whep(id, fan);
  await signalAt(app, `/lives/${id}/reverse/whip`, fan.token)('v=0');
  const sender = () => engine.publisher(reverseRoomOf(id));
  expect(await sender()).toMatchObject({ user: fan.profileId });
  await endSession(elsewhere);
  await until(async () => (await sender()) === null);
  expect(await openVisitsOf(app.ctx.db, id, fan.profileId)).toHaveLength(1);
  expect((await moneyOf(app, fan)).locked).toBe(2 * PRICE);
});

test.each(['event', 'sweep'])(
  'a show is not sent any more by a session that has ended: by the %s',
  async (by) => {
    const producer = await joinProducer(app, `estrela${newId().slice(-8)}`);
    const id = await openShow(producer);
    await signalAt(app, `/lives/${id}/whip`, producer.token)('v=0');
    await syncAllShows(app.ctx);
    expect(await engine.publisher(id)).not.toBeNull();
    if (by === 'event') await endSession(await app.join(producer.domainName));
    else {
      await revoke(producer);
      await syncAllShows(app.ctx);
    }
    await until(async () => (await engine.publisher(id)) === null);
    // Another session goes on with the same show.
    const elsewhere = await app.join(producer.domainName);
    await signalAt(app, `/lives/${id}/whip`, elsewhere.token)('v=0');
    await syncAllShows(app.ctx);
    expect(await engine.publisher(id)).not.toBeNull();
  },
);

test.each(['event', 'sweep'])(
  'a fan whose account is blocked watches and pays no more, and nothing stays locked: by the %s',
  async (by) => {
    const { fan, id } = await watchedParty();
    await blockAccount(fan);
    if (by === 'event') await untilDelivered(async () => (await moneyOf(app, fan)).locked === 0);
    else await syncAllShows(app.ctx);
    expect(await watchersOf(id)).toEqual([]);
    await pass(app, 180);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  },
);

test('the show of a producer whose account is blocked ends, and gives back what is locked', async () => {
  const { producer, fan, id } = await watchedParty();
  await blockAccount(producer);
  await untilDelivered(async () => {
    const { rows } = await app.ctx.pool.query('SELECT end_reason FROM lives WHERE id = $1', [id]);
    return rows[0].end_reason === 'suspended';
  });
  await until(async () => (await moneyOf(app, fan)).locked === 0);
  expect(await watchersOf(id)).toEqual([]);
});

const blockProfile = (by: ApiClient, { profileId: id }: ApiClient) =>
  by.call('POST /profiles/{id}/block', { params: { id } });

/** A group show of three tickets that waits, and the fan who has locked the first one. */
const waitingGroup = async (groupSize = 3) => {
  const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'group', groupSize });
  await enter(fan, id, TICKET);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: TICKET });
  return { producer, fan, id };
};

test.each([
  ['whom the producer blocks', ({ producer, fan }) => blockProfile(producer, fan)],
  ['who blocks the producer', ({ producer, fan }) => blockProfile(fan, producer)],
  ['whose account is blocked', ({ fan }) => blockAccount(fan)],
] as [string, (pair: { producer: ApiClient; fan: ApiClient }) => Promise<unknown>][])(
  'a fan who waits for a group show has no ticket of it any more: one %s',
  async (_, change) => {
    const { producer, fan, id } = await waitingGroup(2);
    await change({ producer, fan });
    await untilDelivered(async () => (await moneyOf(app, fan)).locked === 0);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
    const second = await app.join(`segunda${newId().slice(-8)}`);
    await fill(app, second, 5_000);
    const { reply } = await enter(second, id, TICKET);
    expect(reply.data?.group).toMatchObject({ tickets: 1, ready: false });
  },
);

test('the ticket of a blocked fan who waits for a group show is given back by the sweep of a minute', async () => {
  const { producer, fan } = await waitingGroup();
  await block(app, producer, fan);
  await syncAllShows(app.ctx);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
});

test('a producer removes and bans a fan who waits for their group show', async () => {
  const { producer, fan, id } = await waitingGroup();
  const stranger = await app.join(`estranha${newId().slice(-8)}`);
  const ban = (profileId: ApiClient['profileId']) =>
    producer.ask('PUT /lives/{id}/restrictions/{profileId}', {
      params: { id, profileId },
      body: { kind: 'ban' },
    });
  expect((await ban(stranger.profileId)).reply.code).toBe('live.personNotFound');
  expect((await ban(fan.profileId)).status).toBe(200);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
  expect((await enter(fan, id, TICKET)).reply.code).toBe('live.banned');
});
