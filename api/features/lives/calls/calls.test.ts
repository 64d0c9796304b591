// Calls for shows, private shows, the party that waits for one, the watcher's own picture, and
// spies.
import type { LiveId } from '@camarim/contract/features/lives';
import { LIVE_BREAK_MINUTES } from '@camarim/contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import {
  callFor,
  enter,
  moneyOf,
  openShow,
  pass,
  play,
  PRICE,
  setCamera,
} from '../../../testing/lives/paid-show.ts';
import { block, fill, joinProducer, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({
    live: (clock) => (engine = scriptedEngine(clock)),
  });
});

const runMinuteSweep = async () => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'lives.follow', {});
  await app.runJobs();
};

let people = 0;
const pair = async (money = 10_000, settings: Parameters<typeof setCamera>[1] = {}) => {
  const producer = await joinProducer(app, `vedete${(people += 1)}`);
  const fan = await app.join(`chama${people}`);
  await setCamera(producer, { partyCharge: 'free', ...settings });
  await fill(app, fan, money);
  return { producer, fan };
};
const another = async (money = 10_000) => {
  const fan = await app.join(`outra${(people += 1)}`);
  await fill(app, fan, money);
  return fan;
};
const queueOf = async (producer: ApiClient) =>
  (await producer.call('GET /lives/calls')).map(({ profile, place, type }) => [
    profile.domainName,
    place,
    type,
  ]);
const myCall = (fan: ApiClient, producer: ApiClient) =>
  fan.call('GET /lives/call/{producerId}', {
    params: { producerId: producer.profileId },
  });
const events = async (event: string, person: ApiClient) => {
  const { rows } = await app.ctx.pool.query(
    'SELECT payload->$3 AS payload FROM outbox WHERE event = $1 AND audience = ARRAY[$2::uuid] ORDER BY id',
    [event, person.profileId, 'payload'],
  );
  return rows.map(({ payload }) => payload);
};
const openOf = (requester: ApiClient, producer: ApiClient) =>
  requester.call('GET /lives/{username}', { params: { username: producer.domainName } });

/** A private show of the two that is delivered. */
const privateShow = async (producer: ApiClient, fan: ApiClient, spyPrice: number | null = null) => {
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  expect((await enter(fan, id, PRICE, { spyPrice })).status).toBe(200);
  await play(app, engine, id, producer, fan);
  return id;
};

describe('a call', () => {
  test('a call waits once in the queue, however often it is repeated, and can be declined', async () => {
    const { producer, fan } = await pair();
    const second = await another();
    const first = await callFor(fan, producer);
    expect(first.reply.data).toMatchObject({ state: 'waiting', place: 1, type: '3' });
    expect((await callFor(fan, producer)).reply.data?.id).toBe(first.reply.data?.id);
    expect((await callFor(second, producer)).reply.data?.place).toBe(2);
    expect(await queueOf(producer)).toEqual([
      [fan.domainName, 1, '3'],
      [second.domainName, 2, '3'],
    ]);
    expect(await events('call-for-chat', producer)).toMatchObject([
      { profileId: fan.profileId, action: 'call', type: '3', balance: 10_000 },
      { profileId: second.profileId, action: 'call' },
    ]);
    await producer.call('POST /lives/calls/{id}/decline', {
      params: { id: first.reply.data?.id as never },
    });
    expect(await queueOf(producer)).toEqual([[second.domainName, 1, '3']]);
    expect(await events('call-for-chat', fan)).toMatchObject([{ action: 'decline' }]);
    expect((await callFor(fan, producer)).reply.code).toBe('request.tooMany');
  });

  test('a call shows the producer no more of the wallet than an hour costs', async () => {
    const { producer, fan } = await pair(1_000_000);
    await callFor(fan, producer);
    expect((await producer.call('GET /lives/calls'))[0]?.balance).toBe(60 * PRICE);
  });

  test('a call needs money for the minimum, and is refused where it is not taken', async () => {
    const { producer, fan } = await pair(PRICE);
    const { status, reply } = await callFor(fan, producer);
    expect(status).toBe(402);
    expect((reply as { data?: unknown }).data).toMatchObject({
      needed: 2 * PRICE,
      intent: { kind: 'show', type: '3', profileId: producer.profileId, price: PRICE },
    });
    await setCamera(producer, { privatePricePerMinute: null });
    expect((await callFor(fan, producer)).reply.code).toBe('live.callsOff');
    await setCamera(producer, { entry: 'followers' });
    expect((await callFor(fan, producer, '2')).reply.code).toBe('live.entryRefused');
    await block(app, producer, fan);
    expect((await callFor(fan, producer, '2')).reply.code).toBe('profile.notFound');
  });

  test('a call of a person who is blocked afterwards is not shown and can’t be accepted', async () => {
    const { producer, fan } = await pair();
    await callFor(fan, producer);
    await block(app, producer, fan);
    expect(await queueOf(producer)).toEqual([]);
    expect(
      await refused(producer, 'POST /lives', {
        body: { type: '3', privateWatcherId: fan.profileId },
      }),
    ).toBe('live.callNotAccepted');
  });

  test('a call ends without an answer, and so does a private show that its caller did not enter', async () => {
    const { producer, fan } = await pair();
    await callFor(fan, producer);
    app.clock.advance(181_000);
    await runMinuteSweep();
    expect(await myCall(fan, producer)).toBeNull();
    await callFor(fan, producer);
    const id = await openShow(producer, '3', fan);
    expect(await events('accept-call-for-chat', fan)).toMatchObject([
      { liveId: id, domainName: producer.domainName, type: '3' },
    ]);
    app.clock.advance(61_000);
    await runMinuteSweep();
    expect(await openOf(producer, producer)).toBeNull();
    expect((await events('call-for-chat', producer)).at(-1)).toMatchObject({ accepted: true });
  });

  test('a call for a party is accepted by the party that is open', async () => {
    const { producer, fan } = await pair();
    await callFor(fan, producer, '2');
    const party = await openShow(producer);
    expect(await openShow(producer, '2', fan)).toBe(party);
    expect(await events('accept-call-for-chat', fan)).toMatchObject([{ liveId: party, type: '2' }]);
    expect((await enter(fan, party, 0)).status).toBe(200);
    expect(await myCall(fan, producer)).toBeNull();
  });
});

describe('a private show', () => {
  test('a private show locks the minimum, pays delivered minutes only, and ends when its watcher leaves', async () => {
    const { producer, fan } = await pair();
    const id = await privateShow(producer, fan);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: 1_200 });
    await pass(app, 20);
    const receipt = await fan.call('POST /lives/{id}/leave', { params: { id } });
    expect(receipt).toMatchObject({ minutes: 1, total: PRICE, exit: 'left' });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
    expect(await openOf(producer, producer)).toBeNull();
  });

  test('a private show pauses the party of its producer, which goes on afterwards', async () => {
    const { producer, fan } = await pair();
    const guest = await another();
    const party = await openShow(producer);
    await play(app, engine, party, producer, guest);
    const id = await privateShow(producer, fan);
    expect(await openOf(guest, producer)).toMatchObject({ id: party, state: 'paused' });
    expect(await openOf(fan, producer)).toMatchObject({ id, privateWatcherId: fan.profileId });
    expect(await openOf(producer, producer)).toMatchObject({ id });
    await runMinuteSweep();
    expect(await engine.publisher(party)).toBeNull();
    await pass(app, 70);
    expect(await openOf(guest, producer)).toMatchObject({ id: party, state: 'paused' });
    await fan.call('POST /lives/{id}/leave', { params: { id } });
    expect(await openOf(guest, producer)).toMatchObject({ id: party, state: 'away' });
    engine.send(party, producer.profileId);
    app.clock.advance(60_000);
    await runMinuteSweep();
    expect(await openOf(guest, producer)).toMatchObject({ id: party, state: 'onAir' });
    const { todaySeconds } = await producer.call('GET /lives/get-online-time');
    expect(todaySeconds).toBe(130);
  });

  test('a private show ends the party when the settings say so', async () => {
    const { producer, fan } = await pair(10_000, { pausesParty: false });
    const party = await openShow(producer);
    await play(app, engine, party, producer);
    await privateShow(producer, fan);
    const { rows } = await app.ctx.pool.query('SELECT end_reason FROM lives WHERE id = $1', [
      party,
    ]);
    expect(rows).toEqual([{ end_reason: 'interrupted' }]);
  });

  test('a private show ends for a watcher whose browser is gone, and pays what was delivered', async () => {
    const { producer, fan } = await pair();
    const id = await privateShow(producer, fan);
    await pass(app, 70);
    engine.silence(id, fan.profileId);
    await pass(app, 80);
    expect(await openOf(producer, producer)).toBeNull();
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: 0 });
  });
});

describe('a party', () => {
  const pause = (producer: ApiClient, id: LiveId, on: boolean) =>
    producer.ask('PUT /lives/{id}/pause', { params: { id }, body: { on } });

  test('a party that is paused for a break bills nothing of it, and ends when the break is too long', async () => {
    const { producer, fan } = await pair(10_000, { partyCharge: 'minute' });
    const id = await openShow(producer);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await runMinuteSweep();
    await pass(app, 4);
    const paused = { id, state: 'paused', pausedFor: 'break', spy: null };
    expect((await pause(producer, id, true)).reply.data).toMatchObject(paused);
    expect((await pause(producer, id, true)).reply.data).toMatchObject(paused);
    expect(await openOf(fan, producer)).toMatchObject(paused);
    expect(await engine.publisher(id)).toBeNull();
    await pass(app, 120);
    expect((await moneyOf(app, fan)).balance).toBe(10_000 - 2 * PRICE);
    expect(
      (await producer.ask('POST /lives', { body: { type: '2', title: 'Outro' } })).reply.code,
    ).toBe('live.alreadyLive');
    expect((await pause(producer, id, false)).reply.data).toMatchObject({
      state: 'away',
      pausedFor: null,
    });
    engine.send(id, producer.profileId);
    await runMinuteSweep();
    expect(await openOf(fan, producer)).toMatchObject({ state: 'onAir' });
    expect((await pause(await joinProducer(app, `alheio${people}`), id, true)).reply.code).toBe(
      'live.notFound',
    );
    await pause(producer, id, true);
    const pausedFor = (seconds: number) =>
      app.ctx.pool.query(
        "UPDATE lives SET paused_at = $2::timestamptz - $3 * interval '1 s' WHERE id = $1",
        [id, app.clock.now(), seconds],
      );
    await pausedFor(LIVE_BREAK_MINUTES * 60 - 1);
    await runMinuteSweep();
    expect(await openOf(fan, producer)).toMatchObject(paused);
    await pausedFor(LIVE_BREAK_MINUTES * 60);
    await runMinuteSweep();
    expect(await openOf(fan, producer)).toBeNull();
    await pass(app, 2);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  });

  test('a party that waits for a private show is not resumed before that show ends', async () => {
    const { producer, fan } = await pair();
    const party = await openShow(producer);
    await play(app, engine, party, producer);
    await runMinuteSweep();
    await pause(producer, party, true);
    const id = await privateShow(producer, fan);
    const guest = await another();
    expect(await openOf(guest, producer)).toMatchObject({ id: party, pausedFor: 'private' });
    for (const on of [false, true])
      expect((await pause(producer, party, on)).reply.code).toBe('live.alreadyLive');
    expect((await pause(producer, id, true)).reply.code).toBe('live.notFound');
  });

  test('a party is recorded from its beginning where the camera settings say so', async () => {
    Object.assign(engine, { makesOutputs: true, startOutput: async () => {} });
    for (const recorded of [true, false]) {
      const { producer } = await pair(10_000, { recorded });
      const id = await openShow(producer);
      expect(await openOf(producer, producer)).toMatchObject({ recording: 'off' });
      engine.send(id, producer.profileId);
      await runMinuteSweep();
      expect(await openOf(producer, producer)).toMatchObject({
        state: 'onAir',
        recording: recorded ? 'on' : 'off',
      });
      expect(await producer.call('GET /lives/recordings')).toHaveLength(recorded ? 1 : 0);
    }
    Object.assign(engine, { makesOutputs: false });
  });
});

describe('a spy', () => {
  const SPY = 100;
  test('a spy pays for a private show, is not in the room, and is not shown who watches', async () => {
    const { producer, fan } = await pair(10_000, { spyPricePerMinute: SPY });
    const spy = await another();
    await callFor(fan, producer);
    const id = await openShow(producer, '3', fan);
    expect((await enter(fan, id)).reply.code).toBe('live.priceChanged');
    expect((await enter(fan, id, PRICE, { spyPrice: SPY })).status).toBe(200);
    await play(app, engine, id, producer, fan, spy);
    expect(await refused(spy, 'POST /lives/{id}/whep', { params: { id } })).toBe('live.notFound');
    const { reply } = await enter(spy, id, SPY, { role: 'spy' });
    const seen = { id, entered: 'spy', privateWatcherId: null, privateWatcher: null };
    expect(reply.data).toMatchObject(seen);
    expect(await openOf(spy, producer)).toMatchObject(seen);
    expect((await spy.ask('GET /lives/{id}/ice-servers', { params: { id } })).status).toBe(200);
    expect(await refused(spy, 'POST /lives/{id}/whep', { params: { id } })).toBe(
      'request.unsupportedMediaType',
    );
    expect(await refused(spy, 'GET /lives/{id}/online-users', { params: { id } })).toBe(
      'live.notFound',
    );
    await pass(app, 10);
    expect(await moneyOf(app, spy)).toMatchObject({ balance: 10_000 - 2 * SPY, locked: SPY });
    await fan.call('POST /lives/{id}/leave', { params: { id } });
    expect(await moneyOf(app, spy)).toMatchObject({ balance: 10_000 - SPY, locked: 0 });
  });

  test('a spy is refused by a show without a price for spying', async () => {
    const { producer, fan } = await pair();
    const spy = await another();
    const id: LiveId = await privateShow(producer, fan);
    expect((await enter(spy, id, SPY, { role: 'spy' })).reply.code).toBe('live.notFound');
  });
});

describe("the watcher's own picture", () => {
  test('the watcher’s own camera is sent once both agreed, and neither sends it elsewhere', async () => {
    const { producer, fan } = await pair();
    const stranger = await another();
    const id = await privateShow(producer, fan);
    const params = { params: { id } };
    expect(await refused(fan, 'POST /lives/{id}/reverse/whip', params)).toBe(
      'live.reverseNotAsked',
    );
    expect(await refused(producer, 'POST /lives/accept-reverse/{id}', params)).toBe(
      'live.reverseNotAsked',
    );
    await fan.call('POST /lives/reverse/{id}', params);
    const askedBy = async (person: ApiClient) => (await openOf(person, producer))?.reverseAskedById;
    expect(await askedBy(producer)).toBe(fan.profileId);
    expect(await askedBy(fan)).toBe(fan.profileId);
    expect(await refused(fan, 'POST /lives/accept-reverse/{id}', params)).toBe(
      'live.reverseNotAsked',
    );
    expect(await refused(stranger, 'POST /lives/accept-reverse/{id}', params)).toBe(
      'live.notFound',
    );
    const { reverseUrl } = await producer.call('POST /lives/accept-reverse/{id}', params);
    expect((await openOf(fan, producer))?.reverseUrl).toBe(reverseUrl);
    expect(await askedBy(producer)).toBeNull();
    expect(await refused(fan, 'POST /lives/{id}/reverse/whip', params)).toBe(
      'request.unsupportedMediaType',
    );
    expect(await refused(producer, 'POST /lives/{id}/reverse/whip', params)).toBe('live.notFound');
    expect(await refused(producer, 'POST /lives/{id}/reverse/whep', params)).toBe(
      'request.unsupportedMediaType',
    );
    await fan.call('DELETE /lives/reverse/{id}', params);
    expect((await openOf(fan, producer))?.reverseUrl).toBeNull();
    await producer.call('DELETE /lives/{id}', params);
    const peer = { params: { id, peer: newId() } };
    await fan.call('DELETE /lives/{id}/reverse/{peer}', peer);
    expect(await refused(stranger, 'DELETE /lives/{id}/reverse/{peer}', peer)).toBe(
      'live.notFound',
    );
  });

  test('the watcher’s own camera is refused where the settings do not allow it', async () => {
    const { producer, fan } = await pair(10_000, { reverseCamera: false });
    const id = await privateShow(producer, fan);
    expect(await refused(fan, 'POST /lives/reverse/{id}', { params: { id } })).toBe(
      'live.reverseOff',
    );
  });
});
