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

/** The page of this person is closed. */
const leavePage = async (id: LiveId, { profileId }: ApiClient) =>
  closeVisits(app.ctx, id, await openVisitsOf(app.ctx.db, id, profileId));

test('a watcher who closed the page of a waiting party has nothing locked after five minutes', async () => {
  const { producer, fan: gone, id } = await openParty(app, 10_000);
  const [waiting, caller] = [await joinPayer('espera'), await joinPayer('quemliga')];
  await play(app, engine, id, producer);
  for (const fan of [gone, waiting]) {
    expect((await enter(fan, id)).status).toBe(200);
    await signalAt(app, `/lives/${id}/whep`, fan.token)('v=0');
  }
  await pass(app, 4);
  await callFor(caller, producer);
  const show = await openShow(producer, '3', caller);
  expect((await enter(caller, show)).status).toBe(200);
  await play(app, engine, show, producer, caller);
  await pass(app, 4 * 60);
  await leavePage(id, gone);
  await pass(app, 4 * 60);
  expect((await moneyOf(app, gone)).locked).toBe(PRICE);
  await pass(app, 62);
  expect(await moneyOf(app, gone)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  expect((await moneyOf(app, waiting)).locked).toBe(PRICE);
});
