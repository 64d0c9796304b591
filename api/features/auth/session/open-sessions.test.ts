// Listing and ending sessions, also on sockets, and the email about a new device.
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiClient, createApiClient, solveCaptcha } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { deviceName } from '../../../platform/http/device-name.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

let app: TestApp;
let origin: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await testApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

/** Logs in from a browser; `cookie` is the device cookie of its last log-in. */
const logIn = async (username: string, userAgent = FIREFOX, cookie = '') => {
  const { status, headers, reply } = await app.visitor.ask('POST /auth', {
    body: { username, password: TEST_PASSWORD, recapcha: await solveCaptcha(app.visitor) },
    headers: { 'user-agent': userAgent, cookie },
  });
  expect(status).toBe(200);
  const mark =
    (headers['set-cookie'] as string[]).find((line) => line.startsWith('device='))?.split(';')[0] ??
    '';
  const { token, refreshToken, user } = reply.data;
  const person: ApiClient = createApiClient(app.server, {
    token,
    refreshToken,
    profileId: user.profile.id,
    domainName: username,
  });
  return { person, mark, sessionId: user.sessionId };
};
const connect = (person: ApiClient): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(origin, {
      path: '/realtime/connect',
      transports: ['websocket'],
      auth: { token: person.token },
      reconnection: false,
    });
    sockets.push(socket);
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
const disconnected = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('disconnect', resolve);
  });
const isIn = async (person: ApiClient) => (await person.ask('GET /auth')).status === 200;
const newDeviceEmails = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(100)) ?? []).filter(
    (email) => email.to === to && email.subject.includes('novo aparelho'),
  );
};

test('the session list has the last used session first and marks the current one', async () => {
  await app.join('olivia');
  app.clock.advance(60_000);
  const { person, sessionId } = await logIn('olivia', PHONE);
  const { reply } = await person.ask('GET /profiles/sessions', { query: {} });
  expect(reply.total).toBe(2);
  expect(reply.data[0]).toEqual({
    id: sessionId,
    device: 'Safari · iPhone',
    address: '127.0.0.1',
    place: null,
    createdAt: expect.any(String),
    lastUsedAt: app.clock.now().toISOString(),
    current: true,
  });
  expect(reply.data[1]?.current).toBe(false);
});

test('the session list shows the proxy’s place of the last use, and none without a proxy', async () => {
  const behind = await testApp({
    settings: {
      TRUST_PROXY: 'loopback',
      GEO_COUNTRY_HEADER: 'x-country',
      GEO_STATE_HEADER: 'x-state',
      GEO_CITY_HEADER: 'x-city',
    },
  });
  const recife = { 'x-country': 'BR', 'x-state': 'PE', 'x-city': 'Recife' };
  const enterFrom = async (world: TestApp, headers: Record<string, string>) => {
    const { reply } = await world.visitor.ask('POST /auth', {
      body: {
        username: 'davi',
        password: TEST_PASSWORD,
        recapcha: await solveCaptcha(world.visitor),
      },
      headers,
    });
    const { token, refreshToken, user } = reply.data;
    return createApiClient(world.server, {
      token,
      refreshToken,
      profileId: user.profile.id,
      domainName: 'davi',
    });
  };
  const placeOf = async (person: ApiClient) =>
    (await person.call('GET /profiles/sessions', { query: {} })).find(({ current }) => current)
      ?.place;
  const person = await enterFrom(behind, recife);
  expect(await placeOf(person)).toBe('Recife, PE, BR');
  await person.ask('POST /auth/refresh-token', {
    body: { refreshToken: person.refreshToken ?? '' },
    headers: { 'x-country': 'PT' },
  });
  expect(await placeOf(person)).toBe('PT');
  expect(await placeOf(await enterFrom(app, recife))).toBeNull();
});

test('an ended session is refused at once, and the server closes its open socket', async () => {
  const mine = await app.join('paula');
  const { person: lost, sessionId } = await logIn('paula');
  const [kept, closing] = [await connect(mine), await connect(lost)];
  const closed = disconnected(closing);
  await mine.call('DELETE /profiles/sessions/{id}', { params: { id: sessionId } });
  expect(await closed).toBe('io server disconnect');
  expect([kept.connected, await isIn(mine), await isIn(lost)]).toEqual([true, true, false]);
  const refresh = await app.visitor.ask('POST /auth/refresh-token', {
    body: { refreshToken: lost.refreshToken ?? '' },
  });
  expect([refresh.status, refresh.reply.code]).toEqual([401, 'auth.refreshRefused']);
  await expect(connect(lost)).rejects.toThrow('auth.expired');
});

test('all other sessions end together', async () => {
  const mine = await app.join('quiteria');
  const others = [await logIn('quiteria'), await logIn('quiteria', PHONE)];
  const closing = await Promise.all(others.map(({ person }) => connect(person)));
  const closed = Promise.all(closing.map(disconnected));
  expect(await mine.call('DELETE /profiles/sessions')).toEqual({ ended: 2 });
  expect(await closed).toEqual(['io server disconnect', 'io server disconnect']);
  expect([
    await isIn(mine),
    ...(await Promise.all(others.map(({ person }) => isIn(person)))),
  ]).toEqual([true, false, false]);
  expect(await mine.call('DELETE /profiles/sessions')).toEqual({ ended: 0 });
});

test('a person can neither see nor end another person’s sessions', async () => {
  const { sessionId, person } = await logIn('malu');
  const refused = await app.fan.ask('DELETE /profiles/sessions/{id}', {
    params: { id: sessionId },
  });
  expect([refused.status, refused.reply.code]).toEqual([404, 'session.notFound']);
  expect(await isIn(person)).toBe(true);
  expect(
    (await app.fan.call('GET /profiles/sessions', { query: {} })).map(({ id }) => id),
  ).not.toContain(sessionId);
});

test('ending a session twice returns session.notFound', async () => {
  const mine = await app.join('renata');
  const { sessionId } = await logIn('renata');
  await mine.call('DELETE /profiles/sessions/{id}', { params: { id: sessionId } });
  expect(
    (await mine.ask('DELETE /profiles/sessions/{id}', { params: { id: sessionId } })).reply.code,
  ).toBe('session.notFound');
});

test('a log-in on a new device sends an email, one on a known or the first device does not', async () => {
  await app.join('sabrina');
  expect(await newDeviceEmails('sabrina@example.com')).toHaveLength(0);
  const { mark } = await logIn('sabrina', PHONE);
  const [email, ...more] = await newDeviceEmails('sabrina@example.com');
  expect(more).toEqual([]);
  expect(email?.text).toContain('Safari · iPhone');
  expect(email?.text).toContain('/settings/sessions');
  await logIn('sabrina', PHONE, mark);
  expect(await newDeviceEmails('sabrina@example.com')).toHaveLength(1);
  await logIn('sabrina', PHONE, 'device=aaaaaaaaaaaaaaaaaaaaaa');
  expect(await newDeviceEmails('sabrina@example.com')).toHaveLength(2);
});

test.each([
  [FIREFOX, 'Firefox · Windows'],
  [PHONE, 'Safari · iPhone'],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 EdgA/150.0',
    'Edge · Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0 (something new)', null],
  ['', null],
])('the user agent "%s" is shown as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
