// The routes of log-in, refresh and log-out.
import { MINUTE_MS } from '@camarim/contract/time';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { solveCaptcha } from '../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { createPasswords } from './password/passwords.ts';
import { createAccount } from './register-user.ts';

let world: TestApp;

beforeAll(async () => {
  world = await testApp();
  await account('noamare');
  await world.ctx.pool.query(
    "UPDATE users SET email_confirmed_at = created_at WHERE email = 'noamare@example.com'",
  );
});

const account = (username: string) =>
  createAccount(world.services.auth, {
    username,
    email: `${username}@example.com`,
    password: TEST_PASSWORD,
    name: 'Nome',
    language: 'pt',
  });

type LogInRequest = {
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  token?: string;
  cookies?: Record<string, string>;
};
/** Sends as the site's pages do, with the origin marker. */
const send = (
  route: string,
  { body, headers, token, cookies }: LogInRequest = {},
  app: TestApp = world,
) => {
  const [method, path] = route.split(' ') as ['GET' | 'POST', string];
  const bearer = token ? { authorization: `Bearer ${token}` } : {};
  return app.server.inject({
    method,
    url: `/api${path}`,
    headers: { 'x-origin': 'CAM', ...bearer, ...headers },
    ...(cookies && { cookies }),
    ...(body && { payload: body }),
  });
};
const captcha = () => solveCaptcha(world.visitor);
const logIn = async (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  send('POST /auth', {
    body: { username: 'noamare', password: TEST_PASSWORD, recapcha: await captcha(), ...body },
    headers,
  });
const sessionOf = async (): Promise<{
  token: string;
  refreshToken: string;
  user: { id: string; sessionId: string };
}> => (await logIn({})).json().data;
const cookiesOf = (reply: LightMyRequestResponse) =>
  Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
const codeOf = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().code];

test.each(['noamare', 'NoaMare', 'noamare@example.com', 'NOAMARE@Example.com', ' noamare '])(
  'a log-in finds the account by "%s"',
  async (username) => {
    const reply = await logIn({ username });
    expect(reply.statusCode).toBe(200);
    expect(reply.json().data.user.profile.domainName).toBe('noamare');
    expect(Object.keys(cookiesOf(reply)).sort()).toEqual([
      'device',
      'refreshToken',
      'token',
      'userId',
    ]);
  },
);

test('every failed log-in gets the same reply', async () => {
  const { userId } = await account('bloqueada');
  await world.ctx.db
    .updateTable('users')
    .set({ blocked_at: world.clock.now() })
    .where('id', '=', userId)
    .execute();
  const { userId: social } = await account('semsenha');
  await world.ctx.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', social)
    .execute();
  const wrong = [
    await logIn({ password: 'outra senha qualquer' }),
    await logIn({ username: 'ninguem' }),
    await logIn({ username: 'ninguem@example.com' }),
    await logIn({ username: 'bloqueada' }),
    await logIn({ username: 'semsenha' }),
    await logIn({ username: 'semsenha', password: '' }).then(
      (reply) => (
        expect(reply.statusCode).toBe(400),
        logIn({ username: 'semsenha', password: 'null' })
      ),
    ),
  ];
  const answers = wrong.map((reply) => ({
    status: reply.statusCode,
    ...reply.json(),
    requestId: undefined,
    cookies: reply.cookies.map(({ name }) => name),
  }));
  expect(answers[0]).toMatchObject({ status: 400, code: 'auth.invalidCredentials' });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test('a log-in to an unknown account costs as much work as one to a known account', async () => {
  await world.ctx.pool.query(
    "UPDATE users SET password_hash = $1 WHERE email = 'noamare@example.com'",
    [await createPasswords().hash(TEST_PASSWORD)],
  );
  // Attempts of earlier tests must not have caused a pause, which would reply sooner.
  world.clock.advance(900_000);
  // Processor time, which other programs of the machine do not add to.
  const worked = async (
    username: string,
    recapcha: string,
    refusal = 'auth.invalidCredentials',
  ): Promise<number> => {
    const begin = process.cpuUsage();
    const reply = await logIn({ username, password: 'outra senha qualquer', recapcha });
    const { user, system } = process.cpuUsage(begin);
    expect(codeOf(reply)).toEqual([400, refusal]);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  /** Replies without verifying a password: the difference that the test would detect. */
  const unhashed: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    known.push(await worked('noamare', await captcha()));
    unknown.push(await worked(`ninguem${round}`, await captcha()));
    unhashed.push(await worked('noamare', 'unsolved', 'auth.captchaRefused'));
  }
  // The least of each, because what else the process does can only add to it.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.6);
  expect(Math.min(...unhashed)).toBeLessThan(Math.min(...known) * 0.6);
});

test('ten attempts on one account from one address cause a pause for new devices', async () => {
  await account('alvo');
  const tries: unknown[] = [];
  for (const username of ['alvo', 'inexistente']) {
    for (let number = 0; number < 11; number += 1)
      tries.push(codeOf(await logIn({ username, password: 'chute numero tal' })));
  }
  const expected = [
    ...Array.from({ length: 10 }, () => [400, 'auth.invalidCredentials']),
    [429, 'request.tooMany'],
  ];
  expect(tries).toEqual([...expected, ...expected]);
  const right = await logIn({ username: 'alvo' });
  expect(codeOf(right)).toEqual([429, 'request.tooMany']);
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  world.clock.advance(900_000);
  expect((await logIn({ username: 'alvo' })).statusCode).toBe(200);
});

test('a log-in without a solved captcha does not check the password', async () => {
  expect(codeOf(await logIn({ recapcha: 'bm9wZQ==' }))).toEqual([400, 'auth.captchaRefused']);
  const recapcha = await captcha();
  await logIn({ recapcha });
  expect(codeOf(await logIn({ recapcha }))).toEqual([400, 'auth.captchaRefused']);
});

test.each([
  ['username', { username: '' }],
  ['password', { password: '' }],
  ['recapcha', { recapcha: undefined }],
])('a log-in without %s is refused, naming the field', async (field, body) => {
  const reply = await logIn(body);
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]]);
});

test.each(['POST /auth', 'POST /auth/refresh-token', 'POST /auth/logout'])(
  'the route %s requires the origin marker',
  async (route) => {
    const { refreshToken, token } = await sessionOf();
    const reply = await world.server.inject({
      method: 'POST',
      url: `/api${route.slice(5)}`,
      payload: {},
      cookies: { refreshToken, token },
    });
    expect(codeOf(reply)).toEqual([403, 'request.originMissing']);
  },
);

test('GET /auth returns the user of a bearer token or cookie, and 401 without a session', async () => {
  const { token, user } = await sessionOf();
  expect((await send('GET /auth', { token })).json().data).toMatchObject({
    id: user.id,
    sessionId: user.sessionId,
  });
  expect((await send('GET /auth', { cookies: { token } })).statusCode).toBe(200);
  expect(codeOf(await send('GET /auth'))).toEqual([401, 'auth.required']);
  expect(codeOf(await send('GET /auth', { token: `${token}x` }))).toEqual([401, 'auth.required']);
});

test('a browser refreshes by its cookie and gets the new tokens in cookies only', async () => {
  const session = await sessionOf();
  world.clock.advance(16 * MINUTE_MS);
  expect(codeOf(await send('GET /auth', { cookies: { token: session.token } }))).toEqual([
    401,
    'auth.required',
  ]);
  const reply = await send('POST /auth/refresh-token', {
    cookies: { token: session.token, refreshToken: session.refreshToken },
  });
  expect(reply.json().data).toEqual({ token: null, refreshToken: null, userId: session.user.id });
  const cookies = cookiesOf(reply);
  expect(cookies['refreshToken']).not.toBe(session.refreshToken);
  expect(
    (await send('GET /auth', { cookies: { token: cookies['token'] ?? '' } })).json().data.sessionId,
  ).toBe(session.user.sessionId);
});

test('a client refreshes by the body and gets the new tokens in the body', async () => {
  const session = await sessionOf();
  const reply = await send('POST /auth/refresh-token', {
    body: { token: session.token, refreshToken: session.refreshToken },
  });
  const { data } = reply.json();
  expect(data.userId).toBe(session.user.id);
  expect((await send('GET /auth', { token: data.token })).statusCode).toBe(200);
});

test('two tabs that refresh at the same moment both stay logged in', async () => {
  const { refreshToken } = await sessionOf();
  const replies = await Promise.all(
    [1, 2, 3].map(() => send('POST /auth/refresh-token', { cookies: { refreshToken } })),
  );
  const cookies = replies.map(cookiesOf);
  expect(new Set(cookies.map((given) => given['refreshToken'])).size).toBe(1);
  for (const given of cookies)
    expect((await send('GET /auth', { cookies: { token: given['token'] ?? '' } })).statusCode).toBe(
      200,
    );
});

test('a refused refresh clears the cookies', async () => {
  const { refreshToken } = await sessionOf();
  await send('POST /auth/refresh-token', { cookies: { refreshToken } });
  world.clock.advance(31_000);
  const reply = await send('POST /auth/refresh-token', { cookies: { refreshToken } });
  expect(codeOf(reply)).toEqual([401, 'auth.refreshRefused']);
  expect(cookiesOf(reply)).toMatchObject({ token: '', refreshToken: '', userId: '' });
  expect(codeOf(await send('POST /auth/refresh-token'))).toEqual([401, 'auth.refreshRefused']);
});

test('a refresh that fails on the server leaves the cookies, and the same token works afterwards', async () => {
  const { refreshToken } = await sessionOf();
  await world.ctx.pool.query('ALTER TABLE rotated_refresh_tokens RENAME TO elsewhere');
  const failed = await send('POST /auth/refresh-token', { cookies: { refreshToken } });
  await world.ctx.pool.query('ALTER TABLE elsewhere RENAME TO rotated_refresh_tokens');
  expect([failed.statusCode, failed.cookies]).toEqual([500, []]);
  expect((await send('POST /auth/refresh-token', { cookies: { refreshToken } })).statusCode).toBe(
    200,
  );
});

test('an accepted refresh sets each cookie once', async () => {
  const { refreshToken } = await sessionOf();
  const reply = await send('POST /auth/refresh-token', { cookies: { refreshToken } });
  expect(reply.cookies.map(({ name }) => name).sort()).toEqual(['refreshToken', 'token', 'userId']);
});

test('a log-out ends the session at once and clears the cookies', async () => {
  const { token, refreshToken } = await sessionOf();
  const reply = await send('POST /auth/logout', { cookies: { token, refreshToken } });
  expect(reply.statusCode).toBe(200);
  expect(cookiesOf(reply)).toMatchObject({ token: '', refreshToken: '', userId: '' });
  expect(codeOf(await send('GET /auth', { token }))).toEqual([401, 'auth.required']);
  expect(codeOf(await send('POST /auth/refresh-token', { cookies: { refreshToken } }))).toEqual([
    401,
    'auth.refreshRefused',
  ]);
});

test('a log-out works with an expired access token, and without any session', async () => {
  const { token, refreshToken } = await sessionOf();
  world.clock.advance(16 * MINUTE_MS);
  await send('POST /auth/logout', { cookies: { token, refreshToken } });
  expect(codeOf(await send('POST /auth/refresh-token', { cookies: { refreshToken } }))).toEqual([
    401,
    'auth.refreshRefused',
  ]);
  expect((await send('POST /auth/logout')).statusCode).toBe(200);
});

test('session cookies are sent over HTTPS only in production', async () => {
  const secure = await testApp({
    settings: {
      CAMARIM_ENV: 'production',
      CAMARIM_PUBLIC_URL: 'https://camarim.example',
      DATA_KEY: 'a key of the test, of 32 characters or more',
    },
  });
  const reply = await send(
    'POST /auth',
    {
      body: {
        username: 'davi',
        password: TEST_PASSWORD,
        recapcha: await solveCaptcha(secure.visitor),
      },
    },
    secure,
  );
  expect(reply.cookies.map(({ secure: only }) => only)).toEqual([true, true, true, true]);
});

test('log-ins of one address are limited to the contract’s rate', async () => {
  const strict = await testApp({ rateScale: 1 });
  const replies: LightMyRequestResponse[] = [];
  for (let number = 0; number < 21; number += 1) {
    const payload = { username: `x${number}`, password: 'y', recapcha: 'bm9wZQ==' };
    replies.push(
      await strict.server.inject({
        method: 'POST',
        url: '/api/auth',
        payload,
        headers: { 'x-origin': 'CAM' },
        remoteAddress: '198.51.100.9',
      }),
    );
  }
  expect(replies.map(({ statusCode }) => statusCode).lastIndexOf(400)).toBe(19);
  expect(replies[20]?.statusCode).toBe(429);
});
