// Password reset, confirmation and change of the address, and change of the password, through the
// emails that are sent.
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient, solveCaptcha } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';

const NEXT_PASSWORD = 'varanda-cometa-oliveira';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.runJobs();
});

const emails = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(100)) ?? []).filter((email) => email.to === to);
};
const tokenIn = (text: string): string => /#([\w-]+)/.exec(text)?.[1] ?? '';
const latestToken = async (to: string) => tokenIn((await emails(to))[0]?.text ?? '');
const forget = async (email: string) =>
  app.visitor.ask('POST /auth/forget', {
    body: { email, recapcha: await solveCaptcha(app.visitor) },
  });
const reset = (token: string, password = NEXT_PASSWORD) =>
  app.visitor.ask('POST /auth/reset', { body: { token, password } });
const logIn = async (username: string, password: string) =>
  app.visitor.ask('POST /auth', {
    body: { username, password, recapcha: await solveCaptcha(app.visitor) },
  });
const isIn = async (person: ApiClient) => (await person.ask('GET /auth')).status === 200;
const outcome = ({
  status,
  reply,
}: {
  status: number;
  reply: { code?: string; fields?: Record<string, { code: string }> };
}) => [status, reply.code, Object.keys(reply.fields ?? {})];

describe('a forgotten password', () => {
  test('the link of a forgotten password sets a new one, ends every session and notifies the owner', async () => {
    const person = await app.join('esquecida');
    expect((await forget('Esquecida@Example.com')).status).toBe(200);
    const token = await latestToken('esquecida@example.com');
    expect((await reset(token)).status).toBe(200);
    expect(await isIn(person)).toBe(false);
    expect((await logIn('esquecida', TEST_PASSWORD)).status).toBe(400);
    expect((await logIn('esquecida', NEXT_PASSWORD)).reply.data.user.emailConfirmed).toBe(true);
    expect((await emails('esquecida@example.com')).map(({ subject }) => subject)).toContain(
      'Sua senha foi alterada',
    );
  });

  test('a forgotten password gets the same reply for an unknown address, and no email is sent', async () => {
    const known = await forget('davi@example.com');
    const unknown = await forget('ninguem@example.com');
    expect({ ...unknown.reply, status: unknown.status }).toEqual({
      ...known.reply,
      status: known.status,
    });
    expect(await emails('ninguem@example.com')).toEqual([]);
    expect(JSON.stringify(await app.ctx.jobs.list({ name: 'auth.forget' }))).not.toContain('davi@');
  });

  test('the link for a forgotten password works once', async () => {
    await app.join('umavez');
    await forget('umavez@example.com');
    const token = await latestToken('umavez@example.com');
    const both = await Promise.all([reset(token), reset(token, 'outra-frase-bem-longa')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(outcome(await reset(token))).toEqual([400, 'token.invalid', []]);
  });

  test('the link for a forgotten password works for an hour, and only the newest one works', async () => {
    await app.join('atrasada');
    await forget('atrasada@example.com');
    const first = await latestToken('atrasada@example.com');
    await forget('atrasada@example.com');
    const second = await latestToken('atrasada@example.com');
    expect(outcome(await reset(first))).toEqual([400, 'token.invalid', []]);
    app.clock.advance(HOUR_MS);
    expect(outcome(await reset(second))).toEqual([400, 'token.invalid', []]);
  });

  test('a forgotten password can’t be replaced by a weak one, whose refusal does not consume the link', async () => {
    await app.join('fraquinha');
    await forget('fraquinha@example.com');
    const token = await latestToken('fraquinha@example.com');
    expect(outcome(await reset(token, 'fraquinha123'))).toEqual([
      400,
      'validate.weakPassword',
      ['password'],
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  test('requests for a forgotten password cause three emails an hour at most', async () => {
    await app.join('insistente');
    for (let time = 0; time < 5; time += 1)
      expect((await forget('insistente@example.com')).status).toBe(200);
    expect(
      (await emails('insistente@example.com')).filter(
        ({ subject }) => subject === 'Escolha uma nova senha',
      ),
    ).toHaveLength(3);
  });

  test('a forgotten password is not replaced by a link of another purpose', async () => {
    await app.join('trocada');
    const token = await latestToken('trocada@example.com');
    expect(outcome(await reset(token))).toEqual([400, 'token.invalid', []]);
  });

  test('a forgotten password can be reset only with a solved captcha', async () => {
    expect(
      outcome(
        await app.visitor.ask('POST /auth/forget', {
          body: { email: 'davi@example.com', recapcha: 'bm9wZQ==' },
        }),
      ),
    ).toEqual([400, 'auth.captchaRefused', []]);
  });
});

describe('the email address of an account', () => {
  const confirm = (token: string) =>
    app.visitor.ask('POST /auth/confirm-email', { body: { token } });

  test('the email address of an account is confirmed by the email of the registration', async () => {
    const person = await app.join('confirmada');
    expect((await person.call('GET /auth')).emailConfirmed).toBe(false);
    expect((await confirm(await latestToken('confirmada@example.com'))).reply.data).toEqual({
      email: 'confirmada@example.com',
    });
    expect((await person.call('GET /auth')).emailConfirmed).toBe(true);
    const before = (await emails('confirmada@example.com')).length;
    await person.call('POST /auth/confirm-email/send');
    expect(await emails('confirmada@example.com')).toHaveLength(before);
  });

  test('the email address of an account is confirmed by the newest email only', async () => {
    const person = await app.join('reenvio');
    const first = await latestToken('reenvio@example.com');
    await person.call('POST /auth/confirm-email/send');
    const second = await latestToken('reenvio@example.com');
    expect(outcome(await confirm(first))).toEqual([400, 'token.invalid', []]);
    expect((await confirm(second)).status).toBe(200);
  });

  test('the email address changes when the new one is confirmed, and the old one can’t reset the password', async () => {
    const person = await app.join('mudanca');
    await forget('mudanca@example.com');
    const resetToken = await latestToken('mudanca@example.com');
    await person.call('PUT /auth/email', {
      body: { email: 'nova@example.com', password: TEST_PASSWORD },
    });
    expect((await person.call('GET /auth')).email).toBe('mudanca@example.com');
    expect((await confirm(await latestToken('nova@example.com'))).status).toBe(200);
    expect(await person.call('GET /auth')).toMatchObject({
      email: 'nova@example.com',
      emailConfirmed: true,
    });
    expect((await emails('mudanca@example.com'))[0]).toMatchObject({
      subject: 'O e-mail da sua conta mudou',
      text: expect.stringContaining('nova@example.com'),
    });
    expect(outcome(await reset(resetToken))).toEqual([400, 'token.invalid', []]);
  });

  test('the email address of an account does not change without the password of the account', async () => {
    const person = await app.join('teimosa');
    const change = (body: { email: string; password: string }) =>
      person.ask('PUT /auth/email', { body });
    expect(
      outcome(await change({ email: 'outra@example.com', password: 'chute qualquer' })),
    ).toEqual([400, 'validate.wrongPassword', ['password']]);
  });

  test('the email address of an account goes to the first of two accounts that confirm it', async () => {
    const [one, two] = [await app.join('primeira'), await app.join('segunda')];
    const tokens = [];
    for (const person of [one, two]) {
      await person.call('PUT /auth/email', {
        body: { email: 'disputada@example.com', password: TEST_PASSWORD },
      });
      tokens.push(await latestToken('disputada@example.com'));
    }
    expect((await confirm(tokens[0] ?? '')).status).toBe(200);
    expect(outcome(await confirm(tokens[1] ?? ''))).toEqual([400, 'validate.taken', []]);
    expect((await two.call('GET /auth')).email).toBe('segunda@example.com');
  });
});

describe('changing the password', () => {
  test('changing the password keeps the current session and ends the others', async () => {
    const person = await app.join('cuidadosa');
    const other = createApiClient(app.server, {
      ...person,
      token: (await logIn('cuidadosa', TEST_PASSWORD)).reply.data.token,
    });
    await person.call('PUT /auth/password', {
      body: { password: TEST_PASSWORD, newPassword: NEXT_PASSWORD },
    });
    expect([await isIn(person), await isIn(other)]).toEqual([true, false]);
    expect((await logIn('cuidadosa', NEXT_PASSWORD)).status).toBe(200);
  });

  test('changing the password requires the old password and a strong new one', async () => {
    const person = await app.join('apressada');
    const change = (password: string, newPassword: string) =>
      person.ask('PUT /auth/password', { body: { password, newPassword } });
    expect(outcome(await change('chute qualquer', NEXT_PASSWORD))).toEqual([
      400,
      'validate.wrongPassword',
      ['password'],
    ]);
    expect(outcome(await change(TEST_PASSWORD, 'senha12345'))).toEqual([
      400,
      'validate.weakPassword',
      ['newPassword'],
    ]);
    expect(outcome(await change(TEST_PASSWORD, 'curta'))).toEqual([
      400,
      'validate.invalidRequest',
      ['newPassword'],
    ]);
  });

  test('changing the password allows ten guesses of the old one in a quarter of an hour', async () => {
    const person = await app.join('vitima');
    const codes = [];
    for (let guess = 0; guess < 11; guess += 1)
      codes.push(
        (
          await person.ask('PUT /auth/password', {
            body: { password: `chute ${guess}`, newPassword: NEXT_PASSWORD },
          })
        ).status,
      );
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });
});

test('tokens of emailed links are neither in the database nor in the log', async () => {
  await app.join('discreta');
  const token = await latestToken('discreta@example.com');
  const { rows } = await app.ctx.pool.query('SELECT l::text AS row FROM account_links l');
  expect(token).toHaveLength(43);
  expect(JSON.stringify(rows) + app.lines.join('\n')).not.toContain(token);
});
