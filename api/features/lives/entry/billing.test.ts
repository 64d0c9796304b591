// Minutes of shows: locked ahead, settled when they begin to be delivered, released otherwise; once
// each.
import type { LiveId } from '@camarim/contract/features/lives';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import {
  enter,
  moneyOf,
  openParty,
  openShow,
  pass,
  play,
  PRICE,
} from '../../../testing/lives/paid-show.ts';
import { enter as visit } from '../../../testing/lives/party.ts';
import { fill } from '../../../testing/publishing.ts';
import { billShows } from './bill-shows.ts';

const SHARE = PRICE * 0.8;

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({
    live: (clock) => (engine = scriptedEngine(clock)),
  });
});

const openOf = (person: ApiClient, { domainName: username }: ApiClient) =>
  person.call('GET /lives/{username}', { params: { username } });
const receiptOf = async (person: ApiClient, id: LiveId) =>
  (await person.call('GET /lives/{id}/receipts', { params: { id }, query: {} }))[0];

describe('a minute', () => {
  test('nothing is locked by looking at the terms, and one minute by entering', async () => {
    const { fan, id } = await openParty(app, 1_500);
    const terms = await fan.call('GET /lives/{id}/entry', { params: { id }, query: {} });
    expect(terms).toMatchObject({
      charge: 'minute',
      price: PRICE,
      lockedAtEntry: PRICE,
      balance: 1_500,
      maxMinutes: 2,
      maxCost: 1_200,
      missing: 0,
      entered: false,
    });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 1_500, locked: 0 });
    const entered = await enter(fan, id);
    expect(entered.reply.data).toMatchObject({ id, entered: 'watcher' });
    expect((await enter(fan, id)).reply.data?.transactionId).toBe(
      entered.reply.data?.transactionId,
    );
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 900, locked: PRICE });
  });

  test('a connection alone is not billed: the minute is settled once media were proven to flow', async () => {
    const { producer, fan, id } = await openParty(app, 3_000);
    await enter(fan, id);
    engine.receive(id, fan.profileId);
    await pass(app, 30);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 2_400, locked: PRICE });
    expect((await moneyOf(app, producer)).pending).toBe(0);
    await play(app, engine, id, producer, fan);
    await pass(app, 2);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 1_800, locked: PRICE });
    expect((await moneyOf(app, producer)).pending).toBe(SHARE);
  });

  test('each started minute is paid once, what is left is given back, and the past show has its tips', async () => {
    const { producer, fan, id } = await openParty(app, 10_000);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 2 + 150);
    await visit(app, id, fan);
    await fan.call('POST /funds/tips', {
      body: { liveId: id, value: centavos(1_000) },
      idempotencyKey: newId(),
    });
    await producer.call('DELETE /lives/{id}', { params: { id } });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 9_000 - 3 * PRICE, locked: 0 });
    expect((await moneyOf(app, producer)).pending).toBe(3 * SHARE + 800);
    expect(await receiptOf(producer, id)).toMatchObject({
      secondsDelivered: 150,
      minutes: 3,
      total: 3 * PRICE,
      fee: 3 * PRICE * 0.2,
      exit: 'showEnded',
    });
    const [receipt] = await fan.call('GET /lives/receipts', { query: {} });
    expect(receipt).toMatchObject({ minutes: 3, total: 3 * PRICE, fee: null });
    expect(await producer.call('GET /lives/history', { query: {} })).toMatchObject([
      { id, minutes: 3, earnings: 3 * PRICE + 1_000, net: 3 * SHARE + 800 },
    ]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('time without picture is not billed', async () => {
    const { producer, fan, id } = await openParty(app, 10_000);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 2 + 50);
    engine.silence(id, fan.profileId);
    await pass(app, 60);
    engine.receive(id, fan.profileId);
    await pass(app, 4);
    expect((await moneyOf(app, producer)).pending).toBe(SHARE);
    await pass(app, 10);
    expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
  });

  test.each(['withheld_at', 'blurred_at'])(
    'nothing is billed while the team withholds the picture (%s)',
    async (column) => {
      const { producer, fan, id } = await openParty(app, 10_000);
      await enter(fan, id);
      await play(app, engine, id, producer, fan);
      await pass(app, 4);
      const set = (at: Date | null) =>
        app.ctx.pool.query(`UPDATE lives SET ${column} = $2 WHERE id = $1`, [id, at]);
      await set(app.clock.now());
      await pass(app, 290);
      expect((await moneyOf(app, producer)).pending).toBe(SHARE);
      await set(null);
      await pass(app, 70);
      expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
    },
  );

  test('an application that was not running, and a clock that is set, bill nothing', async () => {
    const { producer, fan, id } = await openParty(app, 10_000);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 10);
    const now = app.clock.now();
    for (const jumpMs of [HOUR_MS, -7_200_000, HOUR_MS]) {
      app.clock.advance(jumpMs);
      await billShows(app.ctx, 0);
    }
    app.clock.set(now);
    await pass(app, 40);
    expect((await moneyOf(app, producer)).pending).toBe(SHARE);
    expect((await receiptOf(producer, id))?.secondsDelivered).toBeLessThanOrEqual(50);
    await producer.call('DELETE /lives/{id}', { params: { id } });
  });

  test('two processes that bill at the same moment bill once', async () => {
    const { producer, fan, id } = await openParty(app, 10_000);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    for (let look = 0; look < 35; look += 1) {
      app.clock.advance(2_000);
      await Promise.all([billShows(app.ctx, 0), billShows(app.ctx, 0), billShows(app.ctx, 0)]);
    }
    expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
  });
});

describe('money that ends', () => {
  test('a warning comes a minute before, a top-up keeps the show, and without one it ends', async () => {
    const { producer, fan, id } = await openParty(app, PRICE);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    const heard = async () => {
      const { rows } = await app.ctx.pool.query(
        "SELECT payload->'payload'->>'state' AS state FROM outbox WHERE event = 'live-money' AND payload->'payload'->>'liveId' = $1 ORDER BY id",
        [id],
      );
      return rows.map(({ state }) => state);
    };
    const lowMoney = async (person: ApiClient) =>
      (await person.call('GET /lives/{username}', { params: { username: producer.domainName } }))
        ?.lowMoney;
    expect(await lowMoney(fan)).toBeNull();
    await pass(app, 2);
    expect(await heard()).toEqual(['low']);
    await pass(app, 20);
    expect(await lowMoney(fan)).toEqual({
      endsAt: new Date(app.clock.now().getTime() + 40_000).toISOString(),
      reason: 'money',
      needed: PRICE,
      suggested: 2_500,
    });
    expect(await lowMoney(producer)).toBeNull();
    await fill(app, fan, PRICE);
    await pass(app, 2);
    expect(await heard()).toEqual(['low', 'paid']);
    expect(await lowMoney(fan)).toBeNull();
    await pass(app, 40);
    expect(await heard()).toEqual(['low', 'paid', 'low']);
    expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
    await pass(app, 60);
    expect(await heard()).toEqual(['low', 'paid', 'low', 'ended']);
    expect(engine.kicked).toContainEqual({ room: id, user: fan.profileId });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 0, locked: 0 });
    expect(await receiptOf(producer, id)).toMatchObject({
      exit: 'money',
      minutes: 2,
      secondsDelivered: 120,
    });
  });

  test('a limit that the fan set holds inside the show', async () => {
    const { producer, fan, id } = await openParty(app, 10_000);
    await fan.call('PUT /funds/spend-limits', { body: { day: 2 * PRICE, month: null } });
    const terms = await fan.call('GET /lives/{id}/entry', { params: { id }, query: {} });
    expect(terms).toMatchObject({ spendable: 2 * PRICE, maxMinutes: 2 });
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 200);
    expect(await receiptOf(producer, id)).toMatchObject({ exit: 'limit', minutes: 2 });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - 2 * PRICE, locked: 0 });
  });

  test('a viewer who can’t pay is answered 402 with the entry to finish after a top-up', async () => {
    const { fan, id } = await openParty(app, 100);
    const { status, reply } = await enter(fan, id);
    expect(status).toBe(402);
    expect((reply as { data?: unknown }).data).toMatchObject({
      needed: PRICE,
      balance: 100,
      intent: { kind: 'show', liveId: id, price: PRICE, type: '2' },
    });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 100, locked: 0 });
  });

  test('an entry at another price than the one that was seen is refused', async () => {
    const { fan, id } = await openParty(app, 10_000);
    expect((await enter(fan, id, PRICE - 1)).reply.code).toBe('live.priceChanged');
  });
});

describe('a ticket', () => {
  const TICKET = 2_000;
  test('a ticket is paid once three minutes were delivered', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'ticket' });
    await enter(fan, id, TICKET);
    await play(app, engine, id, producer, fan);
    await pass(app, 2 + 178);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: TICKET });
    await pass(app, 4);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: 0 });
    expect((await moneyOf(app, producer)).pending).toBe(TICKET * 0.8);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    expect(await receiptOf(producer, id)).toMatchObject({ minutes: 0, total: TICKET });
  });

  test('a ticket whose holder receives nothing for five minutes is given back, and they may come again', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'ticket' });
    await enter(fan, id, TICKET);
    await play(app, engine, id, producer);
    await pass(app, 290);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: TICKET });
    await pass(app, 20);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
    expect(engine.kicked).toContainEqual({ room: id, user: fan.profileId });
    expect((await enter(fan, id, TICKET)).status).toBe(200);
    await play(app, engine, id, producer, fan);
    await pass(app, 184);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: 0 });
    engine.silence(id, fan.profileId);
    await pass(app, 400);
    expect((await enter(fan, id, TICKET)).reply.data?.entered).toBe('watcher');
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: 0 });
  });

  test('a ticket is refunded when the show ends before its third minute', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'ticket' });
    await enter(fan, id, TICKET);
    await play(app, engine, id, producer, fan);
    await pass(app, 100);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
    expect((await moneyOf(app, producer)).pending).toBe(0);
  });

  test('the last ticket of a group show opens it, and tickets are refunded when there are too few', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, {
      partyCharge: 'group',
      groupSize: 2,
    });
    const second = await app.join('segunda');
    await fill(app, second, 5_000);
    await enter(fan, id, TICKET);
    const watch = () => fan.ask('POST /lives/{id}/whep', { params: { id } });
    expect((await watch()).reply.code).toBe('live.groupWaiting');
    const full = await enter(second, id, TICKET);
    expect(full.reply.data?.group).toEqual({ size: 2, tickets: 2, ready: true });
    expect((await watch()).reply.code).toBe('request.unsupportedMediaType');
    await producer.call('DELETE /lives/{id}', { params: { id } });

    const waiting = await openShow(producer);
    await enter(fan, waiting, TICKET);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: TICKET });
    app.clock.advance(31 * MINUTE_MS);
    await app.ctx.jobs.enqueue(app.ctx.db, 'lives.follow', {});
    await app.runJobs();
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
  });

  test('a ticket of a group show that is given back before its start changes the count of all who wait', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, {
      partyCharge: 'group',
      groupSize: 3,
    });
    const second = await app.join('terceira');
    await fill(app, second, 5_000);
    await enter(fan, id, TICKET);
    await enter(second, id, TICKET);
    const announced = async () => {
      const { rows } = await app.ctx.pool.query(
        "SELECT FROM outbox WHERE event = 'lives' AND payload->'payload'->>'id' = $1 AND payload->'payload'->>'state' = 'starting'",
        [id],
      );
      return rows.length;
    };
    const before = await announced();
    await second.call('POST /lives/{id}/leave', { params: { id } });
    expect(await announced()).toBe(before + 1);
    const { group } = (await openOf(fan, producer)) ?? {};
    expect(group).toEqual({ size: 3, tickets: 1, ready: false });
  });
});

describe('money that is taken back', () => {
  test('a disputed minute leaves the earnings of the show, and a settled one is refunded by an administrator', async () => {
    const { producer, fan, id } = await openParty(app, 10_000);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 2 + 62);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    const { rows } = await app.ctx.pool.query(
      "SELECT settlement_id FROM live_payments p JOIN live_entries e ON e.id = p.entry_id WHERE e.live_id = $1 AND p.state = 'settled' ORDER BY number LIMIT 1",
      [id],
    );
    const { transaction } = await import('../../../platform/database/transaction.ts');
    await transaction(app.ctx.db, async (tx) => {
      await app.ctx.ledger.reverseIn(tx, {
        transferId: rows[0].settlement_id,
        actorId: null,
        reason: 'no sound',
      });
      await app.services.payments.revokers.show(app.ctx, tx, [rows[0].settlement_id]);
    });
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
    expect(await receiptOf(producer, id)).toMatchObject({
      minutes: 1,
      total: PRICE,
      refunded: PRICE,
    });
    expect(await producer.call('GET /lives/history', { query: {} })).toMatchObject([
      { earnings: PRICE },
    ]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });
});
