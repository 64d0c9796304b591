// The media of shows are refused without the proof of age that the place requires, and a block of a
// place or of a person during a show ends the access of those who are in the room already.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { NOWHERE } from '../../../platform/http/place.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { answeringVerifier, cookiesOf } from '../../../testing/age/answering-verifier.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { countReads } from '../../../testing/count-reads.ts';
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
import { fill, joinProducer } from '../../../testing/publishing.ts';
import { until } from '../../../testing/until.ts';
import { playlistOf } from '../outputs/addresses.ts';
import { insertSegment, SEGMENTS, segmentKey } from '../outputs/segments-store.ts';
import { syncAllShows } from './sync-engine.ts';
import { insertVisit, openVisitsOf } from './visits-store.ts';

const SPY = 100;
const PLACES = {
  TRUST_PROXY: 'loopback',
  GEO_STATE_HEADER: 'x-state',
};
type Headers = Record<string, string>;

/** What a viewer is answered who asks for the media of a show; null: they get them. */
const whep = async (app: TestApp, viewer: ApiClient, id: LiveId, headers: Headers = {}) => {
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: `/api/lives/${id}/whep`,
    headers: {
      'content-type': 'application/sdp',
      'x-origin': 'CAM',
      authorization: `Bearer ${viewer.token}`,
      ...headers,
    },
    payload: 'v=0',
  });
  return statusCode === 201 ? null : (JSON.parse(body) as { code: string }).code;
};

/** The folder of a visit by HLS to a show with one segment. */
const visitByHls = async ({ ctx }: TestApp, { profileId }: ApiClient, liveId: LiveId) => {
  const peer = newId() as PeerId;
  const visit = {
    peer,
    liveId,
    requester: { profileId, place: NOWHERE },
    sessionId: null,
    role: 'watcher',
  } as const;
  const now = ctx.clock.now();
  const segment = { liveId, series: 'serie', number: 0, durationMs: 2_000, madeAt: now };
  await transaction(ctx.db, async (tx) => {
    await insertVisit(tx, { ...visit, now, via: 'hls' });
    await insertSegment(tx, segment);
  });
  await ctx.blobs.put(SEGMENTS, segmentKey(liveId, 'serie', 0), Buffer.from('segment'), {
    contentType: 'video/iso.segment',
  });
  const playlist = await playlistOf(ctx, { liveId, peer, profileId });
  return playlist.replace('index.m3u8', '');
};
const read = async (app: TestApp, viewer: ApiClient, url: string, headers: Headers = {}) =>
  (
    await app.server.inject({
      url,
      headers: { authorization: `Bearer ${viewer.token}`, ...headers },
    })
  ).statusCode;

describe('without a proof of age', () => {
  let app: TestApp;
  let engine: ScriptedEngine;
  let producer: ApiClient;
  let fan: ApiClient;
  let proof: Headers;
  beforeAll(async () => {
    app = await testApp({
      live: (clock) => (engine = scriptedEngine(clock)),
      settings: { CAMARIM_COUNTRY: 'BR', ...PLACES },
      verifiers: [answeringVerifier()],
    });
    fan = await app.join('plateia');
    proof = cookiesOf(await fan.ask('POST /publics/age', { body: { method: 'local' } }));
  });
  let shows = 0;
  beforeEach(async () => {
    producer = await joinProducer(app, `estrela${(shows += 1)}`);
  });

  test('the media of a party are refused by WHEP, and given with a proof', async () => {
    const id = await openShow(producer);
    await play(app, engine, id, producer);
    expect(await whep(app, fan, id)).toBe('age.proofRequired');
    expect(await openVisitsOf(app.ctx.db, id, fan.profileId)).toEqual([]);
    expect(await whep(app, fan, id, proof)).toBeNull();
  });

  test('the playlist and the segments of a visit by HLS are refused, and read with a proof', async () => {
    const id = await openShow(producer);
    await play(app, engine, id, producer);
    const folder = await visitByHls(app, fan, id);
    for (const name of ['index.m3u8', '0.m4s']) {
      expect(await read(app, fan, folder + name)).toBe(403);
      expect(await read(app, fan, folder + name, proof)).toBe(200);
    }
  });

  test('the media and the own camera of a private show need a proof of age, and a spy gets no sound', async () => {
    await setCamera(producer, { spyPricePerMinute: SPY });
    const [caller, spy] = [await app.join('quemliga'), await app.join('espia')];
    for (const person of [caller, spy]) await fill(app, person, 10_000);
    const accept = (person: ApiClient, role: 'watcher' | 'spy', headers: Headers) =>
      person.ask('POST /lives/accept/{id}', {
        params: { id },
        body: {
          price: (role === 'spy' ? SPY : PRICE) as never,
          role,
          spyPrice: role === 'spy' ? null : (SPY as never),
        },
        idempotencyKey: newId(),
        headers,
      });
    const proofOf = async (person: ApiClient) =>
      cookiesOf(await person.ask('POST /publics/age', { body: { method: 'local' } }));
    const [ofCaller, ofSpy] = [await proofOf(caller), await proofOf(spy)];
    await caller.call('POST /lives/call/{producerId}', {
      params: { producerId: producer.profileId },
      body: { type: '3' },
      headers: ofCaller,
    });
    const id = await openShow(producer, '3', caller);
    expect((await accept(caller, 'watcher', ofCaller)).status).toBe(200);
    await play(app, engine, id, producer, caller);
    expect((await accept(spy, 'spy', {})).reply.code).toBe('age.proofRequired');
    expect((await accept(spy, 'spy', ofSpy)).status).toBe(200);
    expect(await whep(app, spy, id)).toBe('age.proofRequired');
    expect(await whep(app, spy, id, ofSpy)).toBeNull();
    expect(engine.grants.at(-1)).toMatchObject({ user: spy.profileId, media: 'video' });
    expect(await whep(app, caller, id, ofCaller)).toBeNull();
    expect(engine.grants.at(-1)).not.toHaveProperty('media');
    const reverse = async (headers: Headers) =>
      (await caller.ask('POST /lives/{id}/reverse/whip', { params: { id }, headers })).reply.code;
    expect(await reverse({})).toBe('age.proofRequired');
    expect(await reverse(ofCaller)).toBe('live.reverseNotAsked');
  });
});

describe('a block during a show', () => {
  let app: TestApp;
  let engine: ScriptedEngine;
  let people = 0;
  beforeAll(async () => {
    app = await testApp({
      live: (clock) => (engine = scriptedEngine(clock)),
      settings: PLACES,
    });
  });

  /** A show by the minute with two fans who watch from Rio de Janeiro and from São Paulo. */
  const show = async (partyCharge: 'free' | 'minute' = 'minute') => {
    const mark = (people += 1);
    const producer = createApiClient(app.server, await joinProducer(app, `dona${mark}`), {
      renews: true,
    });
    await setCamera(producer, { partyCharge });
    const [rio, paulo] = [await app.join(`carioca${mark}`), await app.join(`paulista${mark}`)];
    const id = await openShow(producer);
    await play(app, engine, id, producer);
    for (const [fan, state] of [
      [rio, 'RJ'],
      [paulo, 'SP'],
    ] as const) {
      await fill(app, fan, 10_000);
      if (partyCharge === 'minute') expect((await enter(fan, id)).status).toBe(200);
      expect(await whep(app, fan, id, { 'x-state': state })).toBeNull();
    }
    const watching = async () =>
      (await engine.viewers(id)).map(({ user }) => (user === rio.profileId ? 'rio' : 'paulo'));
    const visits = async (fan: ApiClient) =>
      (await openVisitsOf(app.ctx.db, id, fan.profileId)).length;
    return { producer, rio, paulo, id, watching, visits };
  };
  const blockRio = (producer: ApiClient) =>
    producer.call('POST /profiles/geolocation-block', { body: { state: 'RJ', city: null } });

  const blockPerson = (producer: ApiClient, { profileId: id }: ApiClient) =>
    producer.call('POST /profiles/{id}/block', { params: { id } });

  test('each person who watched counts once in the show, however often they connect', async () => {
    const { producer, rio, id } = await show('free');
    expect(await whep(app, rio, id, { 'x-state': 'RJ' })).toBeNull();
    const { totalWatchers } =
      (await producer.call('GET /lives/{username}', {
        params: { username: producer.domainName },
      })) ?? {};
    expect(totalWatchers).toBe(2);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    expect(await producer.call('GET /lives/history', { query: {} })).toMatchObject([
      { id, watchers: 2 },
    ]);
  });

  test('a block whose event was lost ends the access within the sweep of a minute', async () => {
    const { producer, rio, watching, visits } = await show();
    await pass(app, 10);
    await blockRio(producer);
    // The relay does not run here: nothing was heard of the block.
    expect((await watching()).sort()).toEqual(['paulo', 'rio']);
    await syncAllShows(app.ctx);
    expect(await watching()).toEqual(['paulo']);
    expect(await visits(rio)).toBe(0);
    expect(await moneyOf(app, rio)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  });

  test('the sweep of a minute reads as often for many watchers as for two', async () => {
    const { id } = await show();
    const few = await countReads(() => syncAllShows(app.ctx));
    for (const name of ['nova', 'novo', 'novas', 'novos']) {
      const fan = await app.join(name);
      await fill(app, fan, 10_000);
      expect((await enter(fan, id)).status).toBe(200);
      expect(await whep(app, fan, id, { 'x-state': 'SP' })).toBeNull();
    }
    expect((await engine.viewers(id)).length).toBe(6);
    expect(await countReads(() => syncAllShows(app.ctx))).toBe(few);
  });

  test('a visit whose connection can’t be ended is over, and its connection ends by the next sweep', async () => {
    const { producer, rio, watching, visits } = await show('free');
    const { kick } = engine;
    engine.kick = () => Promise.reject(new Error('the engine does not answer'));
    await blockRio(producer);
    await syncAllShows(app.ctx).finally(() => {
      engine.kick = kick;
    });
    expect(await visits(rio)).toBe(0);
    app.clock.advance(15_001);
    await syncAllShows(app.ctx);
    expect(await watching()).toEqual(['paulo']);
  });

  test('visits whose connections can’t be ended are all over after one sweep', async () => {
    const { producer, rio, paulo, visits } = await show('free');
    const { kick } = engine;
    engine.kick = () => Promise.reject(new Error('the engine does not answer'));
    await blockPerson(producer, rio);
    await blockPerson(producer, paulo);
    await syncAllShows(app.ctx).finally(() => {
      engine.kick = kick;
    });
    expect([await visits(rio), await visits(paulo)]).toEqual([0, 0]);
  });

  test('a block of a place stops the media and the billing of those who watch from there, and of no one else', async () => {
    app.relay.start();
    const { producer, rio, paulo, id, watching, visits } = await show();
    await pass(app, 10);
    await blockRio(producer);
    await until(async () => (await visits(rio)) === 0 && (await watching()).join() === 'paulo');
    await pass(app, 61);
    expect(await moneyOf(app, rio)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
    expect((await moneyOf(app, paulo)).balance).toBe(10_000 - 3 * PRICE);
    expect(await whep(app, rio, id, { 'x-state': 'RJ' })).toBe('live.notFound');
    for (const [fan, state, answer] of [
      [rio, 'RJ', 'profile.notFound'],
      [paulo, 'SP', undefined],
    ] as const) {
      const called = await fan.ask('POST /lives/call/{producerId}', {
        params: { producerId: producer.profileId },
        body: { type: '3' },
        headers: { 'x-state': state },
      });
      expect(called.reply.code ?? undefined).toBe(answer);
    }
    expect(await rio.call('GET /lives/receipts', { query: {} })).toMatchObject([
      { exit: 'removed', minutes: 1, total: PRICE },
    ]);
  });

  test('a viewer of HLS who goes to a blocked place reads no segment there', async () => {
    const { producer, paulo, id } = await show();
    const folder = await visitByHls(app, paulo, id);
    await blockRio(producer);
    expect(await read(app, paulo, `${folder}0.m4s`, { 'x-state': 'SP' })).toBe(200);
    expect(await read(app, paulo, `${folder}0.m4s`, { 'x-state': 'RJ' })).toBe(403);
    expect(await read(app, paulo, `${folder}index.m3u8`, { 'x-state': 'RJ' })).toBe(403);
  });

  test('a block of a person ends what they watch: a free party, by WHEP and by HLS', async () => {
    const { producer, rio, id, watching, visits } = await show('free');
    const folder = await visitByHls(app, rio, id);
    expect(await read(app, rio, `${folder}0.m4s`)).toBe(200);
    await blockPerson(producer, rio);
    await until(async () => (await visits(rio)) === 0 && (await watching()).join() === 'paulo');
    app.clock.advance(6_000);
    expect(await read(app, rio, `${folder}0.m4s`)).toBe(403);
    expect(await whep(app, rio, id)).toBe('live.notFound');
  });

  test.each(['blurred_at', 'withheld_at'])(
    'a show whose picture the team withholds (%s) is not read by HLS',
    async (column) => {
      const { rio, id } = await show('free');
      const folder = await visitByHls(app, rio, id);
      expect(await read(app, rio, `${folder}0.m4s`)).toBe(200);
      await app.ctx.pool.query(`UPDATE lives SET ${column} = $2 WHERE id = $1`, [
        id,
        app.clock.now(),
      ]);
      app.clock.advance(6_000);
      for (const name of ['index.m3u8', '0.m4s'])
        expect(await read(app, rio, folder + name)).toBe(403);
    },
  );

  test('a block of the watcher of a private show ends it, and gives back what was not delivered', async () => {
    const mark = (people += 1);
    const producer = await joinProducer(app, `dona${mark}`);
    await setCamera(producer);
    const fan = await app.join(`vip${mark}`);
    await fill(app, fan, 10_000);
    await callFor(fan, producer);
    const id = await openShow(producer, '3', fan);
    expect((await enter(fan, id)).status).toBe(200);
    await play(app, engine, id, producer);
    expect(await whep(app, fan, id)).toBeNull();
    await pass(app, 10);
    await blockPerson(producer, fan);
    const username = producer.domainName;
    await until(
      async () => (await producer.call('GET /lives/{username}', { params: { username } })) === null,
    );
    expect(await engine.viewers(id)).toEqual([]);
    expect(await moneyOf(app, fan)).toMatchObject({ balance: 10_000 - PRICE, locked: 0 });
  });
});
