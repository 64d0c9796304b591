// A producer pairs a toy at the simulator of its maker; tips and orders move it, and it stops at
// once.
import type { LiveId } from '@camarim/contract/features/lives';
import { centavos } from '@camarim/contract/money';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { enter, partyOf } from '../../../testing/lives/party.ts';
import { openToyMaker, type ToyMaker } from '../../../testing/overlays/toy-maker.ts';
import { fill, joinProducer, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let maker: ToyMaker;
let producer: ApiClient;
let ana: ApiClient;
let made = 0;

beforeAll(async () => {
  maker = await openToyMaker();
  app = await testApp({ settings: maker.settings });
  maker.reportTo(app);
});
afterAll(() => maker.close());
beforeEach(async () => {
  made += 1;
  producer = await joinProducer(app, `motor${made}`);
  ana = await app.join(`nina${made}`);
});

const ACTION = { motion: 'vibrate', strength: 9, seconds: 5 } as const;
const HALF_MINUTE_MS = 30_000;

const pair = async (): Promise<string> => {
  const { code } = await producer.call('POST /overlays/toy/pairing');
  expect(await maker.scan(code)).toBe(200);
  return String(maker.lastReport()['uid']);
};
const toy = () => producer.call('GET /overlays/toy');
const commands = async (uid: string) =>
  (await maker.view(uid)).commands.map(({ action }) => action);
/** Plans what was recorded, and runs what is due. */
const look = async () => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'overlays.dispatch', {});
  await app.runJobs();
};
const room = async (): Promise<LiveId> => {
  const liveId = await partyOf(app, producer);
  await enter(app, liveId, ana);
  await fill(app, ana, 100_000);
  return liveId;
};
const tip = (liveId: LiveId, value: number, more: object = {}) =>
  ana.call('POST /funds/tips', {
    body: { liveId, value: centavos(value), ...more },
    idempotencyKey: newId(),
  });
const level = (from: number, strength: number, seconds = 5) => ({
  from: centavos(from),
  motion: 'vibrate' as const,
  strength,
  seconds,
});

describe('a pairing', () => {
  test('a pairing of a toy begins with an image and a code, and ends by the report of the app', async () => {
    expect(await toy()).toMatchObject({ offered: true, paired: null });
    const { picture, code } = await producer.call('POST /overlays/toy/pairing');
    expect(picture).toMatch(/^data:image\//);
    expect(await maker.scan(code)).toBe(200);
    expect((await toy()).paired).toEqual({
      at: app.clock.now().toISOString(),
      toys: [{ name: 'nora', online: true }],
      reachable: true,
    });
    // The maker learns nothing by which the person is known here.
    const sent = JSON.stringify(maker.lastReport());
    for (const known of [producer.profileId, producer.domainName])
      expect(sent).not.toContain(known);
  });

  test('a pairing is not completed by a report without its proof, of another or of an ended pairing', async () => {
    const { code } = await producer.call('POST /overlays/toy/pairing');
    await producer.call('DELETE /overlays/toy');
    expect(await maker.scan(code)).toBe(404);
    const valid = maker.lastReport();
    const uid = await pair();
    const report = async (payload: object) =>
      (await app.server.inject({ method: 'POST', url: '/api/overlays/toy/callback', payload }))
        .statusCode;
    const current = maker.lastReport();
    expect(await report(current)).toBe(200);
    expect(await report({ ...current, utoken: valid['utoken'] })).toBe(404);
    expect(await report({ ...current, utoken: 'x' })).toBe(404);
    expect(await report({ ...valid, uid })).toBe(404);
    expect(await report({ ...current, uid: 'x' })).toBe(404);
    expect(await report({})).toBe(404);
  });

  test('a pairing is replaced by the next one only when that one is completed', async () => {
    const former = await pair();
    const { code } = await producer.call('POST /overlays/toy/pairing');
    await producer.call('POST /overlays/toy/test', { body: ACTION });
    expect(await commands(former)).toEqual(['Vibrate:9']);
    await maker.scan(code);
    const uid = String(maker.lastReport()['uid']);
    await producer.call('POST /overlays/toy/test', { body: ACTION });
    expect(await commands(uid)).toEqual(['Vibrate:9']);
    expect(await commands(former)).toEqual(['Vibrate:9']);
  });
});

describe('rules', () => {
  test('rules of a toy are sorted by their amounts, each amount and item once', async () => {
    const saved = await producer.call('PUT /overlays/toy/rules', {
      body: { levels: [level(2_000, 20), level(500, 5)], items: [] },
    });
    expect(saved.levels.map(({ from }) => from)).toEqual([500, 2_000]);
    for (const levels of [[level(500, 5), level(500, 6)], [level(500, 21)], [level(500, 5, 1)]])
      expect(
        await refused(producer, 'PUT /overlays/toy/rules', { body: { levels, items: [] } }),
      ).toBe('validate.invalidRequest');
    const other = await joinProducer(app, `alheia${made}`);
    const foreign = await other.call('POST /lives/room/menu', {
      body: { label: 'Dela', price: centavos(500) },
    });
    expect(
      await refused(producer, 'PUT /overlays/toy/rules', {
        body: { levels: [], items: [{ itemId: foreign.id, ...ACTION }] },
      }),
    ).toBe('live.itemNotFound');
  });

  test('rules of a toy move it by tips and orders, one after another', async () => {
    const liveId = await room();
    const item = await producer.call('POST /lives/room/menu', {
      body: { label: 'Giro', price: centavos(700) },
    });
    const { menu } = await producer.call('PUT /overlays/toy/rules', {
      body: {
        levels: [level(500, 4), level(2_000, 16, 10)],
        items: [{ itemId: item.id, motion: 'rotate', strength: 7, seconds: 3 }],
      },
    });
    expect(menu).toMatchObject([{ label: 'Giro' }]);
    await tip(liveId, 9_000);
    const uid = await pair();
    await tip(liveId, 100);
    await tip(liveId, 600);
    await tip(liveId, 700, { itemId: item.id });
    await tip(liveId, 2_500);
    await look();
    expect(await commands(uid)).toEqual(['Vibrate:4']);
    app.clock.advance(5_000);
    await look();
    expect(await commands(uid)).toEqual(['Vibrate:4', 'Rotate:7']);
    app.clock.advance(HALF_MINUTE_MS);
    await look();
    await look();
    expect(await commands(uid)).toEqual(['Vibrate:4', 'Rotate:7', 'Vibrate:16']);
  });
});

describe('a paired toy', () => {
  test('a paired toy moves at once for a test, and says when its app is not reachable', async () => {
    const uid = await pair();
    expect(await producer.call('POST /overlays/toy/test', { body: ACTION })).toEqual({
      result: 'done',
    });
    expect((await maker.view(uid)).moving).toBe('Vibrate:9');
    await maker.setOnline(uid, false);
    expect(await producer.call('POST /overlays/toy/test', { body: ACTION })).toEqual({
      result: 'offline',
    });
    expect((await toy()).paired).toMatchObject({ reachable: false });
  });

  test.each([
    ['stopped', () => producer.call('POST /overlays/toy/stop')],
    ['disconnected', () => producer.call('DELETE /overlays/toy')],
  ])('a paired toy that is %s stops at once, and nothing that waits moves it', async (_, end) => {
    const liveId = await room();
    await producer.call('PUT /overlays/toy/rules', {
      body: { levels: [level(100, 8, 20)], items: [] },
    });
    const uid = await pair();
    for (let count = 0; count < 3; count += 1) await tip(liveId, 100);
    await look();
    expect(await commands(uid)).toEqual(['Vibrate:8']);
    await end();
    expect((await maker.view(uid)).moving).toBeNull();
    app.clock.advance(2 * HALF_MINUTE_MS);
    await look();
    expect(await commands(uid)).toEqual(['Vibrate:8', 'Stop']);
  });

  test('a disconnected toy keeps its rules, records nothing more, and takes no other command', async () => {
    await producer.call('PUT /overlays/toy/rules', {
      body: { levels: [level(100, 8)], items: [] },
    });
    const uid = await pair();
    await producer.call('DELETE /overlays/toy');
    await producer.call('DELETE /overlays/toy');
    expect(await toy()).toMatchObject({ paired: null, levels: [{ from: 100, strength: 8 }] });
    expect(await refused(producer, 'POST /overlays/toy/test', { body: ACTION })).toBe(
      'toy.notPaired',
    );
    expect(await commands(uid)).toEqual(['Stop']);
    const { rowCount } = await app.ctx.pool.query(
      'SELECT FROM live_event_logs WHERE producer_id = $1',
      [producer.profileId],
    );
    expect(rowCount).toBe(0);
  });

  test('a paired toy is stopped and forgotten with the account', async () => {
    const uid = await pair();
    await app.services.personalData.erase(producer.profileId);
    expect(await commands(uid)).toEqual(['Stop']);
    const { rowCount } = await app.ctx.pool.query(
      'SELECT FROM overlay_toys WHERE producer_id = $1',
      [producer.profileId],
    );
    expect(rowCount).toBe(0);
  });
});

test('toys are not offered without the operator’s token', async () => {
  const without = await testApp();
  const { producer: iris } = without;
  expect(await iris.call('GET /overlays/toy')).toMatchObject({ offered: false, paired: null });
  expect(await refused(iris, 'POST /overlays/toy/pairing')).toBe('toy.notOffered');
  const callback = await without.server.inject({
    method: 'POST',
    url: '/api/overlays/toy/callback',
    payload: {},
  });
  expect(callback.statusCode).toBe(409);
});
