// The realtime socket with a real server and a real client over the loopback.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { topicKey } from '@camarim/contract/events';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import cookies from '@fastify/cookie';
import Fastify from 'fastify';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { installAllTexts } from '../../texts.ts';
import { inProcessBus } from '../bus/in-process.ts';
import type { Bus, RealtimeMessage } from '../bus/port.ts';
import { fakeClock, type FakeClock } from '../clock/fake.ts';
import { freePort } from '../database/free-port.ts';
import { NOWHERE } from '../http/place.ts';
import { createLogger } from '../log/log.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { memoryPresence } from '../presence/memory.ts';
import type { Presence } from '../presence/port.ts';
import type { AuthenticateSocket } from './handshake.ts';
import { openRealtime, REALTIME_PATH, type Realtime } from './realtime.ts';
import type { TopicChecks } from './topics.ts';

const ANA = 'ana' as ProfileId;
const BIA = 'bia' as ProfileId;
const PUBLIC_URL = 'https://camarim.example';
const log = createLogger({ level: 'silent', format: 'json' });
const balance: RealtimeMessage = {
  event: 'wallets',
  topics: [topicKey('member', ANA)],
  payload: { walletType: 'wallet', balance: centavos(5_000), lockedBalance: centavos(0) },
};

/** Tokens are `profile.session`, with `@` and an hour from now when they expire. */
const authenticate =
  (clock: FakeClock): AuthenticateSocket =>
  async (token) => {
    const [identity = '', hours] = token.split('@');
    const [profileId, sessionId] = identity.split('.');
    if (!profileId || !sessionId) return null;
    const expiresAt = hours ? new Date(clock.now().getTime() + Number(hours) * HOUR_MS) : undefined;
    return {
      profileId: profileId as ProfileId,
      sessionId: sessionId as SessionId,
      place: NOWHERE,
      ...(expiresAt && { expiresAt }),
    };
  };

/** No feature declares a topic here. */
const topics: TopicChecks = { parse: () => [], mayJoin: async () => null };

let app: ReturnType<typeof Fastify>;
let realtime: Realtime;
let bus: Bus;
let presence: Presence;
let clock: FakeClock;
let url: string;
const sockets: Socket[] = [];

/** Not at a port that the system gives to other programs: one test listens there again. */
const serve = async (port?: number): Promise<void> => {
  app = Fastify();
  await app.register(cookies);
  app.get('/page', () => 'a page');
  realtime = openRealtime(
    app,
    {
      bus,
      presence,
      clock,
      log,
      config: {
        publicUrl: PUBLIC_URL,
        TRUST_PROXY: 'loopback',
        GEO_COUNTRY_HEADER: 'x-country',
        BLOCKED_COUNTRIES: ['PT'],
      },
      topics,
      tickMs: 30,
    },
    authenticate(clock),
  );
  await app.listen({ host: '127.0.0.1', port: port ?? (await freePort()) });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

beforeAll(installAllTexts);
beforeEach(async () => {
  bus = inProcessBus(log);
  clock = fakeClock();
  presence = memoryPresence(clock);
  await serve();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await realtime.close();
  await app.close();
});

type ClientOptions = Partial<ManagerOptions & SocketOptions>;
const dial = (options: ClientOptions = {}): Socket => {
  const socket = io(url, {
    path: REALTIME_PATH,
    transports: ['websocket'],
    reconnectionDelay: 50,
    reconnectionDelayMax: 50,
    forceNew: true,
    ...options,
  });
  sockets.push(socket);
  return socket;
};
/** Settles as `connected` or as the code of the refusal. */
const outcome = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) =>
      resolve((error as { data?: { code: string } }).data?.code ?? error.message),
    );
  });
const connected = async (options: ClientOptions): Promise<Socket> => {
  const socket = dial(options);
  expect(await outcome(socket)).toBe('connected');
  return socket;
};
const as = (token: string, more: ClientOptions = {}): ClientOptions => ({
  auth: { token },
  ...more,
});
const heardBy = (socket: Socket): unknown[][] => {
  const heard: unknown[][] = [];
  socket.onAny((...event: unknown[]) => heard.push(event));
  return heard;
};
/** Events travel in order on one socket, so one of its own proves that nothing came before. */
const flush = async (socket: Socket, profileId: ProfileId): Promise<void> => {
  const arrived = new Promise((resolve) => socket.once('chats', resolve));
  await bus.publish('realtime', {
    event: 'chats',
    topics: [topicKey('member', profileId)],
    payload: { id: 'flush' },
  });
  await arrived;
};

describe('connecting a socket', () => {
  const cookie = (origin?: string): ClientOptions => ({
    extraHeaders: { cookie: 'ref=x; token=ana.s1; locale=en', ...(origin && { origin }) },
  });

  test('a client connects with auth.token or a bearer header from any page', async () => {
    expect(
      await outcome(dial(as('ana.s1', { extraHeaders: { origin: 'https://elsewhere.example' } }))),
    ).toBe('connected');
    expect(await outcome(dial({ extraHeaders: { authorization: 'Bearer ana.s1' } }))).toBe(
      'connected',
    );
  });

  test('a browser connects with its cookie from our own pages, on the requested or the public host', async () => {
    expect(await outcome(dial(cookie(url)))).toBe('connected');
    expect(await outcome(dial(cookie(PUBLIC_URL)))).toBe('connected');
  });

  test('a cookie is refused from a foreign page and from a page without an origin', async () => {
    for (const origin of [
      'https://elsewhere.example',
      'null',
      `${url}.elsewhere.example`,
      undefined,
    ]) {
      expect(await outcome(dial(cookie(origin)))).toBe('request.originMissing');
    }
  });

  test('a missing, unknown or expired token is refused', async () => {
    expect(await outcome(dial())).toBe('auth.required');
    expect(await outcome(dial(as('nonsense')))).toBe('auth.expired');
    expect(await outcome(dial(as('ana.s1@-1')))).toBe('auth.expired');
  });

  test('a socket from a refused country is refused before its token is looked at', async () => {
    const from = (country: string, token: string) =>
      outcome(dial(as(token, { extraHeaders: { 'x-country': country } })));
    expect([
      await from('PT', 'ana.s1'),
      await from('PT', 'nonsense'),
      await from('BR', 'ana.s1'),
    ]).toEqual(['country.refused', 'country.refused', 'connected']);
  });

  test('a refusal is in the language of the client', async () => {
    const refused = (options: ClientOptions): Promise<unknown> =>
      new Promise((resolve) =>
        dial(options).once('connect_error', (error) => resolve((error as { data?: unknown }).data)),
      );
    expect(await refused({ auth: { locale: 'en-US' } })).toEqual({
      code: 'auth.required',
      message: 'Log in to continue.',
    });
    expect(await refused({})).toEqual({
      code: 'auth.required',
      message: 'Entre na sua conta para continuar.',
    });
  });

  test('a profile can open only a limited number of sockets', async () => {
    for (let index = 0; index < 20; index++) await connected(as('ana.s1'));
    expect(await outcome(dial(as('ana.s1')))).toBe('request.tooMany');
    await connected(as('bia.s2'));
  });

  test('long-polling is refused, and pages are still served', async () => {
    expect((await fetch(`${url}${REALTIME_PATH}/?EIO=4&transport=polling`)).status).toBe(400);
    expect(await (await fetch(`${url}/page`)).text()).toBe('a page');
  });
});

describe('realtime events', () => {
  test('events reach every socket of a member topic and no other, in an envelope', async () => {
    const [tab, phone, other] = [
      await connected(as('ana.s1')),
      await connected(as('ana.s2')),
      await connected(as('bia.s3')),
    ];
    const heard = [tab, phone, other].map(heardBy);
    await bus.publish('realtime', balance);
    await bus.publish('realtime', {
      event: 'transactions',
      topics: [],
      payload: { id: 't', status: 'paid' },
    });
    for (const socket of [tab, phone]) await flush(socket, ANA);
    await flush(other, BIA);
    const wrapped = ['wallets', { success: true, data: balance.payload }];
    expect(heard[0]?.[0]).toEqual(wrapped);
    expect(heard[1]?.[0]).toEqual(wrapped);
    expect(heard.flat().filter(([event]) => event === 'transactions')).toEqual([]);
    expect(heard[2]).toEqual([['chats', { success: true, data: { id: 'flush' } }]]);
  });

  test('events carry their message in the language of each socket, which may change', async () => {
    const socket = await connected(as('ana.s1', { auth: { token: 'ana.s1', locale: 'es' } }));
    const heard = heardBy(socket);
    const followed: RealtimeMessage = {
      event: 'notifications',
      topics: [topicKey('member', ANA)],
      payload: { field: 'notifications', id: 'n1' },
      message: { key: 'notification.follow', params: { name: 'Bia' } },
    };
    await bus.publish('realtime', followed);
    await flush(socket, ANA);
    socket.emit('locale', 'en');
    const heardNext = async () => {
      heard.length = 0;
      await bus.publish('realtime', followed);
      await flush(socket, ANA);
      return heard.filter(([event]) => event === 'notifications');
    };
    await expect
      .poll(heardNext)
      .toEqual([
        [
          'notifications',
          { success: true, data: followed.payload, message: 'Bia started following you.' },
        ],
      ]);
  });

  test('a large event arrives whole', async () => {
    const socket = await connected(as('ana.s1'));
    const arrived = new Promise((resolve) => socket.once('chats', resolve));
    const id = 'á'.repeat(40_000);
    await bus.publish('realtime', {
      event: 'chats',
      topics: [topicKey('member', ANA)],
      payload: { id },
    });
    expect(await arrived).toEqual({ success: true, data: { id } });
    await flush(socket, ANA);
  });

  test('events of the outbox arrive once their transaction commits', async () => {
    const { db } = await testDatabase();
    const profileId = '01900000-0000-7000-8000-00000000000a' as ProfileId;
    const { relay, ...outbox } = createOutbox({ db, bus, log });
    relay.start();
    const socket = await connected(as(`${profileId}.s1`));
    const arrived = new Promise((resolve) => socket.once('wallets', resolve));
    await db
      .transaction()
      .execute((tx) => outbox.publish(tx, { ...balance, topics: [topicKey('member', profileId)] }));
    outbox.nudge();
    expect(await arrived).toEqual({ success: true, data: balance.payload });
    await relay.stop();
  });
});

describe('ending a connection', () => {
  const ending = (socket: Socket): Promise<string> =>
    new Promise((resolve) => socket.once('disconnect', resolve));

  test('sockets of a revoked session are closed for good, and others stay open', async () => {
    const [revoked, other] = [await connected(as('ana.s1')), await connected(as('ana.s2'))];
    const end = ending(revoked);
    await bus.publish('sessionsEnded', { sessionIds: ['s1' as SessionId] });
    expect(await end).toBe('io server disconnect');
    await flush(other, ANA);
    expect(revoked.active).toBe(false);
  });

  test('a socket is closed when its session is revoked during authentication', async () => {
    await bus.publish('sessionsEnded', { sessionIds: ['s1' as SessionId] });
    const socket = dial(as('ana.s1'));
    expect(await ending(socket)).toBe('io server disconnect');
  });

  test('an expired token closes the connection, and the client connects again with a fresh one', async () => {
    let token = 'ana.s1@1';
    const socket = await connected({ auth: (give) => give({ token }) });
    const end = ending(socket);
    token = 'ana.s1@5';
    clock.advance(HOUR_MS);
    expect(await end).toBe('transport close');
    expect(await outcome(socket)).toBe('connected');
  });

  test('a client that sends too many events is disconnected', async () => {
    const socket = await connected(as('ana.s1'));
    const end = ending(socket);
    for (let index = 0; index < 50; index++) socket.emit('nonsense', index);
    expect(await end).toBe('io server disconnect');
  });

  test('a client that sends a huge message is disconnected', async () => {
    const socket = await connected(as('ana.s1'));
    const end = ending(socket);
    socket.emit('locale', 'x'.repeat(20_000));
    expect(await end).toMatch(/transport/);
  });

  test('closing the server closes its connections, and clients connect again to the next server', async () => {
    const socket = await connected(as('ana.s1'));
    const end = ending(socket);
    const port = (app.server.address() as AddressInfo).port;
    await realtime.close();
    await app.close();
    expect(await end).toBe('transport close');
    await serve(port);
    await expect.poll(() => socket.connected).toBe(true);
    await flush(socket, ANA);
  });
});

describe('presence', () => {
  test('presence records every socket, and the last one that closes', async () => {
    const [tab, phone] = [await connected(as('ana.s1')), await connected(as('ana.s2'))];
    expect(await presence.everyone()).toEqual([ANA]);
    tab.disconnect();
    await sleep(50);
    expect(await presence.everyone()).toEqual([ANA]);
    phone.disconnect();
    await expect.poll(() => presence.everyone()).toEqual([]);
  });

  test('presence lasts as long as the socket is open', async () => {
    await connected(as('ana.s1'));
    for (let minute = 0; minute < 3; minute++) {
      clock.advance(60_000);
      await sleep(80);
    }
    expect(await presence.everyone()).toEqual([ANA]);
  });
});
