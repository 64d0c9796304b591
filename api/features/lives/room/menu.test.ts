// Tips in a show, with and without an item of the menu: paid once, seen by the room, and done by
// the performer.
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import { centavos } from '@camarim/contract/money';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { TestApp } from '../../../testing/app.ts';
import { until } from '../../../testing/until.ts';
import { enter, partyOf } from '../../../testing/lives/party.ts';
import { openSocket, roomApp } from '../../../testing/lives/sockets.ts';
import { block, fill, joinProducer, refused } from '../../../testing/publishing.ts';

let app: TestApp;
let producer: ApiClient;
let ana: ApiClient;
let bento: ApiClient;
let liveId: LiveId;
let made = 0;

beforeAll(async () => {
  app = await roomApp();
});
beforeEach(async () => {
  made += 1;
  producer = await joinProducer(app, `palco${made}`);
  ana = await app.join(`ana${made}`);
  bento = await app.join(`bento${made}`);
  liveId = await partyOf(app, producer);
  for (const person of [ana, bento]) {
    await enter(app, liveId, person);
    await fill(app, person, 100_000);
  }
});

const add = (label: string, price: number) =>
  producer.call('POST /lives/room/menu', { body: { label, price: centavos(price) } });
const tip = (
  person: ApiClient,
  value: number,
  more: { itemId?: MenuItemId; goalId?: string; message?: string } = {},
  idempotencyKey: string = newId(),
) =>
  person.ask('POST /funds/tips', {
    body: { liveId, value: centavos(value), ...(more as object) },
    idempotencyKey,
  });
const roomOf = (person: ApiClient) =>
  person.call('GET /lives/{id}/room', { params: { id: liveId } });
const purchases = (open: 'true' | 'false' = 'true') =>
  producer.call('GET /lives/{id}/menu-purchases', { params: { id: liveId }, query: { open } });
const listen = (person: ApiClient) => openSocket(app, person, liveId);

describe('the tip menu', () => {
  test('a producer adds, changes, orders and removes items of the tip menu, which the room has at once', async () => {
    const socket = await listen(ana);
    const [first, second] = [await add('Beijo', 500), await add('Dança', 2_000)];
    await producer.call('PUT /lives/room/menu/{itemId}', {
      params: { itemId: first.id },
      body: { label: 'Beijo na câmera', price: centavos(700) },
    });
    await producer.call('PUT /lives/room/menu', { body: { itemIds: [second.id, first.id] } });
    expect((await roomOf(ana)).menu).toEqual([
      { id: second.id, label: 'Dança', price: 2_000 },
      { id: first.id, label: 'Beijo na câmera', price: 700 },
    ]);
    await producer.call('DELETE /lives/room/menu/{itemId}', { params: { itemId: second.id } });
    await producer.call('DELETE /lives/room/menu/{itemId}', { params: { itemId: second.id } });
    expect((await roomOf(ana)).menu).toHaveLength(1);
    await until(async () => socket.got('liveRoom').length >= 5);
    expect(socket.got('liveRoom').at(-1)).toMatchObject({
      change: 'menu',
      menu: [{ label: 'Beijo na câmera' }],
    });
  });

  test('a tip menu has at most 25 items, also when they are added at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 27 }, (_, index) =>
        refused(producer, 'POST /lives/room/menu', {
          body: { label: `Item ${index}`, price: centavos(500) },
        }),
      ),
    );
    expect(codes.filter((code) => code === 'live.tooManyItems')).toHaveLength(2);
    expect(await producer.call('GET /lives/room/menu')).toHaveLength(25);
  });

  test('a purchase is a tip with the item: the room sees it, and the performer marks it done', async () => {
    const item = await add('Beijo', 500);
    const socket = await listen(bento);
    expect((await tip(ana, 500, { itemId: item.id, message: 'Pra mim!' })).status).toBe(200);
    await until(async () => socket.got('liveMessages').length === 1);
    expect(socket.got('liveMessages')[0]?.message).toMatchObject({
      text: 'Pra mim!',
      profile: { id: ana.profileId },
      tip: { value: 500, item: { id: item.id, label: 'Beijo' }, goalId: null, done: false },
    });
    await producer.call('PUT /lives/room/menu/{itemId}', {
      params: { itemId: item.id },
      body: { label: 'Outro nome', price: centavos(900) },
    });
    const [purchase] = await purchases();
    expect(purchase).toMatchObject({ item: { label: 'Beijo' }, value: 500, doneAt: null });
    const done = (value: boolean) =>
      producer.call('PUT /lives/{id}/menu-purchases/{messageId}', {
        params: { id: liveId, messageId: purchase?.id as never },
        body: { done: value },
      });
    expect((await done(true)).doneAt).toBe(app.clock.now().toISOString());
    expect(await purchases()).toEqual([]);
    expect(await purchases('false')).toHaveLength(1);
    await until(async () => socket.got('liveRoom').some(({ change }) => change === 'done'));
    expect((await done(false)).doneAt).toBeNull();
    expect(await purchases()).toHaveLength(1);
  });

  test('another price, an item of another producer and one that was taken off are refused, and cost nothing', async () => {
    const item = await add('Beijo', 500);
    const other = await joinProducer(app, `outra${made}`);
    const foreign = await other.call('POST /lives/room/menu', {
      body: { label: 'Dela', price: centavos(500) },
    });
    expect((await tip(ana, 600, { itemId: item.id })).reply.code).toBe('live.itemPriceChanged');
    expect((await tip(ana, 500, { itemId: foreign.id })).reply.code).toBe('live.itemNotFound');
    await producer.call('DELETE /lives/room/menu/{itemId}', { params: { itemId: item.id } });
    expect((await tip(ana, 500, { itemId: item.id })).reply.code).toBe('live.itemNotFound');
    expect((await ana.call('GET /funds'))[0]?.balance).toBe(100_000);
  });

  test('a buyer who blocked the producer since is not named among the purchases', async () => {
    const item = await add('Beijo', 500);
    await tip(ana, 500, { itemId: item.id });
    await block(app, ana, producer);
    expect(await purchases()).toMatchObject([{ profile: null, value: 500 }]);
  });
});

describe('a tip in a show', () => {
  test('a tip in a show is paid and shown once for each key, and counts for leaderboard and earnings', async () => {
    const key = newId();
    await Promise.all([1, 2, 3].map(() => tip(ana, 3_000, {}, key)));
    await tip(bento, 2_000);
    await tip(bento, 500);
    const { tips } = await roomOf(ana);
    expect(tips).toMatchObject({ total: 5_500, count: 3 });
    expect(tips.leaderboard.map(({ profile, value }) => [profile.id, value])).toEqual([
      [ana.profileId, 3_000],
      [bento.profileId, 2_500],
    ]);
    expect(tips.leaderboard[0]?.profile.marks).toEqual(['topTipper']);
    const live = await producer.call('GET /lives/{username}', {
      params: { username: producer.domainName },
    });
    expect(live?.totalEarnings).toBe(5_500);
    expect((await ana.call('GET /funds/statements'))[0]).toMatchObject({
      kind: 'tip',
      amount: -3_000,
      referenceType: 'live',
      referenceId: liveId,
    });
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  test('a tip to a goal moves the bar for everyone in the room', async () => {
    const goal = await producer.call('POST /goals', {
      body: { title: 'Luz', value: centavos(5_000) },
    });
    const socket = await listen(bento);
    await tip(ana, 1_500, { goalId: goal.id });
    // The message comes after the goal.
    await until(async () => socket.got('liveMessages').length === 1);
    expect(socket.got('goals')[0]).toMatchObject({ goalId: goal.id, balance: 1_500, value: 5_000 });
    expect(socket.got('liveMessages')[0]?.message.tip).toMatchObject({ goalId: goal.id });
    const other = await joinProducer(app, `outra${made}`);
    const foreign = await other.call('POST /goals', {
      body: { title: 'Dela', value: centavos(5_000) },
    });
    expect((await tip(ana, 1_500, { goalId: foreign.id })).reply.code).toBe('goal.notFound');
  });

  test('tippers only lets those write who tipped in this show', async () => {
    await producer.call('PUT /lives/room/settings', {
      body: { slowSeconds: 0, audience: 'tippers' },
    });
    const say = (person: ApiClient) =>
      refused(person, 'POST /lives/{id}/messages', {
        params: { id: liveId },
        body: { text: 'oi' },
        idempotencyKey: newId(),
      });
    await tip(ana, 500);
    expect([await say(ana), await say(bento)]).toEqual([null, 'live.tippersOnly']);
  });

  test('a person outside the room does not tip there, and no one tips themselves', async () => {
    const outside = await app.join(`fora${made}`);
    await fill(app, outside, 10_000);
    expect((await tip(outside, 500)).reply.code).toBe('live.notInRoom');
    expect((await tip(producer, 500)).reply.code).toBe('profile.notSelf');
    await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
    expect((await tip(ana, 500)).reply.code).toBe('live.notFound');
    expect((await outside.call('GET /funds'))[0]?.balance).toBe(10_000);
  });

  test('a muted person tips without a message only', async () => {
    await producer.call('PUT /lives/{id}/restrictions/{profileId}', {
      params: { id: liveId, profileId: ana.profileId },
      body: { kind: 'mute' },
    });
    expect((await tip(ana, 500, { message: 'oi' })).reply.code).toBe('live.muted');
    expect((await tip(ana, 500)).status).toBe(200);
  });

  test('a tip and a purchase with a blocked word are refused whole, with the reason', async () => {
    const item = await add('Beijo', 500);
    const options = await producer.call('GET /chats/options');
    await producer.call('PUT /chats/options', {
      body: { ...options, blockedWords: ['telegrama'] },
    });
    const message = 'me chama no Telegrama';
    for (const more of [{ message }, { message, itemId: item.id }]) {
      const { status, reply } = await tip(ana, 500, more);
      expect([status, reply.code]).toEqual([400, 'message.blockedWord']);
      expect(reply.message).toMatch(/uma das palavras.*Nada foi cobrado/);
    }
    expect((await ana.call('GET /funds'))[0]?.balance).toBe(100_000);
    expect((await roomOf(bento)).tips.count).toBe(0);
    expect(await purchases()).toEqual([]);
    expect((await tip(ana, 500, { message: 'um telegraminha', itemId: item.id })).status).toBe(200);
    expect(await purchases()).toMatchObject([{ message: 'um telegraminha' }]);
  });

  test('a tip in a show without the money asks for a top-up, and carries what to repeat', async () => {
    const poor = await app.join(`semsaldo${made}`);
    await enter(app, liveId, poor);
    const item = await add('Beijo', 500);
    const { status, reply } = await tip(poor, 500, { itemId: item.id });
    expect([status, reply.data]).toMatchObject([
      402,
      { needed: 500, intent: { kind: 'tip', liveId, itemId: item.id, value: 500 } },
    ]);
    expect((await roomOf(ana)).tips.count).toBe(0);
  });
});
