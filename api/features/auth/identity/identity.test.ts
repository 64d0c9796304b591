// Social log-in: the callback is bound to its browser, and accounts of other people are neither
// opened nor prepared (pre-hijacking).
import type { ProviderName } from '../../../platform/identity/port.ts';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient, solveCaptcha } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import {
  type LocalIdentityProvider,
  logInAtIdentityProvider,
  openIdentityProvider,
} from '../../../testing/identity/test-identity-provider.ts';

const PUBLIC_URL = 'http://localhost:4999';

let app: TestApp;
let google: LocalIdentityProvider;
let x: LocalIdentityProvider;
beforeAll(async () => {
  google = await openIdentityProvider({ returnUrls: [`${PUBLIC_URL}/account/google`] });
  x = await openIdentityProvider({
    returnUrls: [`${PUBLIC_URL}/account/twitter`],
    authentication: 'client_secret_basic',
    scopes: ['users.read', 'tweet.read'],
    routes: { authorization: '/i/oauth2/authorize', token: '/2/oauth2/token' },
    person: { path: '/2/users/me', word: ({ id, name }) => ({ data: { id, name } }) },
  });
  app = await testApp({
    settings: {
      CAMARIM_PUBLIC_URL: PUBLIC_URL,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.origin,
      TWITTER_CLIENT_ID: x.clientId,
      TWITTER_CLIENT_SECRET: x.clientSecret,
      TWITTER_ORIGIN: x.origin,
    },
  });
});

type Answer = { code: string; state: string; iss?: string };
const answerOf = ({ searchParams }: URL): Answer => ({
  code: searchParams.get('code') ?? '',
  state: searchParams.get('state') ?? '',
  ...(searchParams.get('iss') && { iss: searchParams.get('iss') as string }),
});
const cookieOf = (headers: Record<string, unknown>, name: string): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`)) ?? '';

/**
 * Starts a log-in in one browser, logs in at the provider as `resident`, and stops before the callback.
 */
const startLogIn = async (
  provider: 'google' | 'twitter',
  resident: string,
  as: ApiClient = app.visitor,
  link = false,
) => {
  const { reply, headers } = await as.ask(`GET /auth/${provider}`, {
    query: { link: String(link) } as never,
  });
  const cookie = cookieOf(headers, 'handshake').split(';')[0] ?? '';
  return { answer: answerOf(await logInAtIdentityProvider(reply.data.url, resident)), cookie };
};
const handleCallback = (
  provider: 'google' | 'twitter',
  { answer, cookie }: { answer: Answer; cookie: string },
  as: ApiClient = app.visitor,
) => as.ask(`POST /auth/${provider}`, { body: answer, headers: { cookie } });
const visit = async (
  provider: 'google' | 'twitter',
  resident: string,
  as?: ApiClient,
  link = false,
) => handleCallback(provider, await startLogIn(provider, resident, as, link), as);

type CallbackReply = Awaited<ReturnType<typeof handleCallback>>;
const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const offerOf = ({ reply }: CallbackReply) =>
  reply.data as unknown as {
    ticket: string;
    name: string;
    email: string | null;
    emailVerified: boolean;
    addressHeld: boolean;
  };
const personBehind = ({
  reply: { data },
}: {
  reply: {
    data: {
      token: string | null;
      refreshToken: string | null;
      user: { profile: { id: string; domainName: string } };
    };
  };
}): ApiClient =>
  createApiClient(app.server, {
    token: data.token,
    refreshToken: data.refreshToken,
    profileId: data.user.profile.id,
    domainName: data.user.profile.domainName,
  });
const register = async (response: CallbackReply, username: string, email?: string) =>
  app.visitor.ask('POST /auth/identities', {
    body: { ticket: offerOf(response).ticket, username, name: 'Nome', ...(email && { email }) },
  });
const logIn = async (username: string) =>
  app.visitor.ask('POST /auth', {
    body: { username, password: TEST_PASSWORD, recapcha: await solveCaptcha(app.visitor) },
  });
const confirm = (email: string) =>
  app.platform.pool.query('UPDATE users SET email_confirmed_at = created_at WHERE email = $1', [
    email,
  ]);
const emails = async (to: string) => {
  await app.runJobs();
  return ((await app.platform.mail.inbox?.list(100)) ?? []).filter((email) => email.to === to);
};
const verified = (email: string) => ({ name: 'Pessoa Real', email, email_verified: true });

describe('a new person who logs in by an identity provider', () => {
  test('chooses a name, gets an account with a confirmed address, and logs in to it afterwards', async () => {
    google.accounts.set('nova', verified('nova@example.com'));
    const response = await visit('google', 'nova');
    expect(outcome(response)).toEqual([409, 'identity.registrationNeeded']);
    expect(offerOf(response)).toMatchObject({
      name: 'Pessoa Real',
      email: 'nova@example.com',
      emailVerified: true,
      addressHeld: false,
    });
    const made = await register(response, 'nova');
    expect(made.reply.data.user).toMatchObject({ email: 'nova@example.com', emailConfirmed: true });
    expect(cookieOf(made.headers, 'token')).toContain('HttpOnly');
    const again = await visit('google', 'nova');
    expect(again.status).toBe(200);
    expect(personBehind(again).profileId).toBe(made.reply.data.user.profile.id);
    expect(outcome(await logIn('nova'))).toEqual([400, 'auth.invalidCredentials']);
  });

  test('gets the same reply by X for a confirmed address, and its owner gets an email', async () => {
    const owner = await app.join('jaexiste');
    await confirm('jaexiste@example.com');
    x.accounts.set('88', { name: 'Do X' });
    const made = await register(await visit('twitter', '88'), 'dox88', 'jaexiste@example.com');
    expect(made.reply.data.user).toMatchObject({
      email: 'jaexiste@example.com',
      emailConfirmed: false,
    });
    expect(made.reply.data.user.profile.id).not.toBe(owner.profileId);
    expect((await emails('jaexiste@example.com'))[0]?.subject).toBe('Alguém usou o seu e-mail');
  });

  test('is asked by X for an address, which is then confirmed by email', async () => {
    x.accounts.set('77', { name: 'Do X' });
    const response = await visit('twitter', '77');
    expect(offerOf(response)).toMatchObject({ name: 'Do X', email: null, emailVerified: false });
    expect((await register(response, 'dox')).reply.fields).toMatchObject({
      email: { code: 'validate.required' },
    });
    const made = await register(response, 'dox', 'dox@example.com');
    expect(made.reply.data.user).toMatchObject({ email: 'dox@example.com', emailConfirmed: false });
    expect((await emails('dox@example.com'))[0]?.text).toMatch(/account\/confirm#/);
    expect(outcome(await register(response, 'dox-outra-vez', 'dox2@example.com'))).toEqual([
      400,
      'token.invalid',
    ]);
  });

  test('can’t replace the address that the provider has verified', async () => {
    google.accounts.set('trocado', verified('trocado@example.com'));
    expect(
      (await register(await visit('google', 'trocado'), 'trocado', 'outro@example.com')).reply.data
        .user.email,
    ).toBe('trocado@example.com');
  });
});

describe('the OAuth callback', () => {
  beforeAll(() => void google.accounts.set('ida', verified('ida@example.com')));
  const refused = [400, 'identity.refused'];

  test('refuses the code of another browser’s log-in (log-in CSRF) and accepts its own', async () => {
    const [attacker, victim] = [
      await startLogIn('google', 'ida'),
      await startLogIn('google', 'ida'),
    ];
    expect(
      outcome(await handleCallback('google', { answer: attacker.answer, cookie: victim.cookie })),
    ).toEqual(refused);
    expect(
      outcome(await handleCallback('google', { answer: attacker.answer, cookie: '' })),
    ).toEqual(refused);
    expect(outcome(await handleCallback('google', victim))).toEqual([
      409,
      'identity.registrationNeeded',
    ]);
  });

  test('refuses the same code twice, and clears the cookie after the first time', async () => {
    const left = await startLogIn('google', 'ida');
    const first = await handleCallback('google', left);
    expect(cookieOf(first.headers, 'handshake')).toMatch(
      /^handshake=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
    );
    expect(outcome(await handleCallback('google', left))).toEqual(refused);
  });

  test('refuses a changed cookie, another provider and an expired handshake', async () => {
    const left = await startLogIn('google', 'ida');
    const middle = left.cookie.length >> 1;
    const changed =
      left.cookie.slice(0, middle) +
      (left.cookie[middle] === 'A' ? 'B' : 'A') +
      left.cookie.slice(middle + 1);
    expect(outcome(await handleCallback('google', { ...left, cookie: changed }))).toEqual(refused);
    expect(outcome(await handleCallback('twitter', left))).toEqual(refused);
    app.clock.advance(600_000);
    expect(outcome(await handleCallback('google', left))).toEqual(refused);
  });

  test('uses a cookie that is sealed and sent only with requests of this site', async () => {
    const { headers, reply } = await app.visitor.ask('GET /auth/google');
    const cookie = cookieOf(headers, 'handshake');
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).toMatch(/Path=\/api\/auth/);
    expect(
      Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1'),
    ).not.toContain(new URL(reply.data.url).searchParams.get('state'));
  });

  test('leaves an open session as it is after a failed log-in', async () => {
    const left = await startLogIn('google', 'ida', app.fan);
    const response = await handleCallback(
      'google',
      { ...left, answer: { ...left.answer, code: 'made up' } },
      app.fan,
    );
    expect([outcome(response), cookieOf(response.headers, 'token')]).toEqual([refused, '']);
  });

  test('clears the tokens in the browser after a failed log-in', async () => {
    const left = await startLogIn('google', 'ida');
    const response = await handleCallback('google', {
      ...left,
      answer: { ...left.answer, code: 'made up' },
    });
    expect(outcome(response)).toEqual(refused);
    expect(cookieOf(response.headers, 'token')).toMatch(/^token=;/);
    expect(cookieOf(response.headers, 'refreshToken')).toMatch(/^refreshToken=;/);
    expect(app.lines.join('')).not.toContain('made up');
  });
});

describe('an account with the same address', () => {
  test('is linked when both it and the provider have confirmed the address, and the owner gets an email', async () => {
    const owner = await app.join('confirmada');
    await confirm('confirmada@example.com');
    google.accounts.set('confirmada', verified('Confirmada@example.com'));
    const response = await visit('google', 'confirmada');
    expect(personBehind(response).profileId).toBe(owner.profileId);
    expect((await emails('confirmada@example.com')).map(({ subject }) => subject)).toContain(
      'Sua conta foi ligada ao Google',
    );
    expect((await logIn('confirmada')).status).toBe(200);
  });

  test('is not linked when the provider has not verified the address', async () => {
    await app.join('alheia');
    await confirm('alheia@example.com');
    google.accounts.set('impostor', { ...verified('alheia@example.com'), email_verified: false });
    const response = await visit('google', 'impostor');
    expect(outcome(response)).toEqual([409, 'identity.registrationNeeded']);
    expect(
      (await register(response, 'impostor', 'alheia@example.com')).reply.data.user,
    ).toMatchObject({
      emailConfirmed: false,
    });
    expect((await logIn('alheia@example.com')).reply.data.user.profile.domainName).toBe('alheia');
  });
});

// Pre-hijacking (Sudhodanan and Paverd, 2022): an attacker creates an account with the victim's
// address and waits for the victim.
describe('an account that an attacker created with the victim’s address', () => {
  const trap = async (name: string) => {
    const attacker = await app.join(name);
    google.accounts.set(name, verified(`${name}@example.com`));
    return attacker;
  };
  const arrive = async (name: string) => {
    const response = await visit('google', name);
    expect(outcome(response)).toEqual([409, 'identity.registrationNeeded']);
    expect(offerOf(response).addressHeld).toBe(true);
    return register(response, `${name}-real`);
  };

  test('is not merged with the victim’s new account (classic-federated merge)', async () => {
    const attacker = await trap('vitima1');
    const made = await arrive('vitima1');
    expect(made.reply.data.user.profile.id).not.toBe(attacker.profileId);
    expect(outcome(await logIn('vitima1@example.com'))).toEqual([400, 'auth.invalidCredentials']);
    expect(outcome(await logIn('vitima1-real'))).toEqual([400, 'auth.invalidCredentials']);
    // Control: the attacker's account still exists, and can't confirm the address.
    const own = await logIn('vitima1');
    expect(own.reply.data.user).toMatchObject({
      email: 'vitima1@example.com',
      emailConfirmed: false,
    });
    expect(own.reply.data.user.profile.id).toBe(attacker.profileId);
  });

  test('gives its sessions no access to the victim’s account (unexpired session)', async () => {
    const attacker = await trap('vitima2');
    const made = await arrive('vitima2');
    expect((await attacker.call('GET /auth')).profile.id).toBe(attacker.profileId);
    const sessions = await personBehind(made).call('GET /profiles/sessions');
    expect(sessions.map(({ id }) => id)).toEqual([made.reply.data.user.sessionId]);
  });

  test('gives its linked identity no access to the victim’s account (trojan identifier)', async () => {
    const attacker = await trap('vitima3');
    x.accounts.set('atacante3', { name: 'Atacante' });
    expect((await visit('twitter', 'atacante3', attacker, true)).reply.data.linked).toBe(true);
    const made = await arrive('vitima3');
    expect(personBehind(await visit('twitter', 'atacante3')).profileId).toBe(attacker.profileId);
    expect(
      (await personBehind(made).call('GET /auth/identities')).linked.map(
        ({ provider }) => provider,
      ),
    ).toEqual(['google']);
  });

  test('loses identities that were linked before the victim confirmed the address by email', async () => {
    const reset = async (name: string) => {
      await app.visitor.call('POST /auth/forget', {
        body: { email: `${name}@example.com`, recapcha: await solveCaptcha(app.visitor) },
      });
      const token =
        (await emails(`${name}@example.com`))
          .map(({ text }) => /account\/reset#([\w-]+)/.exec(text)?.[1])
          .find(Boolean) ?? '';
      expect(
        (
          await app.visitor.ask('POST /auth/reset', {
            body: { token, password: 'outra-frase-bem-longa' },
          })
        ).status,
      ).toBe(200);
    };
    const attacker = await app.join('vitima4');
    x.accounts.set('atacante4', { name: 'Atacante' });
    await visit('twitter', 'atacante4', attacker, true);
    await reset('vitima4');
    expect(outcome(await visit('twitter', 'atacante4'))).toEqual([
      409,
      'identity.registrationNeeded',
    ]);

    const owner = await app.join('dona4');
    await confirm('dona4@example.com');
    app.clock.advance(1_000);
    x.accounts.set('dona4', { name: 'Dona' });
    await visit('twitter', 'dona4', owner, true);
    await reset('dona4');
    expect(personBehind(await visit('twitter', 'dona4')).profileId).toBe(owner.profileId);
  });
});

describe('a second factor of social log-in', () => {
  test('is required after the provider’s log-in too, and the identity is linked only with it', async () => {
    const person = await app.join('duplo');
    await confirm('duplo@example.com');
    const { secret } = await person.call('POST /auth/second-factor/totp');
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: app.clock.now().getTime(),
      });
    await person.call('PUT /auth/second-factor/totp', { body: { code: code() } });
    app.clock.advance(60_000);
    google.accounts.set('duplo', verified('duplo@example.com'));
    const response = await visit('google', 'duplo');
    expect(outcome(response)).toEqual([401, 'auth.secondFactorRequired']);
    expect(cookieOf(response.headers, 'token')).toBe('');
    expect((await person.call('GET /auth/identities')).linked).toEqual([]);
    const { ticket } = response.reply.data as unknown as { ticket: string };
    expect(
      outcome(
        await app.visitor.ask('POST /auth/second-factor', { body: { ticket, code: '000000' } }),
      ),
    ).toEqual([400, 'secondFactor.wrong']);
    expect(
      (await app.visitor.ask('POST /auth/second-factor', { body: { ticket, code: code() } }))
        .status,
    ).toBe(200);
    expect(
      (await person.call('GET /auth/identities')).linked.map(({ provider }) => provider),
    ).toEqual(['google']);
    expect(outcome(await visit('google', 'duplo'))).toEqual([401, 'auth.secondFactorRequired']);
  });
});

describe('an identity in the settings', () => {
  test('is linked only after a step-up, and only in the session that began it', async () => {
    x.accounts.set('ligante', { name: 'Ligante' });
    const [person, other] = [await app.join('ligante'), await app.join('ligante2')];
    const left = await startLogIn('twitter', 'ligante', person, true);
    expect(outcome(await handleCallback('twitter', left, other))).toEqual([
      400,
      'identity.refused',
    ]);
    expect((await visit('twitter', 'ligante', person, true)).reply.data).toMatchObject({
      linked: true,
      token: null,
    });
    expect(outcome(await visit('twitter', 'ligante', other, true))).toEqual([
      409,
      'identity.taken',
    ]);
    app.clock.advance(600_000);
    expect(
      outcome(await person.ask('GET /auth/twitter', { query: { link: 'true' } as never })),
    ).toEqual([403, 'stepUp.required']);
    expect(
      outcome(await app.visitor.ask('GET /auth/twitter', { query: { link: 'true' } as never })),
    ).toEqual([401, 'auth.required']);
  });

  test('is unlinked only after a step-up, and not when it is the last log-in method', async () => {
    x.accounts.set('so-x', { name: 'Só X' });
    const made = await register(await visit('twitter', 'so-x'), 'so-x', 'so-x@example.com');
    const person = personBehind(made);
    const unlink = (as: ApiClient, provider: ProviderName) =>
      as.ask('DELETE /auth/identities/{provider}', { params: { provider } });
    expect(outcome(await unlink(person, 'google'))).toEqual([404, 'identity.notLinked']);
    expect(outcome(await unlink(person, 'twitter'))).toEqual([409, 'identity.lastWayIn']);
    expect((await person.call('POST /auth/step-up/options')).methods).toEqual(['setPassword']);

    const withPassword = await app.join('com-senha');
    x.accounts.set('com-senha', { name: 'Com senha' });
    await visit('twitter', 'com-senha', withPassword, true);
    expect((await unlink(withPassword, 'twitter')).status).toBe(200);
    expect((await emails('com-senha@example.com')).map(({ subject }) => subject)).toContain(
      'Sua conta foi desligada do X',
    );
    expect(outcome(await visit('twitter', 'com-senha'))).toEqual([
      409,
      'identity.registrationNeeded',
    ]);
    app.clock.advance(600_000);
    expect(outcome(await unlink(person, 'twitter'))).toEqual([403, 'stepUp.required']);
  });
});

test('an identity provider without client credentials is not offered', async () => {
  expect(outcome(await app.visitor.ask('GET /auth/facebook'))).toEqual([
    404,
    'identity.notOffered',
  ]);
  expect((await (await app.join('curiosa')).call('GET /auth/identities')).offered).toEqual([
    'google',
    'twitter',
  ]);
});

test('a removed account leaves no linked identity behind', async () => {
  const person = await app.join('indo-embora');
  x.accounts.set('indo', { name: 'Indo' });
  await visit('twitter', 'indo', person, true);
  await person.call('POST /auth/remove');
  const token =
    (await emails('indo-embora@example.com'))
      .map(({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1])
      .find(Boolean) ?? '';
  await app.visitor.call('POST /auth/remove-confirm', {
    body: { token, email: 'indo-embora@example.com', password: TEST_PASSWORD },
  });
  expect(outcome(await visit('twitter', 'indo'))).toEqual([409, 'identity.registrationNeeded']);
});
