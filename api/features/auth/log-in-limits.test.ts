// Rate limits of password guessing: by account, address and device.
import { beforeAll, describe, expect, test } from 'vitest';
import { solveCaptcha } from '../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../testing/app.ts';
import type { TestApp } from '../../testing/app.ts';
import { createAccount } from './register-user.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const account = (username: string) =>
  createAccount(app.services.auth, {
    username,
    email: `${username}@example.com`,
    password: TEST_PASSWORD,
    name: 'Nome',
    language: 'pt',
  });
type Attempt = { username: string; password?: string; device?: string; from?: string };
const tryLogIn = async ({
  username,
  password = 'um chute qualquer',
  device = '',
  from = '198.51.100.1',
}: Attempt) => {
  const payload = { username, password, recapcha: await solveCaptcha(app.visitor) };
  const reply = await app.server.inject({
    method: 'POST',
    url: '/api/auth',
    payload,
    headers: { 'x-origin': 'CAM' },
    remoteAddress: from,
    cookies: device ? { device } : {},
  });
  const cookie = reply.cookies.find(({ name }) => name === 'device');
  return { code: reply.json().code as string | undefined, device: cookie?.value ?? '', cookie };
};
const correctOn = (username: string, device = '', from?: string) =>
  tryLogIn({ username, password: TEST_PASSWORD, device, ...(from && { from }) });
/** Uses up the account's limit for unknown devices, from many addresses without cookies. */
const exhaustLimit = async (username: string) => {
  for (let number = 0; number < 100; number += 1)
    await app.ctx.strictLimits.take(`login|${await idOf(username)}`, {
      limit: 100,
      windowSeconds: 900,
    });
};
const idOf = async (username: string) =>
  (
    await app.ctx.db
      .selectFrom('profiles')
      .select('user_id')
      .where('domain_name', '=', username)
      .executeTakeFirstOrThrow()
  ).user_id;

describe("the owner's device", () => {
  test("the owner's device can still log in while other devices exceed the limit, but a new device can’t", async () => {
    await account('sitiada');
    const { device } = await correctOn('sitiada');
    await exhaustLimit('sitiada');
    expect((await correctOn('sitiada', device)).code).toBeUndefined();
    expect((await correctOn('sitiada', '', '198.51.100.2')).code).toBe('request.tooMany');
  });

  test("the owner's device has ten attempts of its own, which do not count for other devices", async () => {
    await account('teimosa');
    const { device } = await correctOn('teimosa');
    const { device: phone } = await correctOn('teimosa', '', '198.51.100.3');
    const codes: unknown[] = [];
    for (let number = 0; number < 11; number += 1)
      codes.push((await tryLogIn({ username: 'teimosa', device })).code);
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'auth.invalidCredentials'),
      'request.tooMany',
    ]);
    expect((await correctOn('teimosa', device)).code).toBe('request.tooMany');
    expect((await correctOn('teimosa', phone)).code).toBeUndefined();
  });

  test("the owner's device is an unknown device again after a password reset", async () => {
    await account('invadida');
    const { device } = await correctOn('invadida');
    await app.visitor.ask('POST /auth/forget', {
      body: { email: 'invadida@example.com', recapcha: await solveCaptcha(app.visitor) },
    });
    await app.runJobs();
    const email = (await app.ctx.mail.inbox?.list(20))?.find(
      ({ to, text }) => to === 'invadida@example.com' && text.includes('/account/reset'),
    );
    const token = /#([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
    await exhaustLimit('invadida');
    expect((await correctOn('invadida', device)).code).toBeUndefined();
    expect(
      (await app.visitor.ask('POST /auth/reset', { body: { token, password: TEST_PASSWORD } }))
        .status,
    ).toBe(200);
    expect((await correctOn('invadida', device)).code).toBe('request.tooMany');
  });

  test("the owner's device is known only to accounts that it has logged in to", async () => {
    await Promise.all([account('vizinha'), account('visada')]);
    const { device } = await correctOn('vizinha');
    await exhaustLimit('visada');
    expect((await correctOn('visada', device)).code).toBe('request.tooMany');
  });

  test.each([
    ['made up', () => `${'A'.repeat(22)}.${'B'.repeat(43)}`],
    ['unsigned', (device: string) => device.split('.')[0] ?? ''],
    [
      'with the signature of another',
      (device: string) => `${'A'.repeat(22)}.${device.split('.')[1]}`,
    ],
  ])("the owner's device gets a new mark in place of one that is %s", async (_, forge) => {
    const { device } = await tryLogIn({ username: 'ninguem' });
    const forged = forge(device);
    expect((await tryLogIn({ username: 'ninguem2', device: forged })).device).not.toBe(forged);
    expect((await tryLogIn({ username: 'ninguem3', device })).device).toBe(device);
  });

  test("the owner's device has its mark in an HttpOnly cookie for a year", async () => {
    expect((await tryLogIn({ username: 'ninguem4' })).cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 365 * 86_400,
    });
  });
});

test('one device has thirty log-in attempts on all accounts together, from any address', async () => {
  const { device } = await tryLogIn({ username: 'alvo0' });
  const codes: unknown[] = [];
  for (let number = 1; number <= 31; number += 1)
    codes.push(
      (await tryLogIn({ username: `alvo${number}`, device, from: `198.51.101.${number}` })).code,
    );
  expect(codes.lastIndexOf('auth.invalidCredentials')).toBe(29);
  expect(codes[30]).toBe('request.tooMany');
  // The control: the same attempts from another device.
  expect((await tryLogIn({ username: 'alvo31', from: '198.51.101.31' })).code).toBe(
    'auth.invalidCredentials',
  );
});

test('log-in attempts by user name and by email count for the same account', async () => {
  await account('dupla');
  await app.ctx.pool.query(
    "UPDATE users SET email_confirmed_at = now() WHERE email = 'dupla@example.com'",
  );
  for (let number = 0; number < 5; number += 1)
    for (const username of ['dupla', 'DUPLA@example.com'])
      await tryLogIn({ username, from: '198.51.102.1' });
  expect((await tryLogIn({ username: 'dupla', from: '198.51.102.1' })).code).toBe(
    'request.tooMany',
  );
});
