// Who may enter, what a block and the removal of an account do to an entry, and receipts without
// names.
import type { LiveId } from '@camarim/contract/features/lives';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
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
  setCamera,
  SETTINGS,
} from '../../../testing/lives/paid-show.ts';
import { enforceAccess } from '../media/sync-engine.ts';
import { block, fill, joinProducer, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let engine: ScriptedEngine;
beforeAll(async () => {
  app = await testApp({ live: (clock) => (engine = scriptedEngine(clock)) });
});

const party = (settings: Parameters<typeof openParty>[2] = {}) => openParty(app, 10_000, settings);
const follow = (fan: ApiClient, producer: ApiClient) =>
  fan.call('POST /profiles/{id}/follow', {
    params: { id: producer.profileId },
    body: {},
  });

describe('who may enter', () => {
  const entering = async (fan: ApiClient, id: LiveId) =>
    (await enter(fan, id)).reply.code ?? 'entered';

  test('followers, where the producer says so, and members while there is no plan', async () => {
    for (const entry of ['followers', 'members'] as const) {
      const { producer, fan, id } = await party({ entry });
      expect(await entering(fan, id)).toBe('live.entryRefused');
      expect(await refused(fan, 'GET /lives/{id}/entry', { params: { id }, query: {} })).toBe(
        'live.entryRefused',
      );
      await follow(fan, producer);
      expect(await entering(fan, id)).toBe('entered');
    }
  });

  test('subscribers only: a follower is refused', async () => {
    const { producer, fan, id } = await party({ entry: 'subscribers' });
    await follow(fan, producer);
    expect(await entering(fan, id)).toBe('live.entryRefused');
  });

  test('a free show asks the same at its media', async () => {
    const { fan, id } = await party({ entry: 'subscribers', partyCharge: 'free' });
    expect(await refused(fan, 'POST /lives/{id}/whep', { params: { id } })).toBe(
      'live.entryRefused',
    );
  });

  test('people of a list, and none of a list that was deleted', async () => {
    const { producer, fan } = await party();
    await follow(fan, producer);
    const list = await producer.call('POST /lists', { body: { name: 'primeira fila' } });
    await setCamera(producer, { entry: 'list', entryListId: list.id });
    const show = async () => {
      await producer.call('DELETE /lives/{id}', {
        params: { id: (await openOf(producer)) as LiveId },
      });
      return openShow(producer);
    };
    expect(await entering(fan, await show())).toBe('live.entryRefused');
    await app.ctx.pool.query(
      'INSERT INTO list_members (list_id, profile_id, added_at) VALUES ($1, $2, $3)',
      [list.id, fan.profileId, app.clock.now()],
    );
    expect(await entering(fan, await show())).toBe('entered');
    await app.ctx.pool.query('DELETE FROM list_members WHERE list_id = $1', [list.id]);
    await app.ctx.pool.query('DELETE FROM lists WHERE id = $1', [list.id]);
    expect(await entering(fan, await show())).toBe('live.entryRefused');
  });

  test('a list by places is refused, and lets no one in once its rule asks for a place', async () => {
    const { producer, fan } = await party();
    const rule = { kind: 'place' as const, country: 'BR', state: 'PE' };
    const [places, list] = [
      await producer.call('POST /lists', { body: { name: 'de perto', rule } }),
      await producer.call('POST /lists', { body: { name: 'todos', rule: { kind: 'followers' } } }),
    ];
    const settings = (id: string) => ({
      ...SETTINGS,
      entry: 'list' as const,
      entryListId: id,
    });
    expect(
      await refused(producer, 'POST /profiles/settings-cam', { body: settings(places.id) }),
    ).toBe('live.entryByPlace');
    await producer.call('POST /profiles/settings-cam', { body: settings(list.id) });
    await follow(fan, producer);
    await fan.call('PUT /profiles', {
      body: {
        street: 'Rua da Aurora',
        county: 'Centro',
        city: 'Recife',
        zip: '50010-000',
        stateCode: 'PE',
      },
    });
    await producer.call('DELETE /lives/{id}', {
      params: { id: (await openOf(producer)) as LiveId },
    });
    expect(await entering(fan, await openShow(producer))).toBe('entered');
    await producer.call('PUT /lists/{id}', { params: { id: list.id }, body: { rule } });
    await producer.call('DELETE /lives/{id}', {
      params: { id: (await openOf(producer)) as LiveId },
    });
    const show = await openShow(producer);
    expect(await entering(fan, show)).toBe('live.entryRefused');
  });

  test('people who have spent enough, minutes of shows among it', async () => {
    const { producer, fan, id } = await party();
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 4);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    await setCamera(producer, { entry: 'spenders', entrySpentAtLeast: PRICE + 1 });
    const dear = await openShow(producer);
    expect(await entering(fan, dear)).toBe('live.entryRefused');
    await producer.call('DELETE /lives/{id}', { params: { id: dear } });
    await setCamera(producer, { entry: 'spenders', entrySpentAtLeast: PRICE });
    expect(await entering(fan, await openShow(producer))).toBe('entered');
  });

  const openOf = async (producer: ApiClient) =>
    (await producer.call('GET /lives/{username}', { params: { username: producer.domainName } }))
      ?.id;
});

test('settings without what they need are refused, and a list of another producer is not found', async () => {
  const { producer } = await party();
  const stranger = await joinProducer(app, 'alheia');
  const { id } = await stranger.call('POST /lists', { body: { name: 'dela' } });
  const set = (settings: object) =>
    producer.ask('POST /profiles/settings-cam', { body: settings as never });
  const kept = await producer.call('GET /profiles/settings-cam');
  for (const wrong of [
    { ...kept, partyCharge: 'ticket', ticketPrice: null },
    { ...kept, partyCharge: 'group', groupSize: null },
    { ...kept, entry: 'list', entryListId: null },
    { ...kept, privatePricePerMinute: null, spyPricePerMinute: 100 },
  ])
    expect((await set(wrong)).status).toBe(400);
  expect((await set({ ...kept, entry: 'list', entryListId: id })).reply.code).toBe('list.notFound');
  expect(await producer.call('GET /profiles/settings-cam')).toEqual(kept);
});

test('each side reads its own receipts, of all shows or of one, and as a file', async () => {
  const { producer, fan, id } = await party();
  await enter(fan, id);
  await play(app, engine, id, producer, fan);
  await pass(app, 4);
  await producer.call('DELETE /lives/{id}', { params: { id } });
  const next = await openShow(producer);
  const other = await app.join('outrofa');
  await fill(app, other, 10_000);
  await enter(other, next);
  const liveIds = async (person: ApiClient, query: object) =>
    (await person.call('GET /lives/receipts', { query })).map(({ liveId }) => liveId);
  expect(await liveIds(fan, {})).toEqual([id]);
  expect(await liveIds(producer, { as: 'producer' })).toEqual([next, id]);
  expect(await liveIds(producer, { as: 'producer', liveId: id })).toEqual([id]);
  expect(await liveIds(producer, {})).toEqual([]);
  expect(await liveIds(fan, { as: 'producer' })).toEqual([]);

  const file = async (person: ApiClient, query: string) => {
    const { headers, body } = await app.server.inject({
      url: `/api/lives/receipts/export?${query}`,
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(headers['content-type']).toContain('text/csv');
    return body
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  };
  const [head, line, ...rest] = await file(fan, '');
  expect(rest).toEqual([]);
  const cell = (name: string) => line?.[head?.indexOf(name) ?? -1];
  expect(
    ['show', 'name', 'seconds', 'rate', 'minutes', 'total', 'fee', 'given_back'].map(cell),
  ).toEqual([id, producer.domainName, '2', '6.00', '1', '6.00', '', '0.00']);
  const earned = await file(producer, `as=producer&liveId=${id}`);
  expect(earned.map((cells) => cells.slice(-3))).toEqual([
    ['total', 'fee', 'given_back'],
    ['6.00', '1.20', '0.00'],
  ]);
});

describe('an entry ends', () => {
  test('a block ends an entry and returns what is locked, and the receipt stays without a name', async () => {
    const { producer, fan, id } = await party();
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await app.ctx.pool.query(
      'INSERT INTO live_viewers (id, live_id, profile_id, joined_at) VALUES (gen_random_uuid(), $1, $2, $3)',
      [id, fan.profileId, app.clock.now()],
    );
    await pass(app, 4);
    await block(app, producer, fan);
    // What the change of access makes each process do.
    await enforceAccess(app.ctx, { owners: [producer.profileId] });
    expect((await moneyOf(app, fan)).locked).toBe(0);
    expect((await moneyOf(app, fan)).balance).toBe(10_000 - PRICE);
    expect(await fan.call('GET /lives/receipts', { query: {} })).toMatchObject([
      { liveId: id, profile: null, exit: 'removed', minutes: 1, total: PRICE },
    ]);
  });

  test('the removal of the watcher’s account ends their entry', async () => {
    const { producer, fan, id } = await party();
    await enter(fan, id);
    await play(app, engine, id, producer, fan);
    await pass(app, 4);
    await app.services.personalData.erase(fan.profileId);
    expect(await moneyOf(app, fan)).toMatchObject({ locked: 0 });
    const { rows } = await app.ctx.pool.query(
      'SELECT exit FROM live_entries WHERE profile_id = $1',
      [fan.profileId],
    );
    expect(rows).toEqual([{ exit: 'left' }]);
    expect((await moneyOf(app, producer)).pending).toBe(PRICE * 0.8);
  });
});
