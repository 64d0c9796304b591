// Registration and change of address do not reveal whether an address has an account: only its
// owner gets an email.
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiClient, solveCaptcha } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';

const OWNED = 'dona@example.com';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.join('dona');
  await app.ctx.pool.query('UPDATE users SET email_confirmed_at = created_at WHERE email = $1', [
    OWNED,
  ]);
  await app.runJobs();
});

const emails = async (to: string) => {
  await app.runJobs();
  return ((await app.ctx.mail.inbox?.list(100)) ?? []).filter((email) => email.to === to);
};
const logIn = async (username: string, password = TEST_PASSWORD) =>
  app.visitor.ask('POST /auth', {
    body: { username, password, recapcha: await solveCaptcha(app.visitor) },
  });
const register = async (username: string, email: string, password = TEST_PASSWORD) =>
  app.visitor.ask('POST /auth/register', {
    body: { username, email, password, name: 'Nome', recapcha: await solveCaptcha(app.visitor) },
  });
/** A reply without random and personal parts. */
const shapeOf = ({ status, reply, headers }: Awaited<ReturnType<typeof register>>) => {
  const plain = (value: unknown): unknown =>
    value === null
      ? null
      : Array.isArray(value)
        ? value.map(plain)
        : typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
          : typeof value === 'string'
            ? 'text'
            : value;
  return {
    status,
    reply: plain(reply),
    cookies: [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split('=')[0]),
  };
};

describe('a registration with an address that another account has confirmed', () => {
  test('registering a confirmed address of another account gets the usual reply, and the owner gets an email', async () => {
    const [free, taken] = [
      await register('livre', 'livre@example.com'),
      await register('tomada', 'Dona@Example.com'),
    ];
    expect(taken.status).toBe(200);
    expect(shapeOf(taken)).toEqual(shapeOf(free));
    expect(taken.reply.data.user).toMatchObject({ email: OWNED, emailConfirmed: false });
    expect((await emails('livre@example.com')).map(({ subject }) => subject)).toEqual([
      'Confirme seu e-mail',
    ]);
    const [sent] = await emails(OWNED);
    expect(sent).toMatchObject({
      subject: 'Alguém usou o seu e-mail',
      text: expect.stringContaining('@dona'),
    });
    expect(sent?.text).not.toMatch(/account\/confirm/);
  });

  test('a registration refuses a taken name and a weak password, and says nothing about the address', async () => {
    const refused = await register('dona', OWNED, 'password123');
    expect(Object.keys(refused.reply.fields ?? {})).toEqual(['username', 'password']);
    const before = (await emails(OWNED)).length;
    expect(shapeOf(refused)).toEqual(
      shapeOf(await register('dona', 'livre3@example.com', 'password123')),
    );
    // Corrected in that one round, it succeeds.
    expect((await register('donadois', OWNED)).status).toBe(200);
    expect((await emails(OWNED)).length).toBe(before + 1);
  });

  test('registering a confirmed address of another account takes the usual time: it only enqueues a job', async () => {
    const writtenFor = async (username: string, email: string) => {
      const { rows: before } = await app.ctx.pool.query(
        "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'auth.confirm'",
      );
      await register(username, email);
      const { rows: after } = await app.ctx.pool.query(
        "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'auth.confirm'",
      );
      const { rows: links } = await app.ctx.pool.query(
        'SELECT 1 FROM account_links l JOIN profiles p ON p.user_id = l.user_id WHERE p.domain_name = $1',
        [username],
      );
      return { jobs: after[0].n - before[0].n, links: links.length };
    };
    expect(await writtenFor('mesma1', OWNED)).toEqual({ jobs: 1, links: 0 });
    expect(await writtenFor('mesma2', 'mesma2@example.com')).toEqual({ jobs: 1, links: 0 });
  });

  test('log-in and password reset by a confirmed address do not find another account with that address', async () => {
    const password = 'cometa-varanda-oliveira';
    expect((await register('intrusa', OWNED, password)).status).toBe(200);
    expect((await register('nova', 'nova@example.com', password)).status).toBe(200);
    const refused = [await logIn(OWNED, password), await logIn('nova@example.com', password)];
    expect(refused.map(({ status, reply }) => [status, reply.code])).toEqual([
      [400, 'auth.invalidCredentials'],
      [400, 'auth.invalidCredentials'],
    ]);
    expect((await logIn('intrusa', password)).status).toBe(200);
    expect((await logIn(OWNED)).reply.data.user.profile.domainName).toBe('dona');

    await app.visitor.call('POST /auth/forget', {
      body: { email: OWNED, recapcha: await solveCaptcha(app.visitor) },
    });
    const token =
      /account\/reset#([\w-]+)/.exec((await emails(OWNED)).map(({ text }) => text).join())?.[1] ??
      '';
    expect(
      (
        await app.visitor.ask('POST /auth/reset', {
          body: { token, password: 'outra-frase-bem-longa' },
        })
      ).status,
    ).toBe(200);
    expect((await logIn('dona', 'outra-frase-bem-longa')).status).toBe(200);
    expect((await logIn('intrusa', password)).status).toBe(200);
  });

  test('the owner of a confirmed address gets three emails an hour at most about registrations with it', async () => {
    app.clock.advance(HOUR_MS);
    const before = (await emails(OWNED)).length;
    for (let time = 0; time < 5; time += 1) await register(`repete${time}`, OWNED);
    expect((await emails(OWNED)).length - before).toBe(3);
  });
});

describe('a change to an address that another account has confirmed', () => {
  test('changing to a confirmed address of another account gets the usual reply, and the owner gets an email', async () => {
    app.clock.advance(HOUR_MS);
    const { reply, status } = await register('mudadora', 'mudadora@example.com');
    expect(status).toBe(200);
    const person = createApiClient(app.server, {
      token: reply.data.token,
      refreshToken: reply.data.refreshToken,
      profileId: reply.data.user.profile.id,
      domainName: 'mudadora',
    });
    const before = (await emails(OWNED)).length;
    const ask = (email: string) =>
      person.ask('PUT /auth/email', { body: { email, password: TEST_PASSWORD } });
    const [free, taken] = [await ask('livre2@example.com'), await ask(OWNED)];
    expect([taken.status, taken.reply]).toEqual([200, free.reply]);
    expect((await emails('livre2@example.com')).map(({ subject }) => subject)).toEqual([
      'Confirme seu novo e-mail',
    ]);
    const sent = await emails(OWNED);
    expect([sent.length - before, sent[0]?.subject]).toEqual([1, 'Alguém usou o seu e-mail']);
    expect(JSON.stringify(await app.ctx.jobs.list({ name: 'auth.changeEmail' }))).not.toContain(
      '@example',
    );
  });
});

describe('two accounts that claim one address', () => {
  test('an address that two accounts claim goes to the first that confirms it, and the other link is void', async () => {
    const tokens: string[] = [];
    for (const name of ['par1', 'par2']) {
      await register(name, 'par@example.com');
      tokens.push(
        /account\/confirm#([\w-]+)/.exec((await emails('par@example.com'))[0]?.text ?? '')?.[1] ??
          '',
      );
    }
    const confirm = (token = '') =>
      app.visitor.ask('POST /auth/confirm-email', { body: { token } });
    expect((await confirm(tokens[1])).status).toBe(200);
    const late = await confirm(tokens[0]);
    expect([late.status, late.reply.code]).toEqual([400, 'validate.taken']);
    expect((await logIn('par@example.com')).reply.data.user.profile.domainName).toBe('par2');
    expect((await logIn('par1')).reply.data.user).toMatchObject({ emailConfirmed: false });
  });
});
