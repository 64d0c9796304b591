// What is read by HLS is billed by its length: as it comes, in bursts, and beside a connection.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import {
  callFor,
  enter,
  moneyOf,
  openParty,
  openShow,
  pass,
  play,
  PRICE,
} from '../../../testing/lives/paid-show.ts';
import { refused } from '../../../testing/publishing.ts';
import { openVisitsOf } from '../media/visits-store.ts';
import { mayRead, storeReads } from '../outputs/hls-visits-store.ts';

const SHARE = PRICE * 0.8;

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

/** A visit by HLS of the fan, as after its playlist was asked for. */
const readingVisit = async (id: LiveId, fan: ApiClient): Promise<PeerId> => {
  const peer = newId() as PeerId;
  await app.ctx.pool.query(
    `INSERT INTO live_viewers (id, live_id, profile_id, role, via, joined_at) VALUES ($1, $2,
      $3, 'watcher', 'hls', $4)`,
    [peer, id, fan.profileId, app.clock.now()],
  );
  return peer;
};

const secondsDelivered = async (producer: ApiClient, id: LiveId) =>
  (await producer.call('GET /lives/{id}/receipts', { params: { id }, query: {} }))[0]
    ?.secondsDelivered;

test('a viewer who watches by HLS pays for the minutes they read, and for nothing after that', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer);
  const peer = await readingVisit(id, fan);
  await pass(app, 10);
  expect((await moneyOf(app, producer)).pending).toBe(0);
  for (let sequence = 0; sequence < 32; sequence += 1) {
    const readAt = app.clock.now();
    await storeReads(app.ctx.db, [{ peer, readAt, segments: [{ sequence, durationMs: 2_000 }] }]);
    await pass(app, 2);
  }
  expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
  await pass(app, 16);
  expect(await secondsDelivered(producer, id)).toBe(62);
  expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
});

test.each([
  ['minute', 5 * SHARE],
  ['ticket', 1_600],
] as const)(
  'a watcher who reads HLS in bursts pays for all that they read: by the %s',
  async (partyCharge, earned) => {
    const { producer, fan, id } = await openParty(app, 10_000, { partyCharge });
    await enter(fan, id, partyCharge === 'minute' ? PRICE : 2_000);
    await play(app, engine, id, producer);
    const peer = await readingVisit(id, fan);
    for (let sequence = 0; sequence < 30 * 5; sequence += 5) {
      const segments = [0, 1, 2, 3, 4].map((n) => ({
        sequence: sequence + n,
        durationMs: 2_000,
      }));
      await storeReads(app.ctx.db, [{ peer, readAt: app.clock.now(), segments }]);
      await pass(app, 10);
    }
    // 29 bursts of ten seconds after the first one, which may be older than the entry.
    expect((await moneyOf(app, producer)).pending).toBe(earned);
  },
);

test('segments of a playlist that are read from the newest to the oldest are all paid for', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer);
  const peer = await readingVisit(id, fan);
  const read = (...sequences: number[]) => {
    const segments = sequences.map((sequence) => ({ sequence, durationMs: 2_000 }));
    return storeReads(app.ctx.db, [{ peer, readAt: app.clock.now(), segments }]);
  };
  for (let first = 0; first < 12 * 13; first += 12) {
    for (let n = 11; n >= 0; n -= 1) await read(first + n);
    // Once more, in one piece and one by one: nothing of that is new.
    await read(...Array.from({ length: 12 }, (_, n) => first + n));
    for (let n = 0; n < 12; n += 1) await read(first + n);
    await pass(app, 24);
  }
  // 12 times 24 s after the first proof: 288 s, in the fifth minute.
  expect(await secondsDelivered(producer, id)).toBe(288);
  expect((await moneyOf(app, producer)).pending).toBe(5 * SHARE);
  const { rows } = await app.ctx.pool.query('SELECT read_ms FROM live_viewers WHERE id = $1', [
    peer,
  ]);
  expect(rows[0].read_ms).toBe(13 * 24_000);
});

test('a segment that a viewer reads at two processes at the same time is billed once', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer);
  const peer = await readingVisit(id, fan);
  const readAt = app.clock.now();
  const segments = Array.from({ length: 12 }, (_, sequence) => ({ sequence, durationMs: 2_000 }));
  await Promise.all(
    Array.from({ length: 4 }, () => storeReads(app.ctx.db, [{ peer, readAt, segments }])),
  );
  const { rows } = await app.ctx.pool.query('SELECT read_ms FROM live_viewers WHERE id = $1', [
    peer,
  ]);
  expect(rows[0].read_ms).toBe(24_000);
});

test('what is delivered by a connection and read by HLS at the same time is billed once', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  const peer = await readingVisit(id, fan);
  for (let sequence = 0; sequence < 31; sequence += 1) {
    const segments = [{ sequence, durationMs: 2_000 }];
    await storeReads(app.ctx.db, [{ peer, readAt: app.clock.now(), segments }]);
    await pass(app, 2);
  }
  expect(await secondsDelivered(producer, id)).toBe(60);
});

test('what two devices read at the same time is billed once, and not in the break that follows', async () => {
  const { producer, fan, id } = await openParty(app, 20_000);
  await enter(fan, id);
  await play(app, engine, id, producer);
  const devices = [await readingVisit(id, fan), await readingVisit(id, fan)];
  const read = async (sequence: number) => {
    const segments = [{ sequence, durationMs: 2_000 }];
    await storeReads(
      app.ctx.db,
      devices.map((peer) => ({ peer, readAt: app.clock.now(), segments })),
    );
    await pass(app, 2);
  };
  for (let sequence = 0; sequence <= 60; sequence += 1) await read(sequence);
  expect(await secondsDelivered(producer, id)).toBe(120);
  await pass(app, 240);
  await read(200);
  expect(await secondsDelivered(producer, id)).toBeLessThanOrEqual(120 + 24);
});

test('a visit by HLS ends with the entry, in the same transaction', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer);
  const peer = await readingVisit(id, fan);
  await fan.call('POST /lives/{id}/leave', { params: { id } });
  const requester = { profileId: fan.profileId, place: NOWHERE };
  const visit = { peer, liveId: id, requester };
  expect(await mayRead(app.ctx.db, visit)).toBe(false);
});

test.each(['blurred_at', 'withheld_at'])(
  'no visit by HLS begins while the team withholds the picture (%s), and the entry stays',
  async (column) => {
    const { producer, fan, id } = await openParty(app, 10_000);
    Object.assign(engine, { makesOutputs: true });
    await enter(fan, id);
    await play(app, engine, id, producer);
    await app.ctx.pool.query(`UPDATE lives SET ${column} = $2 WHERE id = $1`, [
      id,
      app.clock.now(),
    ]);
    expect(await refused(fan, 'POST /lives/{id}/hls', { params: { id } })).toBe('live.withheld');
    expect(await openVisitsOf(app.ctx.db, id, fan.profileId)).toEqual([]);
    expect((await moneyOf(app, fan)).locked).toBe(PRICE);
    Object.assign(engine, { makesOutputs: false });
  },
);

test('a private show is not watched by HLS, where nothing of it would be billed', async () => {
  const { producer, fan } = await openParty(app, 10_000);
  Object.assign(engine, { makesOutputs: true });
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  await enter(fan, id);
  await play(app, engine, id, producer);
  expect(await refused(fan, 'POST /lives/{id}/hls', { params: { id } })).toBe('live.refused');
  Object.assign(engine, { makesOutputs: false });
});
