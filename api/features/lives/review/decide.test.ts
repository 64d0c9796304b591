// Decisions of administrators about a show: each needs a reason, holds for those who come later and
// for HLS, is stored also when the engine does not answer, and returns what watchers had locked.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveDecision } from '@camarim/contract/features/lives/moderation';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { LiveError } from '../../../platform/live/port.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { signalAt } from '../../../testing/lives/broadcasting.ts';
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
import { joinAdmin } from '../../../testing/producing.ts';
import { fill } from '../../../testing/publishing.ts';
import { reverseRoomOf } from '../calls/reverse-room.ts';

let app: TestApp;
let engine: ScriptedEngine;
let admin: ApiClient;
let producer: ApiClient;
let fan: ApiClient;
let id: LiveId;
/** What of the show the engine keeps from its watchers. */
let muted: Record<string, boolean>;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
  admin = await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  muted = {};
  engine.mute = async (_room, kind, on) => void (muted[kind] = on);
  ({ producer, fan, id } = await openParty(app, 10_000));
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await pass(app, 10);
});

const decide = (decision: LiveDecision, reason = 'Alguém sem registro aparece.') =>
  admin.ask('POST /dsb/lives/{id}/decisions', { params: { id }, body: { decision, reason } });
const seen = () => fan.call('GET /lives/{username}', { params: { username: producer.domainName } });
const decisions = async () =>
  (
    await app.ctx.pool.query(
      'SELECT decision, reason FROM live_decisions WHERE live_id = $1 ORDER BY id',
      [id],
    )
  ).rows;

test('a decision without a reason is refused, and changes nothing', async () => {
  for (const decision of ['warn', 'blur', 'pause', 'end'] as const)
    for (const reason of ['', '   ']) expect((await decide(decision, reason)).status).toBe(400);
  expect(await decisions()).toEqual([]);
  expect(await seen()).toMatchObject({ state: 'onAir', blurred: false, withheld: false });
  expect(muted).toEqual({});
});

test.each([
  ['blur', { video: true, audio: false }, { blurred: true, withheld: false }],
  ['pause', { video: true, audio: true }, { blurred: false, withheld: true }],
] as const)(
  'a decision to %s takes its media from the watchers until it is lifted',
  async (decision, kept, shown) => {
    expect((await decide(decision)).status).toBe(200);
    expect(muted).toEqual(kept);
    expect(await seen()).toMatchObject(shown);
    expect((await decide('resume', 'Resolvido.')).status).toBe(200);
    expect(muted).toEqual({ video: false, audio: false });
    expect(await seen()).toMatchObject({ blurred: false, withheld: false });
    expect(await decisions()).toMatchObject([{ decision }, { decision: 'resume' }]);
  },
);

test('a decision about a private show keeps the picture of its watcher from the producer too', async () => {
  const rooms: Record<string, boolean> = {};
  engine.mute = async (room, kind, on) => void (rooms[`${room} ${kind}`] = on);
  const caller = await app.join(`quemliga${id.slice(-8)}`);
  await fill(app, caller, 10_000);
  await callFor(caller, producer);
  id = await openShow(producer, '3', caller);
  await enter(caller, id);
  await caller.call('POST /lives/reverse/{id}', { params: { id } });
  await producer.call('POST /lives/accept-reverse/{id}', { params: { id } });
  expect((await decide('pause')).status).toBe(200);
  const reverse = reverseRoomOf(id);
  const withheld = { [`${reverse} video`]: true, [`${reverse} audio`]: true };
  expect(rooms).toEqual({ [`${id} video`]: true, [`${id} audio`]: true, ...withheld });
  for (const key of Object.keys(rooms)) delete rooms[key];
  // A room that is made later.
  await signalAt(app, `/lives/${id}/reverse/whip`, caller.token)('v=0');
  expect(rooms).toMatchObject(withheld);
});

test('a decision is stored when the engine does not answer, and the engine is asked again later', async () => {
  const { mute } = engine;
  engine.mute = () => Promise.reject(new LiveError('unavailable', 'no answer'));
  expect((await decide('pause')).reply.code).toBe('live.unavailable');
  expect(await seen()).toMatchObject({ withheld: true });
  // As after the end of the process: the job asks again.
  engine.mute = mute;
  await app.runJobs();
  expect(muted).toEqual({ video: true, audio: true });
  expect(await decisions()).toMatchObject([{ decision: 'pause' }]);
});

test('a decision to end returns what watchers had locked and was not delivered', async () => {
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: PRICE });
  expect((await decide('end')).status).toBe(200);
  expect(await seen()).toBeNull();
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  expect(
    await producer.call('GET /profiles/notifications', { query: { types: 'liveDecided' } }),
  ).toMatchObject([{ text: 'Alguém sem registro aparece.' }]);
});

test('administrators decide nothing about a show of their own', async () => {
  await app.ctx.pool.query('UPDATE lives SET producer_id = $2 WHERE id = $1', [
    id,
    admin.profileId,
  ]);
  expect((await decide('resume')).reply.code).toBe('decision.own');
});

test('the picture of a show that was blurred before it had a room is never sent', async () => {
  const rooms = new Set<string>();
  const { createRoom, mute } = engine;
  onTestFinished(() => void Object.assign(engine, { createRoom, mute }));
  engine.createRoom = async ({ room }) => void rooms.add(room);
  engine.mute = async (room, kind, on) => {
    if (!rooms.has(room)) throw new LiveError('noRoom');
    muted[kind] = on;
  };
  expect((await decide('blur')).status).toBe(200);
  await app.runJobs();
  expect(muted).toEqual({});
  const { statusCode } = await app.server.inject({
    method: 'POST',
    url: `/api/lives/${id}/whip`,
    headers: {
      'content-type': 'application/sdp',
      'x-origin': 'CAM',
      authorization: `Bearer ${producer.token}`,
    },
    payload: 'v=0',
  });
  expect(statusCode).toBe(201);
  expect(muted).toEqual({ video: true, audio: false });
});
