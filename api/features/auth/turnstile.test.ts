// Turnstile: a form's token is accepted by that form's route only.
import { beforeAll, expect, test } from 'vitest';
import type { CaptchaAction } from '@camarim/contract/captcha';
import { openCaptcha } from '../../platform/captcha/open.ts';
import type { SandboxAccess } from '../../platform/payments/sandbox-process.ts';
import { testSandbox } from '../../testing/sandbox.ts';
import { HOLDER } from '../../testing/cards/paying.ts';
import { TEST_PASSWORD, testApp, type TestApp } from '../../testing/app.ts';

const SITE = {
  TURNSTILE_SITE_KEY: '0x4CAMARIMSANDBOX',
  TURNSTILE_SECRET_KEY: '0x4CAMARIMSANDBOXSECRET',
};

let sandbox: SandboxAccess;
let app: TestApp;

beforeAll(async () => {
  sandbox = await testSandbox();
  app = await testApp();
  // The fixtures' people registered with the proof of work; from here on the site requires
  // Turnstile.
  app.ctx.captcha = openCaptcha({
    ...app.ctx,
    config: { ...app.ctx.config, ...SITE, TURNSTILE_ORIGIN: sandbox.url },
  });
});

const tokenOf = async (action: CaptchaAction): Promise<string> => {
  const reply = await fetch(`${sandbox.url}/turnstile/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sitekey: SITE.TURNSTILE_SITE_KEY, hostname: 'localhost', action }),
  });
  return ((await reply.json()) as { token: string }).token;
};
const codeOf = ({ status, reply }: { status: number; reply: { code?: string | undefined } }) => [
  status,
  reply.code,
];
const logIn = async (recapcha: string) =>
  codeOf(
    await app.visitor.ask('POST /auth', {
      body: { username: 'davi', password: TEST_PASSWORD, recapcha },
    }),
  );
const forget = async (recapcha: string) =>
  codeOf(
    await app.visitor.ask('POST /auth/forget', { body: { email: 'davi@example.com', recapcha } }),
  );
const register = async (recapcha: string) =>
  codeOf(
    await app.visitor.ask('POST /auth/register', {
      body: {
        username: 'nova',
        name: 'Nova',
        email: 'nova@example.com',
        password: TEST_PASSWORD,
        recapcha,
      },
    }),
  );

test('the page gets Turnstile’s site key and script, and not its secret', async () => {
  const challenge = await app.visitor.call('GET /auth/captcha');
  expect(challenge).toEqual({
    provider: 'turnstile',
    siteKey: SITE.TURNSTILE_SITE_KEY,
    script: `${sandbox.url}/turnstile/v0/api.js?render=explicit`,
  });
});

test.each([
  ['logging in', logIn, 'log-in', 'register'],
  ['a forgotten password', forget, 'forgot-password', 'log-in'],
  ['registering', register, 'register', 'add-card'],
] as const)(
  'the form %s accepts a Turnstile token of its own, once',
  async (_what, call, own, other) => {
    expect(await call(await tokenOf(other))).toEqual([400, 'auth.captchaRefused']);
    const token = await tokenOf(own);
    expect(await call(token)).toEqual([200, undefined]);
    expect(await call(token)).toEqual([400, 'auth.captchaRefused']);
  },
);

test('adding a card accepts only a Turnstile token of its own form', async () => {
  const save = async (action: CaptchaAction) =>
    (
      await app.fan.ask('POST /funds/cards', {
        body: {
          ...HOLDER,
          encrypted: 'not a card'.repeat(20),
          recapcha: await tokenOf(action),
        },
      })
    ).reply.code;
  expect(await save('log-in')).toBe('auth.captchaRefused');
  // After the captcha: this application has no acquirer.
  expect(await save('add-card')).toBe('wallet.methodUnavailable');
});

test('a log-in while Cloudflare is unreachable opens no session and says so', async () => {
  await fetch(`${sandbox.url}/__faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      on: 'POST /turnstile/v0/siteverify',
      action: 'status',
      status: 502,
      times: 2,
    }),
  });
  const token = await tokenOf('log-in');
  const { status, reply } = await app.visitor.ask('POST /auth', {
    body: { username: 'davi', password: TEST_PASSWORD, recapcha: token },
  });
  expect([status, reply.code, reply.message]).toEqual([
    503,
    'auth.captchaUnavailable',
    'A verificação contra robôs não está respondendo. Nada foi feito: tente de novo em alguns instantes.',
  ]);
  expect(app.lines.join('\n')).not.toContain(token);
  expect(app.lines.join('\n')).not.toContain(SITE.TURNSTILE_SECRET_KEY);
});
