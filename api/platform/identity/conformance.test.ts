// Every shape of provider against a real one: the whole code flow by HTTP, and everything that is
// not the answer to our question.
import { beforeAll, describe, expect, test } from 'vitest';
import { type House, logInAtHouse, openHouse } from '../../testing/identity/identity-house.ts';
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
  open: () => Promise<House>;
  provider: (house: House) => IdentityProvider;
  identity: unknown;
};

const SHAPES: Shape[] = [
  {
    name: 'OpenID (Google)',
    open: () => openHouse({ returnUrls: [RETURN_URL] }),
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
      openHouse({
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
      openHouse({
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
  let house: House;
  let provider: IdentityProvider;
  beforeAll(async () => {
    house = await open();
    house.residents.set('davi', PERSON);
    provider = make(house);
  });

  const visit = async (): Promise<{ answer: ProviderAnswer; handshake: Handshake }> => {
    const { url, handshake } = await provider.begin(RETURN_URL);
    return { answer: answerOf(await logInAtHouse(url, 'davi')), handshake };
  };

  test('says who somebody is after they logged in there', async () => {
    const { answer, handshake } = await visit();
    expect(await provider.finish(RETURN_URL, answer, handshake)).toEqual(identity);
  });

  test('every start has its own state, verifier and nonce, and the verifier stays here', async () => {
    const [one, two] = await Promise.all([provider.begin(RETURN_URL), provider.begin(RETURN_URL)]);
    expect(new Set([...Object.values(one.handshake), ...Object.values(two.handshake)]).size).toBe(
      6,
    );
    expect(one.url).not.toContain(one.handshake.verifier);
    expect(new URL(one.url).searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('an answer to another start is refused', async () => {
    const [mine, other] = [await visit(), await visit()];
    await expect(provider.finish(RETURN_URL, other.answer, mine.handshake)).rejects.toThrow(
      IdentityRefused,
    );
  });

  test('a code with another verifier than the one it was asked with is refused', async () => {
    const { answer, handshake } = await visit();
    const { handshake: other } = await provider.begin(RETURN_URL);
    await expect(
      provider.finish(RETURN_URL, answer, { ...handshake, verifier: other.verifier }),
    ).rejects.toThrow(IdentityRefused);
  });

  test('a code works once', async () => {
    const { answer, handshake } = await visit();
    await provider.finish(RETURN_URL, answer, handshake);
    await expect(provider.finish(RETURN_URL, answer, handshake)).rejects.toThrow(IdentityRefused);
  });

  test('an answer that names another issuer is refused', async () => {
    const { answer, handshake } = await visit();
    await expect(
      provider.finish(RETURN_URL, { ...answer, iss: 'https://elsewhere.example' }, handshake),
    ).rejects.toThrow(IdentityRefused);
  });

  test('one that is not there is unavailable, not refused', async () => {
    const gone = make({ ...house, origin: 'http://127.0.0.1:9' });
    const { handshake } = await provider.begin(RETURN_URL);
    await expect(
      gone.finish(RETURN_URL, { code: 'any', state: handshake.state }, handshake),
    ).rejects.toThrow(IdentityUnavailable);
  });
});

test('an identity token whose nonce is not this browser’s is refused', async () => {
  const house = await openHouse({ returnUrls: [RETURN_URL] });
  house.residents.set('davi', PERSON);
  const provider = openIdProvider({
    issuer: house.origin,
    clientId: house.clientId,
    clientSecret: house.clientSecret,
    insecure: true,
  });
  const finish = async (change: (url: URL) => void) => {
    const { url, handshake } = await provider.begin(RETURN_URL);
    const address = new URL(url);
    change(address);
    return provider.finish(
      RETURN_URL,
      answerOf(await logInAtHouse(address.href, 'davi')),
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
  ['left out', { email: 'a@example.com' }],
  ['a word', { email: 'a@example.com', email_verified: 'true' as never }],
  ['of no address', { email: 'not an address', email_verified: true }],
])('an address is not vouched for when email_verified is %s', async (_, resident) => {
  const house = await openHouse({ returnUrls: [RETURN_URL] });
  house.residents.set('ana', resident);
  const provider = openIdProvider({
    issuer: house.origin,
    clientId: house.clientId,
    clientSecret: house.clientSecret,
    insecure: true,
  });
  const { url, handshake } = await provider.begin(RETURN_URL);
  expect(
    (await provider.finish(RETURN_URL, answerOf(await logInAtHouse(url, 'ana')), handshake))
      .emailVerified,
  ).toBe(false);
});
