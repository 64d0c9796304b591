// Every identity provider adapter against a real provider: the whole code flow by HTTP, and every
// answer that must be refused.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type LocalIdentityProvider,
  logInAtIdentityProvider,
  openIdentityProvider,
} from '../../testing/identity/test-identity-provider.ts';
import { facebookProvider, xProvider } from './oauth.ts';
import { openIdProvider } from './openid.ts';
import {
  type Handshake,
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
  type ProviderAnswer,
} from './port.ts';

const RETURN_URL = 'http://127.0.0.1:9/account/here';
const PERSON = { name: 'Davi Cobalto', email: 'Davi@Example.com', email_verified: true };

type Shape = {
  name: string;
  open: () => Promise<LocalIdentityProvider>;
  provider: (local: LocalIdentityProvider) => IdentityProvider;
  identity: unknown;
};

const SHAPES: Shape[] = [
  {
    name: 'OpenID (Google)',
    open: () => openIdentityProvider({ returnUrls: [RETURN_URL] }),
    provider: ({ origin, clientId, clientSecret }) =>
      openIdProvider({ issuer: origin, clientId, clientSecret, insecure: true }),
    identity: {
      subject: 'davi',
      email: 'davi@example.com',
      emailVerified: true,
      name: 'Davi Cobalto',
    },
  },
  {
    name: 'Facebook',
    open: () =>
      openIdentityProvider({
        returnUrls: [RETURN_URL],
        scopes: ['public_profile', 'email'],
        routes: { authorization: '/v24.0/dialog/oauth', token: '/v24.0/oauth/access_token' },
        person: { path: '/v24.0/me', word: ({ id, name, email }) => ({ id, name, email }) },
      }),
    provider: facebookProvider,
    // Facebook does not vouch for the address, whatever it is.
    identity: {
      subject: 'davi',
      email: 'davi@example.com',
      emailVerified: false,
      name: 'Davi Cobalto',
    },
  },
  {
    name: 'X',
    open: () =>
      openIdentityProvider({
        returnUrls: [RETURN_URL],
        authentication: 'client_secret_basic',
        scopes: ['users.read', 'tweet.read'],
        routes: { authorization: '/i/oauth2/authorize', token: '/2/oauth2/token' },
        person: {
          path: '/2/users/me',
          word: ({ id, name }) => ({ data: { id, name, username: id } }),
        },
      }),
    provider: xProvider,
    identity: { subject: 'davi', email: null, emailVerified: false, name: 'Davi Cobalto' },
  },
];

const answerOf = (url: URL): ProviderAnswer => ({
  code: url.searchParams.get('code') ?? '',
  state: url.searchParams.get('state') ?? '',
  iss: url.searchParams.get('iss') ?? undefined,
});

describe.each(SHAPES)('$name', ({ open, provider: make, identity }) => {
  let local: LocalIdentityProvider;
  let provider: IdentityProvider;
  beforeAll(async () => {
    local = await open();
    local.accounts.set('davi', PERSON);
    provider = make(local);
  });

  const visit = async (): Promise<{ answer: ProviderAnswer; handshake: Handshake }> => {
    const { url, handshake } = await provider.begin(RETURN_URL);
    return { answer: answerOf(await logInAtIdentityProvider(url, 'davi')), handshake };
  };

  test('the provider returns the identity of a person who logged in', async () => {
    const { answer, handshake } = await visit();
    expect(await provider.finish(RETURN_URL, answer, handshake)).toEqual(identity);
  });

  test('every start has its own state, verifier and nonce, and the verifier is not sent', async () => {
    const [one, two] = await Promise.all([provider.begin(RETURN_URL), provider.begin(RETURN_URL)]);
    expect(new Set([...Object.values(one.handshake), ...Object.values(two.handshake)]).size).toBe(
      6,
    );
    expect(one.url).not.toContain(one.handshake.verifier);
    expect(new URL(one.url).searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('an authorization answer of another start is refused', async () => {
    const [mine, other] = [await visit(), await visit()];
    await expect(provider.finish(RETURN_URL, other.answer, mine.handshake)).rejects.toThrow(
      IdentityRefused,
    );
  });

  test('a code is refused with a verifier of another start', async () => {
    const { answer, handshake } = await visit();
    const { handshake: other } = await provider.begin(RETURN_URL);
    await expect(
      provider.finish(RETURN_URL, answer, { ...handshake, verifier: other.verifier }),
    ).rejects.toThrow(IdentityRefused);
  });

  test('an authorization code works once', async () => {
    const { answer, handshake } = await visit();
    await provider.finish(RETURN_URL, answer, handshake);
    await expect(provider.finish(RETURN_URL, answer, handshake)).rejects.toThrow(IdentityRefused);
  });

  test('an authorization answer of another issuer is refused', async () => {
    const { answer, handshake } = await visit();
    await expect(
      provider.finish(RETURN_URL, { ...answer, iss: 'https://elsewhere.example' }, handshake),
    ).rejects.toThrow(IdentityRefused);
  });

  test('a provider that can’t be reached is unavailable, not refused', async () => {
    const gone = make({ ...local, origin: 'http://127.0.0.1:9' });
    const { handshake } = await provider.begin(RETURN_URL);
    await expect(
      gone.finish(RETURN_URL, { code: 'any', state: handshake.state }, handshake),
    ).rejects.toThrow(IdentityUnavailable);
  });
});

test('an identity token whose nonce is not this browser’s is refused', async () => {
  const local = await openIdentityProvider({ returnUrls: [RETURN_URL] });
  local.accounts.set('davi', PERSON);
  const provider = openIdProvider({
    issuer: local.origin,
    clientId: local.clientId,
    clientSecret: local.clientSecret,
    insecure: true,
  });
  const finish = async (change: (url: URL) => void) => {
    const { url, handshake } = await provider.begin(RETURN_URL);
    const address = new URL(url);
    change(address);
    return provider.finish(
      RETURN_URL,
      answerOf(await logInAtIdentityProvider(address.href, 'davi')),
      handshake,
    );
  };
  await expect(
    finish((url) => url.searchParams.set('nonce', 'of another browser')),
  ).rejects.toThrow(IdentityRefused);
  await expect(finish((url) => url.searchParams.delete('nonce'))).rejects.toThrow(IdentityRefused);
  expect((await finish(() => {})).subject).toBe('davi');
});

test.each([
  ['false', { email: 'a@example.com', email_verified: false }],
  ['missing', { email: 'a@example.com' }],
  ['a word', { email: 'a@example.com', email_verified: 'true' as never }],
  ['not of an address', { email: 'not an address', email_verified: true }],
])('an email address is not verified when email_verified is %s', async (_, account) => {
  const local = await openIdentityProvider({ returnUrls: [RETURN_URL] });
  local.accounts.set('ana', account);
  const provider = openIdProvider({
    issuer: local.origin,
    clientId: local.clientId,
    clientSecret: local.clientSecret,
    insecure: true,
  });
  const { url, handshake } = await provider.begin(RETURN_URL);
  expect(
    (
      await provider.finish(
        RETURN_URL,
        answerOf(await logInAtIdentityProvider(url, 'ana')),
        handshake,
      )
    ).emailVerified,
  ).toBe(false);
});
