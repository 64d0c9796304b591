// What both captchas must do: a solution is accepted once and in time, and everything else is
// refused.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib';
import type { CaptchaAction } from '@camarim/contract/captcha';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import type { SandboxAccess } from '../payments/sandbox-process.ts';
import { testSandbox } from '../../testing/sandbox.ts';
import type { Captcha } from './port.ts';
import { turnstile } from './turnstile.ts';

const REFUSED = { code: 'auth.captchaRefused' };
const UNAVAILABLE = { code: 'auth.captchaUnavailable' };
const SITE = { siteKey: '0x4CAMARIMSANDBOX', secretKey: '0x4CAMARIMSANDBOXSECRET' };
const HOST = 'fans.example.com';
const AT_LOG_IN = { action: 'log-in', address: '198.51.100.7' } as const;

let sandbox: SandboxAccess;
const lines: string[] = [];
const keep = (...given: unknown[]): void => void lines.push(JSON.stringify(given));

beforeAll(async () => {
  sandbox = await testSandbox();
});

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const connect = (changes: Partial<Parameters<typeof turnstile>[0]> = {}): Captcha =>
  turnstile({
    ...SITE,
    hostname: HOST,
    origin: sandbox.url,
    log: { warn: keep, error: keep },
    timeoutMs: 30_000,
    ...changes,
  });
/** What the widget does in a browser. */
const tokenOf = async (
  action: CaptchaAction = 'log-in',
  hostname = HOST,
  sitekey = SITE.siteKey,
): Promise<string> =>
  (
    (await (await post('/turnstile/token', { sitekey, hostname, action })).json()) as {
      token: string;
    }
  ).token;

type Shape = {
  name: string;
  open: () => Promise<{
    captcha: Captcha;
    solve: () => Promise<string>;
    pass: (seconds: number) => Promise<void>;
  }>;
  seconds: number;
};

const SHAPES: Shape[] = [
  {
    name: 'the proof of work',
    seconds: 600,
    async open() {
      const { ctx, clock } = await testApp();
      return {
        captcha: ctx.captcha,
        async solve() {
          const challenge = (await ctx.captcha.challenge('198.51.100.7')) as unknown as Challenge;
          return Buffer.from(
            JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }),
          ).toString('base64');
        },
        pass: async (seconds) => clock.advance(seconds * 1_000),
      };
    },
  },
  {
    name: 'Turnstile',
    seconds: 300,
    open: async () => ({
      captcha: connect(),
      solve: () => tokenOf(),
      pass: async (seconds) => void (await post('/__clock/advance', { seconds })),
    }),
  },
];

describe.each(SHAPES)('$name', ({ open, seconds }) => {
  let world: Awaited<ReturnType<Shape['open']>>;
  beforeAll(async () => {
    world = await open();
  });
  const spend = (solution: string) => world.captcha.spend(solution, AT_LOG_IN);

  test('the captcha accepts a solution once', async () => {
    const solution = await world.solve();
    await expect(spend(solution)).resolves.toBeUndefined();
    await expect(spend(solution)).rejects.toMatchObject(REFUSED);
  });

  test('the captcha accepts a solution once when it is sent three times at the same moment', async () => {
    const solution = await world.solve();
    const outcomes = await Promise.allSettled([spend(solution), spend(solution), spend(solution)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('the captcha accepts a solution until it expires', async () => {
    const [early, late] = [await world.solve(), await world.solve()];
    await world.pass(seconds - 30);
    await expect(spend(early)).resolves.toBeUndefined();
    await world.pass(31);
    await expect(spend(late)).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ['nothing', ''],
    ['another text', 'bm9wZQ=='],
    ['a text that is too long', 'a'.repeat(4_000)],
    ['the dummy token of test keys', 'XXXX.DUMMY.TOKEN.XXXX'],
  ])('the captcha refuses %s', async (_what, solution) => {
    await expect(spend(solution)).rejects.toMatchObject(REFUSED);
  });
});

describe('Turnstile', () => {
  const disarm = () => fetch(`${sandbox.url}/__faults`, { method: 'DELETE' });
  afterEach(async () => {
    lines.length = 0;
    await disarm();
  });
  const arm = (fault: object) =>
    post('/__faults', { on: 'POST /turnstile/v0/siteverify', ...fault });

  test('Turnstile gives the browser the site key and the script address, never the secret key', async () => {
    const captcha = connect({ origin: undefined });
    expect(await captcha.challenge('198.51.100.7')).toEqual({
      provider: 'turnstile',
      siteKey: SITE.siteKey,
      script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    });
    expect(captcha.origins).toEqual(['https://challenges.cloudflare.com']);
  });

  test('Turnstile refuses a token of another form or another host', async () => {
    await expect(connect().spend(await tokenOf('register'), AT_LOG_IN)).rejects.toMatchObject(
      REFUSED,
    );
    await expect(
      connect().spend(await tokenOf('log-in', 'elsewhere.example.com'), AT_LOG_IN),
    ).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ['drop', {}],
    ['status', { status: 500 }],
  ])(
    'Turnstile asks once more with the same key when the answer was lost after the token was spent (%s)',
    async (action, more) => {
      await arm({ action, ...more, when: 'after' });
      await expect(connect().spend(await tokenOf(), AT_LOG_IN)).resolves.toBeUndefined();
    },
  );

  test.each([
    ['refuses connections', { action: 'drop' }],
    ['answers 503', { action: 'status', status: 503 }],
    ['does not answer', { action: 'hang' }],
  ])(
    'Turnstile refuses every visitor while Cloudflare %s, and says that it is not their fault',
    async (_how, fault) => {
      const token = await tokenOf();
      await arm({ ...fault, times: 2 });
      await expect(connect({ timeoutMs: 1_000 }).spend(token, AT_LOG_IN)).rejects.toMatchObject({
        ...UNAVAILABLE,
        data: { retryAfterSeconds: 30 },
      });
      expect(lines).toHaveLength(2);
      expect(lines.join()).not.toContain(token);
      await disarm();
      await expect(connect().spend(token, AT_LOG_IN)).resolves.toBeUndefined();
    },
  );

  test('a wrong Turnstile secret key is logged without the key, the token or the address', async () => {
    const token = await tokenOf();
    await expect(connect({ secretKey: '0x4WRONG' }).spend(token, AT_LOG_IN)).rejects.toMatchObject(
      UNAVAILABLE,
    );
    expect(lines.join()).toContain('invalid-input-secret');
    for (const secret of ['0x4WRONG', token, AT_LOG_IN.address])
      expect(lines.join()).not.toContain(secret);
  });

  const withTestKey = async (secretKey: string) =>
    connect({ secretKey }).spend(
      await tokenOf('log-in', HOST, '1x00000000000000000000AA'),
      AT_LOG_IN,
    );

  test('Turnstile’s test keys accept, refuse and report a spent token', async () => {
    await expect(withTestKey('1x0000000000000000000000000000000AA')).resolves.toBeUndefined();
    await expect(withTestKey('2x0000000000000000000000000000000AA')).rejects.toMatchObject(REFUSED);
    await expect(withTestKey('3x0000000000000000000000000000000AA')).rejects.toMatchObject(REFUSED);
  });
});
