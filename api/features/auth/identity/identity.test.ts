// Social log-in: registration, the OAuth callback, which is bound to its browser, and linked
// identities.
import type { ProviderName } from '../../../platform/identity/port.ts';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient } from '../../../api-client.ts';
import { TEST_PASSWORD } from '../../../testing/app.ts';
import {
  cookieOf,
  offerOf,
  outcome,
  verified,
  openSocialLogIn,
  type SocialLogIn,
} from '../../../testing/identity/social-log-in.ts';

let social: SocialLogIn;
beforeAll(async () => {
  social = await openSocialLogIn();
});

describe('the first log-in by an identity provider', () => {
  test('the first log-in by an identity provider asks for a name and creates an account with its address', async () => {
    social.google.accounts.set('nova', verified('nova@example.com'));
    const response = await social.visit('google', 'nova');
    expect(outcome(response)).toEqual([409, 'identity.registrationNeeded']);
    expect(offerOf(response)).toMatchObject({
      name: 'Pessoa Real',
      email: 'nova@example.com',
      emailVerified: true,
      addressHeld: false,
    });
    const made = await social.register(response, 'nova');
    expect(made.reply.data.user).toMatchObject({ email: 'nova@example.com', emailConfirmed: true });
    expect(cookieOf(made.headers, 'token')).toContain('HttpOnly');
    const again = await social.visit('google', 'nova');
    expect(again.status).toBe(200);
    expect(social.personBehind(again).profileId).toBe(made.reply.data.user.profile.id);
    expect(outcome(await social.logIn('nova'))).toEqual([400, 'auth.invalidCredentials']);
  });

  test('registering by X with a confirmed address gets the usual reply, and the owner gets an email', async () => {
    const owner = await social.app.join('jaexiste');
    await social.confirm('jaexiste@example.com');
    social.x.accounts.set('88', { name: 'Do X' });
    const made = await social.register(
      await social.visit('twitter', '88'),
      'dox88',
      'jaexiste@example.com',
    );
    expect(made.reply.data.user).toMatchObject({
      email: 'jaexiste@example.com',
      emailConfirmed: false,
    });
    expect(made.reply.data.user.profile.id).not.toBe(owner.profileId);
    expect((await social.emails('jaexiste@example.com'))[0]?.subject).toBe(
      'Alguém usou o seu e-mail',
    );
  });

  test('registering by X asks for an address, which is then confirmed by email', async () => {
    social.x.accounts.set('77', { name: 'Do X' });
    const response = await social.visit('twitter', '77');
    expect(offerOf(response)).toMatchObject({ name: 'Do X', email: null, emailVerified: false });
    expect((await social.register(response, 'dox')).reply.fields).toMatchObject({
      email: { code: 'validate.required' },
    });
    const made = await social.register(response, 'dox', 'dox@example.com');
    expect(made.reply.data.user).toMatchObject({ email: 'dox@example.com', emailConfirmed: false });
    expect((await social.emails('dox@example.com'))[0]?.text).toMatch(/account\/confirm#/);
    expect(outcome(await social.register(response, 'dox-outra-vez', 'dox2@example.com'))).toEqual([
      400,
      'token.invalid',
    ]);
  });

  test('registering by an identity provider can’t replace the address that the provider has verified', async () => {
    social.google.accounts.set('trocado', verified('trocado@example.com'));
    expect(
      (
        await social.register(
          await social.visit('google', 'trocado'),
          'trocado',
          'outro@example.com',
        )
      ).reply.data.user.email,
    ).toBe('trocado@example.com');
  });
});

describe('the OAuth callback', () => {
  beforeAll(() => void social.google.accounts.set('ida', verified('ida@example.com')));
  const refused = [400, 'identity.refused'];

  test('the OAuth callback refuses the code of another browser’s log-in (log-in CSRF) and accepts its own', async () => {
    const [attacker, victim] = [
      await social.startLogIn('google', 'ida'),
      await social.startLogIn('google', 'ida'),
    ];
    expect(
      outcome(
        await social.handleCallback('google', { answer: attacker.answer, cookie: victim.cookie }),
      ),
    ).toEqual(refused);
    expect(
      outcome(await social.handleCallback('google', { answer: attacker.answer, cookie: '' })),
    ).toEqual(refused);
    expect(outcome(await social.handleCallback('google', victim))).toEqual([
      409,
      'identity.registrationNeeded',
    ]);
  });

  test('the OAuth callback refuses the same code twice, and clears the cookie after the first time', async () => {
    const left = await social.startLogIn('google', 'ida');
    const first = await social.handleCallback('google', left);
    expect(cookieOf(first.headers, 'handshake')).toMatch(
      /^handshake=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
    );
    expect(outcome(await social.handleCallback('google', left))).toEqual(refused);
  });

  test('the OAuth callback refuses a changed cookie, another provider and an expired handshake', async () => {
    const left = await social.startLogIn('google', 'ida');
    const middle = left.cookie.length >> 1;
    const changed =
      left.cookie.slice(0, middle) +
      (left.cookie[middle] === 'A' ? 'B' : 'A') +
      left.cookie.slice(middle + 1);
    expect(outcome(await social.handleCallback('google', { ...left, cookie: changed }))).toEqual(
      refused,
    );
    expect(outcome(await social.handleCallback('twitter', left))).toEqual(refused);
    social.app.clock.advance(600_000);
    expect(outcome(await social.handleCallback('google', left))).toEqual(refused);
  });

  test('the OAuth callback uses a cookie that is sealed and sent only with requests of this site', async () => {
    const { headers, reply } = await social.app.visitor.ask('GET /auth/google');
    const cookie = cookieOf(headers, 'handshake');
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).toMatch(/Path=\/api\/auth/);
    expect(
      Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1'),
    ).not.toContain(new URL(reply.data.url).searchParams.get('state'));
  });

  test('the OAuth callback leaves an open session as it is after a failed log-in', async () => {
    const left = await social.startLogIn('google', 'ida', social.app.fan);
    const response = await social.handleCallback(
      'google',
      { ...left, answer: { ...left.answer, code: 'made up' } },
      social.app.fan,
    );
    expect([outcome(response), cookieOf(response.headers, 'token')]).toEqual([refused, '']);
  });

  test('the OAuth callback clears the tokens in the browser after a failed log-in', async () => {
    const left = await social.startLogIn('google', 'ida');
    const response = await social.handleCallback('google', {
      ...left,
      answer: { ...left.answer, code: 'made up' },
    });
    expect(outcome(response)).toEqual(refused);
    expect(cookieOf(response.headers, 'token')).toMatch(/^token=;/);
    expect(cookieOf(response.headers, 'refreshToken')).toMatch(/^refreshToken=;/);
    expect(social.app.lines.join('')).not.toContain('made up');
  });
});

describe('an account with the same address', () => {
  test('an account is linked when it and the provider have confirmed the address, and its owner is notified', async () => {
    const owner = await social.app.join('confirmada');
    await social.confirm('confirmada@example.com');
    social.google.accounts.set('confirmada', verified('Confirmada@example.com'));
    const response = await social.visit('google', 'confirmada');
    expect(social.personBehind(response).profileId).toBe(owner.profileId);
    expect((await social.emails('confirmada@example.com')).map(({ subject }) => subject)).toContain(
      'Sua conta foi ligada ao Google',
    );
    expect((await social.logIn('confirmada')).status).toBe(200);
  });

  test('an account is not linked when the provider has not verified the address', async () => {
    await social.app.join('alheia');
    await social.confirm('alheia@example.com');
    social.google.accounts.set('impostor', {
      ...verified('alheia@example.com'),
      email_verified: false,
    });
    const response = await social.visit('google', 'impostor');
    expect(outcome(response)).toEqual([409, 'identity.registrationNeeded']);
    expect(
      (await social.register(response, 'impostor', 'alheia@example.com')).reply.data.user,
    ).toMatchObject({
      emailConfirmed: false,
    });
    expect((await social.logIn('alheia@example.com')).reply.data.user.profile.domainName).toBe(
      'alheia',
    );
  });
});

describe('a second factor of social log-in', () => {
  test('social log-in requires the second factor too, and links the identity only with it', async () => {
    const person = await social.app.join('duplo');
    await social.confirm('duplo@example.com');
    const { secret } = await person.call('POST /auth/second-factor/totp');
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: social.app.clock.now().getTime(),
      });
    await person.call('PUT /auth/second-factor/totp', { body: { code: code() } });
    social.app.clock.advance(60_000);
    social.google.accounts.set('duplo', verified('duplo@example.com'));
    const response = await social.visit('google', 'duplo');
    expect(outcome(response)).toEqual([401, 'auth.secondFactorRequired']);
    expect(cookieOf(response.headers, 'token')).toBe('');
    expect((await person.call('GET /auth/identities')).linked).toEqual([]);
    const { ticket } = response.reply.data as unknown as { ticket: string };
    expect(
      outcome(
        await social.app.visitor.ask('POST /auth/second-factor', {
          body: { ticket, code: '000000' },
        }),
      ),
    ).toEqual([400, 'secondFactor.wrong']);
    expect(
      (await social.app.visitor.ask('POST /auth/second-factor', { body: { ticket, code: code() } }))
        .status,
    ).toBe(200);
    expect(
      (await person.call('GET /auth/identities')).linked.map(({ provider }) => provider),
    ).toEqual(['google']);
    expect(outcome(await social.visit('google', 'duplo'))).toEqual([
      401,
      'auth.secondFactorRequired',
    ]);
  });
});

describe('an identity in the settings', () => {
  test('an identity in the settings is linked only after a step-up, and only in the session that began it', async () => {
    social.x.accounts.set('ligante', { name: 'Ligante' });
    const [person, other] = [await social.app.join('ligante'), await social.app.join('ligante2')];
    const left = await social.startLogIn('twitter', 'ligante', person, true);
    expect(outcome(await social.handleCallback('twitter', left, other))).toEqual([
      400,
      'identity.refused',
    ]);
    expect((await social.visit('twitter', 'ligante', person, true)).reply.data).toMatchObject({
      linked: true,
      token: null,
    });
    expect(outcome(await social.visit('twitter', 'ligante', other, true))).toEqual([
      409,
      'identity.taken',
    ]);
    social.app.clock.advance(600_000);
    expect(outcome(await person.ask('GET /auth/twitter', { query: { link: 'true' } }))).toEqual([
      403,
      'stepUp.required',
    ]);
    expect(
      outcome(await social.app.visitor.ask('GET /auth/twitter', { query: { link: 'true' } })),
    ).toEqual([401, 'auth.required']);
  });

  test('an identity is unlinked only after a step-up, and not when it is the last log-in method', async () => {
    social.x.accounts.set('so-x', { name: 'Só X' });
    const made = await social.register(
      await social.visit('twitter', 'so-x'),
      'so-x',
      'so-x@example.com',
    );
    const person = social.personBehind(made);
    const unlink = (as: ApiClient, provider: ProviderName) =>
      as.ask('DELETE /auth/identities/{provider}', { params: { provider } });
    expect(outcome(await unlink(person, 'google'))).toEqual([404, 'identity.notLinked']);
    expect(outcome(await unlink(person, 'twitter'))).toEqual([409, 'identity.lastWayIn']);
    expect((await person.call('POST /auth/step-up/options')).methods).toEqual(['setPassword']);

    const withPassword = await social.app.join('com-senha');
    social.x.accounts.set('com-senha', { name: 'Com senha' });
    await social.visit('twitter', 'com-senha', withPassword, true);
    expect((await unlink(withPassword, 'twitter')).status).toBe(200);
    expect((await social.emails('com-senha@example.com')).map(({ subject }) => subject)).toContain(
      'Sua conta foi desligada do X',
    );
    expect(outcome(await social.visit('twitter', 'com-senha'))).toEqual([
      409,
      'identity.registrationNeeded',
    ]);
    social.app.clock.advance(600_000);
    expect(outcome(await unlink(person, 'twitter'))).toEqual([403, 'stepUp.required']);
  });
});

test('an identity provider without client credentials is not offered', async () => {
  expect(outcome(await social.app.visitor.ask('GET /auth/facebook'))).toEqual([
    404,
    'identity.notOffered',
  ]);
  expect((await (await social.app.join('curiosa')).call('GET /auth/identities')).offered).toEqual([
    'google',
    'twitter',
  ]);
});

test('a removed account leaves no linked identity behind', async () => {
  const person = await social.app.join('indo-embora');
  social.x.accounts.set('indo', { name: 'Indo' });
  await social.visit('twitter', 'indo', person, true);
  await person.call('POST /auth/remove');
  const token =
    (await social.emails('indo-embora@example.com'))
      .map(({ text }) => /account\/remove#([\w-]+)/.exec(text)?.[1])
      .find(Boolean) ?? '';
  await social.app.visitor.call('POST /auth/remove-confirm', {
    body: { token, email: 'indo-embora@example.com', password: TEST_PASSWORD },
  });
  expect(outcome(await social.visit('twitter', 'indo'))).toEqual([
    409,
    'identity.registrationNeeded',
  ]);
});
