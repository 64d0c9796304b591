// Money of watchers of a party that is paused for a private show of its producer.
import { beforeAll, expect, test } from 'vitest';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
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
import { closeVisits } from '../media/close-visits.ts';
import { openVisitsOf } from '../media/visits-store.ts';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

const joinPayer = async (name: string) => {
  const person = await app.join(`${name}${newId().slice(-8)}`);
  await fill(app, person, 50_000);
  return person;
};

/** A page ends its visit when the party is paused, as when it is closed. */
const endVisit = async (id: LiveId, { profileId }: ApiClient) => {
  await closeVisits(app.ctx, id, await openVisitsOf(app.ctx.db, id, profileId));
  await app.ctx.live.kick(id, profileId);
};

/** A party whose fan watched it for four seconds, when its producer began a private show. */
const pausedParty = async (money: number) => {
  const { producer, fan, id } = await openParty(app, money);
  const caller = await joinPayer('quemliga');
  await play(app, engine, id, producer);
  expect((await enter(fan, id)).status).toBe(200);
  await whep(id, fan);
  await pass(app, 4);
  await callFor(caller, producer);
  const show = await openShow(producer, '3', caller);
  await endVisit(id, fan);
  expect((await enter(caller, show)).status).toBe(200);
  await play(app, engine, show, producer, caller);
  return { producer, fan, id, show };
};

const whep = (id: LiveId, { token }: ApiClient) => signalAt(app, `/lives/${id}/whep`, token)('v=0');

const enteredOf = async (fan: ApiClient, { domainName: username }: ApiClient) =>
  (await fan.call('GET /lives/{username}', { params: { username } }))?.entered;

/** The private show ends, and the producer sends to the party again. */
const resume = async (id: LiveId, show: LiveId, producer: ApiClient) => {
  await producer.call('DELETE /lives/{id}', { params: { id: show } });
  await play(app, engine, id, producer);
};

test('a watcher who waits for a private show has nothing locked after five minutes, and keeps their entry', async () => {
  const { producer, fan, id, show } = await pausedParty(10_000);
  await pass(app, 4 * 60);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: PRICE });
  await pass(app, 62);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  await pass(app, 5 * 60);
  await resume(id, show, producer);
  expect(await enteredOf(fan, producer)).toBe('watcher');
  await whep(id, fan);
  // The first minute, of which two seconds were delivered before, is paid; its rest comes first.
  await pass(app, 54);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: PRICE });
  await pass(app, 10);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 3 * PRICE, locked: PRICE });
  const [receipt] = await producer.call('GET /lives/{id}/receipts', { params: { id }, query: {} });
  expect(receipt).toMatchObject({ secondsDelivered: 64 });
});

test('a watcher who spent what a pause gave back is warned after it, and watches what is paid', async () => {
  const { producer, fan, id, show } = await pausedParty(2 * PRICE);
  await pass(app, 5 * 60 + 2);
  const other = await openParty(app, PRICE);
  await play(app, engine, other.id, other.producer);
  expect((await enter(fan, other.id)).status).toBe(200);
  await resume(id, show, producer);
  await whep(id, fan);
  await pass(app, 50);
  expect(await enteredOf(fan, producer)).toBe('watcher');
  const { rows } = await app.ctx.pool.query(
    'SELECT low_reason FROM live_entries WHERE live_id = $1',
    [id],
  );
  expect(rows).toEqual([{ low_reason: 'money' }]);
  await pass(app, 12);
  expect(await enteredOf(fan, producer)).toBeNull();
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 0, locked: PRICE });
});

test('a watcher who does not come back has no entry five minutes after a pause', async () => {
  const { producer, fan, id, show } = await pausedParty(10_000);
  await pass(app, 5 * 60 + 2);
  await resume(id, show, producer);
  await pass(app, 4 * 60);
  expect(await enteredOf(fan, producer)).toBe('watcher');
  await pass(app, 64);
  expect(await enteredOf(fan, producer)).toBeNull();
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
});

test('a watcher of a picture that was withheld has five minutes to come back when that is over', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  const admin = await joinAdmin(app, `chefe${newId().slice(-8)}`);
  const decide = (decision: 'blur' | 'resume') =>
    admin.call('POST /dsb/lives/{id}/decisions', {
      params: { id },
      body: { decision, reason: 'rever' },
    });
  await play(app, engine, id, producer);
  expect((await enter(fan, id)).status).toBe(200);
  await whep(id, fan);
  await pass(app, 4);
  await decide('blur');
  await endVisit(id, fan);
  await pass(app, 5 * 60 + 2);
  expect((await moneyOf(app, fan)).locked).toBe(0);
  await decide('resume');
  await pass(app, 4);
  expect(await enteredOf(fan, producer)).toBe('watcher');
  await whep(id, fan);
  await pass(app, 4);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: PRICE });
});
