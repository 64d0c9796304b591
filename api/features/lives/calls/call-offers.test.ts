// What a producer may be called for and what it costs; calls for a party.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { scriptedEngine } from '../../../testing/live/scripted-engine.ts';
import { signalAt } from '../../../testing/lives/broadcasting.ts';
import {
  callFor,
  joinShowPair,
  openShow,
  PRICE,
  setCamera,
} from '../../../testing/lives/paid-show.ts';
import { joinProducer } from '../../../testing/publishing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ live: (clock) => scriptedEngine(clock) });
});

const offersOf = ({ domainName: username }: ApiClient, requester = app.visitor) =>
  requester.call('GET /publics/lives/{username}/calls', { params: { username } });
const ofParty = { type: '2', pricePerMinute: null, ticketPrice: null, minimumMinutes: null };

test('the price of a private show is public once its producer sets one, while calls are taken', async () => {
  const producer = await joinProducer(app, 'semcamera');
  const fan = await app.join('curiosa');
  expect(await offersOf(producer)).toEqual([]);
  expect((await callFor(fan, producer)).reply.code).toBe('live.callsOff');
  await setCamera(producer, {
    partyCalls: false,
    privatePricePerMinute: 750,
    minimumMinutes: 4,
  });
  expect(await offersOf(producer)).toEqual([
    { type: '3', charge: 'minute', pricePerMinute: 750, ticketPrice: null, minimumMinutes: 4 },
  ]);
  await setCamera(producer, { privatePricePerMinute: null, partyCalls: false });
  expect(await offersOf(producer)).toEqual([]);
  expect(await offersOf(fan, fan), 'a person who is no producer').toEqual([]);
});

test('a party is called for only where its producer takes such calls, at the price of their parties', async () => {
  const { producer, fan } = await joinShowPair(app, 1, {
    partyCharge: 'free',
    privatePricePerMinute: null,
    partyCalls: false,
  });
  expect(await offersOf(producer)).toEqual([]);
  expect((await callFor(fan, producer, '2')).reply.code).toBe('live.callsOff');
  const set = (settings: Parameters<typeof setCamera>[1]) =>
    setCamera(producer, { privatePricePerMinute: null, ...settings });
  await set({ partyCharge: 'free' });
  expect(await offersOf(producer)).toEqual([{ ...ofParty, charge: 'free' }]);
  await set({ partyCharge: 'ticket' });
  expect(await offersOf(producer)).toEqual([{ ...ofParty, charge: 'ticket', ticketPrice: 2_000 }]);
  await set({ partyCharge: 'minute' });
  expect(await offersOf(producer)).toEqual([
    { ...ofParty, charge: 'minute', pricePerMinute: PRICE },
  ]);
  const { status, reply } = await callFor(fan, producer, '2');
  expect(status, 'the party asks for money when it is entered').toBe(200);
  expect(reply.data).toMatchObject({ type: '2', state: 'waiting' });
});

test('the price of a minute of a party that changed since it was seen refuses the call', async () => {
  const { producer, fan } = await joinShowPair(app, 1);
  const callAt = (price: number) =>
    fan.ask('POST /lives/call/{producerId}', {
      params: { producerId: producer.profileId },
      body: { type: '2', price },
    });
  expect((await callAt(PRICE - 1)).reply.code).toBe('live.priceChanged');
  expect((await callAt(PRICE)).status).toBe(200);
});

test('a call for a free party is answered once its caller watches it, and does not expire', async () => {
  const { producer, fan } = await joinShowPair(app, 1, { partyCharge: 'free' });
  await callFor(fan, producer, '2');
  const id: LiveId = await openShow(producer, '2', fan);
  await app.ctx.pool.query('UPDATE lives SET published_at = $2 WHERE id = $1', [
    id,
    app.clock.now(),
  ]);
  await signalAt(app, `/lives/${id}/whep`, fan.token)('v=0');
  app.clock.advance(61_000);
  await app.ctx.jobs.enqueue(app.ctx.db, 'lives.follow', {});
  await app.runJobs();
  const { rows } = await app.ctx.pool.query('SELECT state FROM live_calls WHERE caller_id = $1', [
    fan.profileId,
  ]);
  expect(rows).toEqual([{ state: 'entered' }]);
});
