// Shows that are paid, where a step is lost, late or repeated: nothing is billed that was not
// delivered, nothing is billed twice, and no one watches without paying.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
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
import { fill } from '../../../testing/publishing.ts';
import { syncAllShows } from '../media/sync-engine.ts';
import { billShows } from './bill-shows.ts';
import { endEntriesOf, endEntryIn } from './end-entry.ts';
import { findOpenEntry, lockOpenEntry } from './entries-store.ts';

const SHARE = PRICE * 0.8;
const TICKET = 2_000;

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

const leave = (fan: ApiClient, id: LiveId) =>
  fan.call('POST /lives/{id}/leave', { params: { id } });
const settlementsOf = async (id: LiveId): Promise<{ settlement_id: string; number: number }[]> =>
  (
    await app.ctx.pool.query(
      `SELECT p.settlement_id, p.number FROM live_payments p
        JOIN live_entries e ON e.id = p.entry_id
       WHERE e.live_id = $1 AND p.settlement_id IS NOT NULL ORDER BY p.number`,
      [id],
    )
  ).rows;
const refund = (transferId: string) =>
  transaction(app.ctx.db, async (tx) => {
    await app.ctx.ledger.reverseIn(tx, {
      transferId: transferId as never,
      actorId: null,
      reason: 'no sound',
    });
    await app.services.payments.revokers.show(app.ctx, tx, [transferId as never]);
  });
/** A watcher's visit, as WHEP makes one. */
const visit = async (fan: ApiClient, id: LiveId): Promise<PeerId> => {
  const peer = newId() as PeerId;
  await app.ctx.pool.query(
    `INSERT INTO live_viewers (id, live_id, profile_id, role, via, joined_at) VALUES ($1, $2,
      $3, 'watcher', 'webrtc', $4)`,
    [peer, id, fan.profileId, app.clock.now()],
  );
  return peer;
};
const visitOf = async (peer: PeerId) =>
  (await app.ctx.pool.query('SELECT left_at FROM live_viewers WHERE id = $1', [peer])).rows[0];
/** Ends the entry in the database, as a process does that is killed right after it. */
const endEntryOnly = async (fan: ApiClient, producer: ApiClient, id: LiveId): Promise<void> => {
  const entry = await findOpenEntry(app.ctx.db, id, fan.profileId as never);
  await transaction(app.ctx.db, async (tx) => {
    const locked = entry && (await lockOpenEntry(tx, entry.id));
    if (locked) await endEntryIn(app.ctx, tx, locked, producer.profileId as never, 'left');
  });
};

test('an answer of the engine that comes late proves nothing about the time that it took', async () => {
  const { producer, fan, id } = await openParty(app, 10_000);
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await pass(app, 2 + 56);
  const { viewers } = engine;
  engine.viewers = async (room) => {
    const answer = await viewers(room);
    engine.silence(id, producer.profileId);
    engine.silence(id, fan.profileId);
    app.clock.advance(6_000);
    return answer;
  };
  await billShows(app.ctx, 0);
  engine.viewers = viewers;
  await pass(app, 20);
  expect((await moneyOf(app, producer)).pending).toBe(SHARE);
});

test('entries end with their show while the engine has not answered the end of its room', async () => {
  const { producer, fan, id } = await openParty(app, PRICE * 2);
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await pass(app, 10);
  const { endRoom } = engine;
  const answer = Promise.withResolvers<void>();
  engine.endRoom = () => answer.promise;
  const ending = producer.call('DELETE /lives/{id}', { params: { id } });
  await expect
    .poll(async () => await fan.call('GET /lives/receipts', { query: {} }))
    .toMatchObject([{ endedAt: expect.any(String), exit: 'showEnded', total: PRICE }]);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: PRICE, locked: 0 });
  answer.resolve();
  await ending;
  engine.endRoom = endRoom;
});

test('a minute that was refunded while it runs is not billed again', async () => {
  const { producer, fan, id } = await openParty(app, PRICE);
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await pass(app, 10);
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 0, locked: 0 });
  const [first] = await settlementsOf(id);
  await refund(first?.settlement_id ?? '');
  await pass(app, 4);
  // What came back is locked for the next minute.
  expect(await moneyOf(app, fan)).toMatchObject({ balance: 0, locked: PRICE });
  expect((await moneyOf(app, producer)).pending).toBe(0);
  expect((await settlementsOf(id)).map(({ number }) => number)).toEqual([1]);
});

describe('an entry whose money can’t be moved', () => {
  /** Two people pay for one show; the ledger fails for the first. */
  const twoPayers = async () => {
    const { producer, fan: first, id } = await openParty(app, PRICE * 3);
    const second = await app.join(`fila${first.domainName}`);
    await fill(app, second, PRICE * 3);
    for (const fan of [first, second]) await enter(fan, id);
    const locked = await app.ctx.pool.query(
      'SELECT p.lock_id FROM live_payments p JOIN live_entries e ON e.id = p.entry_id WHERE e.profile_id = $1',
      [first.profileId],
    );
    const ofFirst = new Set(locked.rows.map(({ lock_id }) => lock_id));
    const { ledger } = app.ctx;
    const ctx: typeof app.ctx = {
      ...app.ctx,
      ledger: {
        ...ledger,
        postIn: async (tx, movement) => {
          if ('buyerId' in movement && movement.buyerId === first.profileId)
            throw new Error('the ledger fails');
          return ledger.postIn(tx, movement);
        },
        reverseIn: async (tx, reversal) => {
          if (ofFirst.has(reversal.transferId)) throw new Error('the ledger fails');
          return ledger.reverseIn(tx, reversal);
        },
      },
    };
    return { producer, first, second, id, ctx };
  };

  test('an entry whose money can’t be moved does not stop the billing of other entries', async () => {
    const { producer, first, second, id, ctx } = await twoPayers();
    await play(app, engine, id, producer, first, second);
    for (let look = 0; look < 36; look += 1) {
      app.clock.advance(2_000);
      await billShows(ctx, 0);
    }
    expect((await moneyOf(app, producer)).pending).toBe(2 * SHARE);
    expect(await moneyOf(app, first)).toMatchObject({ balance: 2 * PRICE, locked: PRICE });
    expect(await moneyOf(app, second)).toMatchObject({ balance: 0, locked: PRICE });
  });

  test('an entry whose money can’t be moved does not stop refunds of others, and a later sweep ends it', async () => {
    const { producer, first, second, id, ctx } = await twoPayers();
    await expect(endEntriesOf(ctx, id, producer.profileId, 'showEnded')).rejects.toThrow(
      'the ledger fails',
    );
    expect(await moneyOf(app, second)).toMatchObject({ balance: 3 * PRICE, locked: 0 });
    await endEntriesOf(app.ctx, id, producer.profileId, 'showEnded');
    expect(await moneyOf(app, first)).toMatchObject({ balance: 3 * PRICE, locked: 0 });
  });
});

describe('a ticket', () => {
  test('a paid ticket lets its holder in again until the show ends', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'ticket' });
    await enter(fan, id, TICKET);
    await play(app, engine, id, producer, fan);
    await pass(app, 2 + 190);
    await leave(fan, id);
    const terms = await fan.call('GET /lives/{id}/entry', { params: { id }, query: {} });
    expect(terms).toMatchObject({ price: TICKET, lockedAtEntry: 0, maxCost: 0, missing: 0 });
    expect((await enter(fan, id, TICKET)).reply.data).toMatchObject({ entered: 'watcher' });
    engine.receive(id, fan.profileId);
    await pass(app, 200);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: 0 });
    expect((await moneyOf(app, producer)).pending).toBe(TICKET * 0.8);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    const receipts = await fan.call('GET /lives/receipts', { query: {} });
    expect(receipts).toMatchObject([{ total: TICKET, secondsDelivered: 390 }]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('a ticket is paid by a viewer who leaves and comes back before each three minutes are over', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'ticket' });
    await play(app, engine, id, producer);
    for (const seconds of [100, 100]) {
      await enter(fan, id, TICKET);
      engine.receive(id, fan.profileId);
      await pass(app, 2 + seconds);
      if (seconds === 100 && (await moneyOf(app, producer)).pending === 0) await leave(fan, id);
    }
    expect((await moneyOf(app, producer)).pending).toBe(TICKET * 0.8);
    expect((await moneyOf(app, fan)).balance).toBe(3_000);
  });

  test('a refunded ticket is paid again by a viewer who enters again', async () => {
    const { producer, fan, id } = await openParty(app, 5_000, { partyCharge: 'ticket' });
    await enter(fan, id, TICKET);
    await play(app, engine, id, producer, fan);
    await pass(app, 2 + 190);
    await leave(fan, id);
    const [ticket] = await settlementsOf(id);
    await refund(ticket?.settlement_id ?? '');
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 5_000, locked: 0 });
    await enter(fan, id, TICKET);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: TICKET });
    engine.receive(id, fan.profileId);
    await pass(app, 4);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 3_000, locked: 0 });
    expect((await moneyOf(app, producer)).pending).toBe(TICKET * 0.8);
  });
});

describe('a process that ends after an entry has ended', () => {
  test('a process that ends after an entry has ended leaves a watcher whom the minute sweep removes', async () => {
    const { producer, fan, id } = await openParty(app, 5_000);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    const peer = await visit(fan, id);
    await pass(app, 4);
    await syncAllShows(app.ctx);
    expect(await visitOf(peer)).toMatchObject({ left_at: null });
    await endEntryOnly(fan, producer, id);
    await syncAllShows(app.ctx);
    expect(engine.kicked).toContainEqual({ room: id, user: fan.profileId });
    expect((await visitOf(peer)).left_at).not.toBeNull();
  });

  test('a process that ends after an entry has ended leaves a private show that the minute sweep ends', async () => {
    const { producer, fan } = await joinShowPair(app, 10_000);
    expect((await callFor(fan, producer)).reply.code).toBeUndefined();
    const id = await openShow(producer, '3', fan);
    await syncAllShows(app.ctx);
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 4);
    await syncAllShows(app.ctx);
    const endOf = async () =>
      (await app.ctx.pool.query('SELECT end_reason, ended_at FROM lives WHERE id = $1', [id]))
        .rows[0];
    expect(await endOf()).toMatchObject({ ended_at: null });
    await endEntryOnly(fan, producer, id);
    await syncAllShows(app.ctx);
    expect(await endOf()).toMatchObject({ end_reason: 'watcherLeft' });
  });
});
