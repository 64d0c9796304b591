// Limits of spending that a fan set hold inside shows: at the entry, and for minutes and tips
// together.
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { enter as visit } from '../../../testing/lives/party.ts';
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

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

test('an entry whose minimum is above the limit of the fan is refused, and locks nothing', async () => {
  const { producer, fan } = await joinShowPair(app, 10_000);
  await callFor(fan, producer);
  const id = await openShow(producer, '3', fan);
  const limit = (day: number) =>
    fan.call('PUT /funds/spend-limits', { body: { day: day as never, month: null } });
  await limit(2 * PRICE - 1);
  expect((await enter(fan, id)).reply.code).toBe('spending.dayLimit');
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000, locked: 0 });
});

test('tips and minutes of a show count towards one limit', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await fan.call('PUT /funds/spend-limits', { body: { day: (4 * PRICE) as never, month: null } });
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await visit(app, id, fan);
  await pass(app, 10);
  const tip = (value: number) =>
    fan.ask('POST /funds/tips', {
      body: { liveId: id, value: value as never },
      idempotencyKey: newId(),
    });
  // One minute is paid and one is locked.
  expect((await tip(2 * PRICE + 1)).reply.code).toBe('spending.dayLimit');
  expect((await tip(2 * PRICE)).status).toBe(200);
  await pass(app, 200);
  expect(await fan.call('GET /lives/receipts', { query: {} })).toMatchObject([
    { exit: 'limit', minutes: 2, total: 2 * PRICE },
  ]);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 4 * PRICE, locked: 0 });
});
