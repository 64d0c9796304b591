// The tools of a room: moderators, people who are muted, kicked or banned, and who may write.
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { RestrictionKind } from '@camarim/contract/features/lives/room';
import { centavos } from '@camarim/contract/money';
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { TestApp } from '../../../testing/app.ts';
import { until } from '../../../testing/until.ts';
import { enter, partyOf } from '../../../testing/lives/party.ts';
import { callFor, openShow, setCamera } from '../../../testing/lives/paid-show.ts';
import { openSocket, roomApp } from '../../../testing/lives/sockets.ts';
import { block, fill, joinProducer, refused } from '../../../testing/publishing.ts';
import { openOrders } from './open-orders.ts';

let app: TestApp;
let producer: ApiClient;
let ana: ApiClient;
let mod: ApiClient;
let liveId: LiveId;
let made = 0;

beforeAll(async () => {
  app = await roomApp();
});
beforeEach(async () => {
  made += 1;
  producer = await joinProducer(app, `palco${made}`);
  ana = await app.join(`ana${made}`);
  mod = await app.join(`mod${made}`);
  liveId = await partyOf(app, producer);
  await name(mod);
  await enter(app, liveId, ana);
  await enter(app, liveId, mod);
});

const idOf = (person: ApiClient) => person.profileId;
const name = (person: ApiClient) =>
  producer.call('PUT /lives/room/moderators/{profileId}', { params: { profileId: idOf(person) } });
const restrict = (by: ApiClient, person: ApiClient, kind: RestrictionKind) =>
  refused(by, 'PUT /lives/{id}/restrictions/{profileId}', {
    params: { id: liveId, profileId: idOf(person) },
    body: { kind },
  });
const lift = (by: ApiClient, person: ApiClient, kind: RestrictionKind) =>
  refused(by, 'DELETE /lives/{id}/restrictions/{profileId}', {
    params: { id: liveId, profileId: idOf(person) },
    query: { kind },
  });
const say = (person: ApiClient) =>
  refused(person, 'POST /lives/{id}/messages', {
    params: { id: liveId },
    body: { text: 'oi' },
    idempotencyKey: newId(),
  });
/** Why the person can't enter; null when they can. */
const entry = (person: ApiClient, id = liveId) =>
  refused(person, 'GET /lives/{id}/ice-servers', { params: { id } });
const present = async (person: ApiClient) => {
  const { rows } = await app.ctx.pool.query(
    'SELECT count(*)::int AS count FROM live_viewers WHERE live_id = $1 AND profile_id = $2 AND left_at IS NULL',
    [liveId, person.profileId],
  );
  return rows[0].count > 0;
};
const actions = async () =>
  (await producer.call('GET /lives/room/acts')).map(({ action }) => action);
const set = (settings: {
  slowSeconds: 0 | 5;
  audience: 'everyone' | 'followers' | 'subscribers' | 'tippers';
}) => producer.call('PUT /lives/room/settings', { body: settings });

describe('people who are restricted', () => {
  test('a muted person reads and does not write until it is lifted, and hears of both', async () => {
    const socket = await openSocket(app, ana, liveId);
    expect(await restrict(mod, ana, 'mute')).toBeNull();
    expect(await say(ana)).toBe('live.muted');
    expect((await ana.call('GET /lives/{id}/room', { params: { id: liveId } })).writing).toEqual({
      refusal: 'live.muted',
    });
    expect(await refused(ana, 'GET /lives/{id}/messages', { params: { id: liveId } })).toBeNull();
    expect(await lift(mod, ana, 'mute')).toBeNull();
    expect(await say(ana)).toBeNull();
    await until(async () => socket.got('liveRoom').length === 2);
    expect(socket.got('liveRoom')).toMatchObject([
      { change: 'restricted', kind: 'mute', until: null },
      { change: 'restrictionLifted', kind: 'mute' },
    ]);
    expect(await actions()).toEqual(['liftMute', 'mute', 'addModerator']);
  });

  test('a kicked person is out of the show and its room at once, and may enter again after ten minutes', async () => {
    const socket = await openSocket(app, ana, liveId);
    expect(await restrict(mod, ana, 'kick')).toBeNull();
    expect(await present(ana)).toBe(false);
    await until(async () => (await socket.join()).length === 0);
    expect(await entry(ana)).toBe('live.kicked');
    expect(await say(ana)).toBe('live.notInRoom');
    app.clock.advance(9 * MINUTE_MS);
    expect(await entry(ana)).toBe('live.kicked');
    app.clock.advance(61_000);
    expect(await entry(ana)).toBeNull();
  });

  test('a ban is for one show, and a ban for good for every show until the producer lifts it', async () => {
    expect(await restrict(producer, ana, 'ban')).toBeNull();
    expect(await entry(ana)).toBe('live.banned');
    await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
    liveId = await partyOf(app, producer);
    expect(await entry(ana)).toBeNull();
    await enter(app, liveId, ana);
    await enter(app, liveId, mod);
    expect(await restrict(mod, ana, 'banForGood')).toBeNull();
    await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
    liveId = await partyOf(app, producer);
    await enter(app, liveId, mod);
    expect(await entry(ana)).toBe('live.banned');
    expect(await lift(mod, ana, 'banForGood')).toBe('live.notModerator');
    expect(await producer.call('GET /lives/room/bans')).toMatchObject([
      { profileId: ana.profileId, kind: 'banForGood', byId: mod.profileId },
    ]);
    await producer.call('DELETE /lives/room/bans/{profileId}', {
      params: { profileId: idOf(ana) },
    });
    expect(await entry(ana)).toBeNull();
  });

  test('a banned person can’t call, and a call that waits when its person is banned is not accepted', async () => {
    await setCamera(producer);
    await fill(app, ana, 10_000);
    await fill(app, mod, 10_000);
    await callFor(mod, producer);
    await restrict(producer, ana, 'ban');
    await restrict(producer, mod, 'banForGood');
    expect((await callFor(ana, producer)).reply.code).toBe('live.banned');
    expect(
      await refused(producer, 'POST /lives', {
        body: { type: '3', title: '', privateWatcherId: idOf(mod) },
      }),
    ).toBe('live.callNotAccepted');
    await producer.call('DELETE /lives/{id}', { params: { id: liveId } });
    expect((await callFor(ana, producer)).status).toBe(200);
    expect((await callFor(mod, producer)).reply.code).toBe('live.banned');
  });

  test('the engine refuses a banned person whose permission was issued before the ban', async () => {
    const kicked: string[] = [];
    const { kick } = app.ctx.live;
    app.ctx.live.kick = async (room, user) => {
      kicked.push(`${room}/${user}`);
      await kick.call(app.ctx.live, room, user);
    };
    await restrict(producer, ana, 'ban');
    app.ctx.live.kick = kick;
    expect(kicked).toEqual([`${liveId}/${ana.profileId}`]);
  });

  test('a job drops a banned person when the process ends between the ban and the media', async () => {
    const { kick } = app.ctx.live;
    app.ctx.live.kick = () => Promise.reject(new Error('the engine does not answer'));
    expect(await restrict(producer, ana, 'ban')).toBeNull();
    const dropped: string[] = [];
    app.ctx.live.kick = async (_room, user) => void dropped.push(user);
    await app.runJobs();
    app.ctx.live.kick = kick;
    expect(dropped).toContain(ana.profileId);
    expect(await present(ana)).toBe(false);
  });

  test('a person who was never in the show is not found, and no one restricts themselves', async () => {
    expect(await restrict(producer, await app.join(`fora${made}`), 'ban')).toBe(
      'live.personNotFound',
    );
    expect(await restrict(mod, mod, 'mute')).toBe('profile.notSelf');
  });
});

describe('moderators', () => {
  test('a watcher uses no tool, and a moderator none on the producer or another moderator', async () => {
    const other = await app.join(`outro${made}`);
    await name(other);
    await enter(app, liveId, other);
    expect(await restrict(ana, mod, 'mute')).toBe('live.notModerator');
    for (const kind of ['mute', 'kick', 'ban', 'banForGood'] as const) {
      expect(await restrict(mod, producer, kind)).toBe('live.protectedPerson');
      expect(await restrict(mod, other, kind)).toBe('live.protectedPerson');
    }
    expect(await restrict(producer, other, 'mute')).toBeNull();
    const line = await producer.call('POST /lives/{id}/messages', {
      params: { id: liveId },
      body: { text: 'da casa' },
      idempotencyKey: newId(),
    });
    expect(
      await refused(mod, 'DELETE /lives/{id}/messages/{messageId}', {
        params: { id: liveId, messageId: line.id },
      }),
    ).toBe('live.protectedPerson');
  });

  test('a moderator who is removed uses no tool any more', async () => {
    await producer.call('DELETE /lives/room/moderators/{profileId}', {
      params: { profileId: idOf(mod) },
    });
    expect(await restrict(mod, ana, 'mute')).toBe('live.notModerator');
    expect(await producer.call('GET /lives/room/moderators')).toEqual([]);
  });

  test('a room has at most 20 moderators, and one hidden from the producer is not shown', async () => {
    const people = await Promise.all(
      Array.from({ length: 21 }, (_, index) => app.join(`m${made}x${index}`)),
    );
    const codes = await Promise.all(
      people.map((person) =>
        refused(producer, 'PUT /lives/room/moderators/{profileId}', {
          params: { profileId: idOf(person) },
        }),
      ),
    );
    expect(codes.filter((code) => code === 'live.tooManyModerators')).toHaveLength(2);
    expect(await producer.call('GET /lives/room/moderators')).toHaveLength(20);
    await block(app, mod, producer);
    expect(await producer.call('GET /lives/room/moderators')).toHaveLength(19);
  });

  test('lists of restrictions, bans and acts do not name a person hidden from the producer', async () => {
    await restrict(mod, ana, 'banForGood');
    await block(app, ana, producer);
    const shown = await producer.call('GET /lives/{id}/restrictions', { params: { id: liveId } });
    expect(shown).toMatchObject([{ profile: null, kind: 'banForGood' }]);
    expect(await producer.call('GET /lives/room/bans')).toMatchObject([{ profile: null }]);
    const [newest] = await producer.call('GET /lives/room/acts');
    expect(newest).toMatchObject({
      action: 'banForGood',
      profile: null,
      actor: { id: mod.profileId },
    });
  });
});

describe('who may write', () => {
  test('slow mode makes a watcher wait, and neither the producer nor a moderator', async () => {
    await set({ slowSeconds: 5, audience: 'everyone' });
    expect(await say(ana)).toBeNull();
    expect(await say(ana)).toBe('live.slowMode');
    for (const person of [mod, mod, producer, producer]) expect(await say(person)).toBeNull();
    app.clock.advance(5_000);
    expect(await say(ana)).toBeNull();
  });

  test('followers only lets followers write, and subscribers only no mere follower', async () => {
    await set({ slowSeconds: 0, audience: 'followers' });
    expect(await say(ana)).toBe('live.followersOnly');
    await ana.call('POST /profiles/{id}/follow', { params: { id: idOf(producer) } });
    expect(await say(ana)).toBeNull();
    await set({ slowSeconds: 0, audience: 'subscribers' });
    expect(await say(ana)).toBe('live.subscribersOnly');
    expect(await say(mod)).toBeNull();
  });
});

describe('people online', () => {
  test('each has their marks, and who is muted is for those who may mute', async () => {
    await restrict(producer, ana, 'mute');
    const marks = async (reader: ApiClient) =>
      Object.fromEntries(
        (await reader.call('GET /lives/{id}/online-users', { params: { id: liveId } })).map(
          (person) => [person.domainName, person.marks],
        ),
      );
    const seen = { [`ana${made}`]: ['muted'], [`mod${made}`]: ['moderator'] };
    expect(await marks(producer)).toEqual(seen);
    expect(await marks(mod)).toEqual(seen);
    expect(await marks(ana)).toEqual({ ...seen, [`ana${made}`]: [] });
  });

  test('people who blocked each other do not see each other among them', async () => {
    const bia = await app.join(`bia${made}`);
    await enter(app, liveId, bia);
    await block(app, bia, ana);
    const seenBy = async (reader: ApiClient) =>
      (await reader.call('GET /lives/{id}/online-users', { params: { id: liveId } })).map(
        ({ id }) => id,
      );
    expect(await seenBy(ana)).not.toContain(bia.profileId);
    expect(await seenBy(bia)).not.toContain(ana.profileId);
    expect(await seenBy(mod)).toContain(bia.profileId);
  });
});

describe('a paused party and the private show that paused it', () => {
  /** The private show of the producer with a new person, who is in it; the party is paused. */
  const openPrivate = async () => {
    await setCamera(producer);
    const caller = await app.join(`bia${made}`);
    await fill(app, caller, 10_000);
    await callFor(caller, producer);
    const id = await openShow(producer, '3', caller);
    await enter(app, id, caller);
    return { caller, id };
  };
  const buy = (person: ApiClient, id: LiveId, itemId: MenuItemId) =>
    person.call('POST /funds/tips', {
      body: { liveId: id, itemId, value: centavos(500) },
      idempotencyKey: newId(),
    });

  test('rules, menu and moderators that change reach both rooms', async () => {
    const { caller, id } = await openPrivate();
    const [waiting, inPrivate] = [
      await openSocket(app, ana, liveId),
      await openSocket(app, caller, id),
    ];
    await producer.call('PUT /lives/room/settings', {
      body: { slowSeconds: 5, audience: 'everyone' },
    });
    await producer.call('POST /lives/room/menu', {
      body: { label: 'Beijo', price: centavos(500) },
    });
    await name(ana);
    await name(caller);
    await until(async () => waiting.got('liveRoom').length >= 3);
    await until(async () => inPrivate.got('liveRoom').length >= 3);
    const changes = ['settings', 'menu', 'moderator'];
    for (const [socket, room] of [
      [waiting, liveId],
      [inPrivate, id],
    ] as const)
      expect(socket.got('liveRoom').map((event) => [event.id, event.change])).toEqual(
        changes.map((change) => [room, change]),
      );
  });

  test('the orders that are shown are those of the private show, and then of the party again', async () => {
    const item = await producer.call('POST /lives/room/menu', {
      body: { label: 'Beijo', price: centavos(500) },
    });
    await fill(app, ana, 10_000);
    await buy(ana, liveId, item.id);
    const { caller, id } = await openPrivate();
    await buy(caller, id, item.id);
    const shown = async () =>
      (await openOrders(app.ctx, idOf(producer), 10)).map(({ from }) => from);
    expect(await shown()).toEqual([`Nome ${caller.domainName}`]);
    await producer.call('DELETE /lives/{id}', { params: { id } });
    expect(await shown()).toEqual([`Nome ${ana.domainName}`]);
  });
});
