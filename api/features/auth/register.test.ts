// The route of registration: the account, its session, and every refusal with its field.
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { solveCaptcha } from '../../api-client.ts';
import { testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';

let world: TestApp;
let count = 0;

beforeAll(async () => {
  world = await testApp();
});

const person = (changes: Record<string, unknown> = {}) => {
  count += 1;
  return {
    username: `pessoa${count}`,
    email: `pessoa${count}@example.com`,
    password: 'meu gato come peixe',
    name: 'Dália Norte',
    ...changes,
  };
};
const send = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  world.server.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: body,
    headers: { 'x-origin': 'CAM', ...headers },
  });
const register = async (
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => send({ recapcha: await solveCaptcha(world.visitor), ...person(changes) }, headers);
const tables = async () => {
  const { rows } = await world.ctx.pool.query(
    'SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM profiles)::int AS profiles, (SELECT count(*) FROM sessions)::int AS sessions',
  );
  return rows[0] as unknown;
};
/** A refusal as a test compares it. */
const refusal = (reply: LightMyRequestResponse) => {
  const { success, fields } = reply.json<{
    success: boolean;
    fields?: Record<string, { code: string; message: string }>;
  }>();
  return { status: reply.statusCode, success, fields, cookies: reply.cookies };
};
const ofField = (field: string, code: string) => ({
  status: 400,
  success: false,
  fields: { [field]: { code, message: expect.stringMatching(/.+/) } },
  cookies: [],
});

test('registration creates user, profile, wallet and session, and returns the user', async () => {
  const reply = await register({
    username: 'Lia.Solar',
    email: 'Lia@Example.com',
    name: '  Lia Solar ',
  });
  expect(reply.statusCode).toBe(200);
  const { data } = reply.json();
  expect(data.user).toMatchObject({
    email: 'lia@example.com',
    emailConfirmed: false,
    admin: false,
    unreadNotifications: 0,
    profile: {
      domainName: 'lia.solar',
      exibitionName: 'Lia Solar',
      producer: false,
      activeCam: false,
      producerStage: 'member',
      defaultLanguage: 'pt',
      totalFollowers: 0,
    },
  });
  const { rows } = await world.ctx.pool.query(
    'SELECT balance FROM ledger_accounts WHERE owner_profile_id = $1 AND kind = $2',
    [data.user.profile.id, 'wallet'],
  );
  expect(rows).toEqual([{ balance: 0 }]);
  const again = await world.server.inject({
    url: '/api/auth',
    headers: { authorization: `Bearer ${data.token}` },
  });
  expect(again.json().data).toEqual(data.user);
});

test('registration sets two HttpOnly cookies and a readable one with the user id', async () => {
  const reply = await register();
  const { data } = reply.json();
  const byName = Object.fromEntries(reply.cookies.map((cookie) => [cookie.name, cookie]));
  const common = { path: '/', sameSite: 'Lax', maxAge: 604_800 };
  expect(byName['token']).toMatchObject({ ...common, httpOnly: true, value: data.token });
  expect(byName['refreshToken']).toMatchObject({
    ...common,
    httpOnly: true,
    value: data.refreshToken,
  });
  expect(byName['userId']).toMatchObject({ ...common, value: data.user.id });
  expect(byName['userId']?.httpOnly).toBeUndefined();
  expect(
    (await world.server.inject({ url: '/api/auth', cookies: { token: data.token } })).statusCode,
  ).toBe(200);
});

test('a new profile has the language of the registration', async () => {
  const reply = await register({}, { lang: 'es' });
  expect(reply.json().data.user.profile.defaultLanguage).toBe('es');
});

test('registration refuses a taken user name in any case, naming the field', async () => {
  expect((await register({ username: 'nomeunico' })).statusCode).toBe(200);
  const before = await tables();
  expect(refusal(await register({ username: 'NomeUnico' }))).toEqual(
    ofField('username', 'validate.taken'),
  );
  expect(await tables()).toEqual(before);
});

test('registration names a taken user name and a weak password in one answer', async () => {
  expect((await register({ username: 'jaexiste' })).statusCode).toBe(200);
  const { fields } = refusal(await register({ username: 'jaexiste', password: 'password123' }));
  expect(Object.entries(fields ?? {}).map(([field, { code }]) => [field, code])).toEqual([
    ['username', 'validate.taken'],
    ['password', 'validate.weakPassword'],
  ]);
});

/** The codes of the wrong fields, in the order of the answer. */
const codesOf = (reply: LightMyRequestResponse) =>
  Object.entries(refusal(reply).fields ?? {}).map(([field, { code }]) => [field, code]);

test('registration names a taken user name beside fields of a wrong shape, in one answer', async () => {
  expect((await register({ username: 'jafoidado' })).statusCode).toBe(200);
  const taken = ['username', 'validate.taken'];
  expect(codesOf(await register({ username: 'JaFoiDado', email: 'sem arroba' }))).toEqual([
    taken,
    ['email', 'validate.invalid'],
  ]);
  // No captcha is spent on a body that is wrong anyway.
  expect(codesOf(await send({ username: 'jafoidado', password: 'password123' }))).toEqual([
    taken,
    ['password', 'validate.weakPassword'],
    ['email', 'validate.required'],
    ['name', 'validate.required'],
    ['recapcha', 'validate.required'],
  ]);
  expect(codesOf(await register({ username: 'suporte', name: '' }))).toEqual([
    ['username', 'validate.reserved'],
    ['name', 'validate.required'],
  ]);
  expect(
    codesOf(await register({ username: 'jafoidado', emailConfirm: 'outra@example.com' })),
  ).toEqual([taken, ['emailConfirm', 'validate.invalid']]);
});

test('a body of registration that is no object is refused', async () => {
  for (const payload of ['"texto"', '[]', '12', 'null']) {
    const reply = await world.server.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload,
      headers: { 'x-origin': 'CAM', 'content-type': 'application/json' },
    });
    expect([payload, reply.statusCode]).toEqual([payload, 400]);
  }
});

test('a repeated email address or password may be sent, and must be the same', async () => {
  for (const [field, changes] of [
    ['emailConfirm', { emailConfirm: 'outra@example.com' }],
    ['passwordConfirm', { passwordConfirm: 'meu gato come aves' }],
  ] as const)
    expect(refusal(await register(changes))).toEqual(ofField(field, 'validate.invalid'));
  const { username, email, password } = person();
  const repeated = { username, email, password, emailConfirm: email, passwordConfirm: password };
  expect((await register(repeated)).statusCode).toBe(200);
});

test('only one of many concurrent registrations with one name succeeds', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => register({ username: 'disputado' })),
  );
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400]);
});

test.each(['wallet', 'api', 'suporte', 'favicon.ico'])(
  'registration refuses the reserved name %s',
  async (username) => {
    expect(refusal(await register({ username }))).toEqual(ofField('username', 'validate.reserved'));
  },
);

test.each(['password123', 'pessoa-de-teste', 'dalia-norte-1990'])(
  'registration refuses the password %s as too weak for this person',
  async (password) => {
    expect(refusal(await register({ password, username: 'pessoa-de-teste' }))).toEqual(
      ofField('password', 'validate.weakPassword'),
    );
  },
);

test.each([
  ['username', { username: 'x' }, 'validate.min'],
  ['username', { username: 'a b c' }, 'validate.invalid'],
  ['username', { username: 'x'.repeat(31) }, 'validate.max'],
  ['username', { username: undefined }, 'validate.required'],
  ['email', { email: 'ninguem' }, 'validate.invalid'],
  ['email', { email: `${'x'.repeat(250)}@example.com` }, 'validate.max'],
  ['password', { password: 'curta' }, 'validate.min'],
  ['password', { password: 'x'.repeat(201) }, 'validate.max'],
  ['name', { name: '   ' }, 'validate.required'],
  ['name', { name: 5 }, 'validate.invalid'],
  ['recapcha', { recapcha: '' }, 'validate.required'],
])('registration refuses an invalid %s by field: %o', async (field, changes, code) => {
  expect(refusal(await register(changes))).toEqual(ofField(field, code));
});

test.each([
  ['pt', 'Já está em uso.'],
  ['en', 'Already in use.'],
  ['es', 'Ya está en uso.'],
])('registration refusals are in the language of the request: %s', async (lang, message) => {
  await register({ username: 'poliglota' });
  const reply = await register({ username: 'poliglota' }, { lang });
  expect(reply.json().fields.username.message).toBe(message);
});

test('registration without a solved captcha changes nothing', async () => {
  const before = await tables();
  const spent = await solveCaptcha(world.visitor);
  await send({ ...person(), password: 'password123', recapcha: spent });
  for (const recapcha of ['bm9wZQ==', spent]) {
    const reply = await send({ ...person(), recapcha });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'auth.captchaRefused']);
  }
  expect(await tables()).toEqual(before);
});

test('a page of another origin can’t register an account', async () => {
  const reply = await world.server.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { ...person(), recapcha: await solveCaptcha(world.visitor) },
  });
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'request.originMissing']);
});

test('registration neither logs nor returns password, hash or refresh token hashes', async () => {
  const password = 'segredo bem guardado do teste';
  const reply = await register({ password, email: 'discreta@example.com' });
  const { token, refreshToken, user } = reply.json().data;
  const logged = world.lines.join('\n');
  for (const secret of [password, token, refreshToken, 'discreta@example.com', '$argon2'])
    expect(logged).not.toContain(secret);
  expect(JSON.stringify(user)).not.toMatch(/argon2|password|hash/i);
});
