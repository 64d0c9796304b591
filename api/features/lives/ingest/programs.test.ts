// A show that a program sends with an ingest key stays the program's until its producer chooses
// otherwise, and a program that connects again by itself does not open a show that was ended.
import type { LiveId } from '@camarim/contract/features/lives';
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { type ScriptedEngine, scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { signalAt } from '../../../testing/lives/broadcasting.ts';
import { callFor, openShow, setCamera } from '../../../testing/lives/paid-show.ts';
import { fill, joinProducer } from '../../../testing/publishing.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { syncPublisher } from '../media/sync-engine.ts';

const OFFER = 'v=0';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

const showOf = (producer: ApiClient, requester = producer) =>
  requester.call('GET /lives/{username}', { params: { username: producer.domainName } });

/** A producer with a key, as which a program and the page of the producer send. */
const studio = async (name: string) => {
  const producer = createApiClient(app.server, await joinProducer(app, name), { renews: true });
  const { key, id: keyId } = await producer.call('POST /lives/ingest/keys', {
    body: { label: 'OBS de casa' },
  });
  const program = () => signalAt(app, '/lives/ingest/whip', key)(OFFER);
  const page = (id: string, query = '') =>
    signalAt(app, `/lives/${id}/whip${query}`, producer.token)(OFFER);
  /** What the application does when the engine says that a publisher came or went. */
  const sync = () => showOf(producer).then((live) => syncPublisher(app.ctx, { id: idOf(live) }));
  return { producer, keyId, program, page, sync };
};
const idOf = (live: { id: string } | null): LiveId => {
  if (!live) throw new Error('there is no show');
  return live.id as LiveId;
};

test('a page of the producer never replaces the program that opened the party, even with a revoked key', async () => {
  const { producer, keyId, program, page, sync } = await studio('obsum');
  await program();
  await sync();
  const live = await showOf(producer);
  expect(live).toMatchObject({ state: 'onAir', program: { label: 'OBS de casa' } });
  expect((await showOf(producer, app.fan))?.program).toBeNull();
  await expect(page(idOf(live))).rejects.toThrow('live.sentByProgram');
  await producer.call('DELETE /lives/ingest/keys/{id}', { params: { id: keyId } });
  await sync();
  expect(await showOf(producer)).toMatchObject({
    state: 'away',
    program: { label: 'OBS de casa' },
  });
  await expect(page(idOf(live))).rejects.toThrow('live.sentByProgram');
});

test('a program takes the place of the page, which does not take it back', async () => {
  const { producer, program, page, sync } = await studio('obsdois');
  const { id } = await producer.call('POST /lives', { body: { type: '2', title: 'Aberta' } });
  await page(id);
  await sync();
  expect(await showOf(producer)).toMatchObject({ state: 'onAir', program: null });
  await program();
  expect(await showOf(producer)).toMatchObject({ id, program: { label: 'OBS de casa' } });
  await expect(page(id)).rejects.toThrow('live.sentByProgram');
});

test('the device that its producer chose keeps the show from the program until it is gone', async () => {
  const { producer, program, page, sync } = await studio('obstres');
  await program();
  await sync();
  const id = idOf(await showOf(producer));
  await page(id, '?takeOver=true');
  expect(await showOf(producer)).toMatchObject({ state: 'onAir', program: null });
  await expect(program()).rejects.toThrow('live.sentByDevice');
  await page(id);
  // Between two publishers an engine may have none for a moment, in which the program connects
  // again.
  await engine.endRoom(id, 'the page is not there yet');
  await sync();
  expect(await showOf(producer)).toMatchObject({ state: 'away' });
  await expect(program()).rejects.toThrow('live.sentByDevice');
  app.clock.advance(10_000);
  await program();
  expect(await showOf(producer)).toMatchObject({ program: { label: 'OBS de casa' } });
});

test('a program whose party waits for a private show does not enter that show', async () => {
  const { producer, program, page, sync } = await studio('obsquatro');
  await setCamera(producer);
  await program();
  await sync();
  await fill(app, app.fan, 10_000);
  await callFor(app.fan, producer);
  const id = await openShow(producer, '3', app.fan);
  await expect(program()).rejects.toThrow('live.sentByDevice');
  await page(id);
  await expect(program()).rejects.toThrow('live.sentByDevice');
  expect(await showOf(producer)).toMatchObject({ id, program: null });
});

describe('a program that connects again by itself', () => {
  /** A studio whose program sends a party. */
  const onAir = async (name: string) => {
    const studioOf = await studio(name);
    const { producer, keyId, program, sync } = studioOf;
    await program();
    await sync();
    const id = idOf(await showOf(producer));
    const end = () => producer.call('DELETE /lives/{id}', { params: { id } });
    const heldUntil = async () => (await producer.call('GET /lives/ingest/keys'))[0]?.heldUntil;
    const allow = () =>
      producer.call('DELETE /lives/ingest/keys/{id}/hold', { params: { id: keyId } });
    return { ...studioOf, id, end, heldUntil, allow };
  };

  test('a program that reconnects opens no show until it was silent for 20 minutes', async () => {
    const { producer, program, end, heldUntil } = await onAir('obscinco');
    expect(await heldUntil()).toBeNull();
    await end();
    await expect(program()).rejects.toThrow('ingest.keyHeld');
    app.clock.advance(15 * MINUTE_MS);
    await expect(program()).rejects.toThrow('ingest.keyHeld');
    app.clock.advance(19 * MINUTE_MS);
    await expect(program()).rejects.toThrow('ingest.keyHeld');
    expect(await heldUntil()).toBe(
      new Date(app.clock.now().getTime() + 20 * MINUTE_MS).toISOString(),
    );
    expect(await showOf(producer)).toBeNull();
    app.clock.advance(20 * MINUTE_MS);
    expect(await heldUntil()).toBeNull();
    await program();
    expect(await showOf(producer)).toMatchObject({ program: { label: 'OBS de casa' } });
  });

  test('a program that reconnects opens no show after an administrator ended it', async () => {
    const { producer, program, id } = await onAir('obsseis');
    const admin = await joinAdmin(app, 'chefia');
    await admin.call('POST /dsb/lives/{id}/decisions', {
      params: { id },
      body: { decision: 'end', reason: 'Conteúdo proibido.' },
    });
    await expect(program()).rejects.toThrow('ingest.keyHeld');
    expect(await showOf(producer)).toBeNull();
  });

  test('a program that reconnects opens no show after a break that was too long', async () => {
    const { producer, program, id } = await onAir('obssete');
    await producer.call('PUT /lives/{id}/pause', { params: { id }, body: { on: true } });
    app.clock.advance(15 * MINUTE_MS);
    await syncPublisher(app.ctx, { id });
    await expect(program()).rejects.toThrow('ingest.keyHeld');
  });

  test('a program that reconnects opens another show when the last one ended because nothing came from it', async () => {
    const { producer, program, id, sync } = await onAir('obsnove');
    await engine.endRoom(id, 'the network is gone');
    await sync();
    app.clock.advance(20_000);
    await sync();
    expect(await showOf(producer)).toBeNull();
    await program();
    expect(await showOf(producer)).toMatchObject({ program: { label: 'OBS de casa' } });
  });

  test('a program that reconnects leaves the next show to its page, and opens or enters one when allowed', async () => {
    const { producer, program, page, end, allow, heldUntil, sync } = await onAir('obsoito');
    await end();
    const { id } = await producer.call('POST /lives', { body: { type: '2' } });
    await page(id);
    await sync();
    await expect(program()).rejects.toThrow('ingest.keyHeld');
    expect(await showOf(producer)).toMatchObject({ id, state: 'onAir', program: null });
    await allow();
    await allow();
    expect(await heldUntil()).toBeNull();
    await program();
    expect(await showOf(producer)).toMatchObject({ id, program: { label: 'OBS de casa' } });
    await producer.call('DELETE /lives/{id}', { params: { id } });
    await expect(program()).rejects.toThrow('ingest.keyHeld');
    await allow();
    await program();
    expect(await showOf(producer)).not.toBeNull();
  });
});
