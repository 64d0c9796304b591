// What is particular to each provider: the OpenID flow against a provider from another hand
// (oidc-provider), and the states of Yoti's sessions.
import { beforeAll, describe, expect, test } from 'vitest';
import { testSandbox } from '../../testing/sandbox.ts';
import {
  type LocalIdentityProvider,
  logInAtIdentityProvider,
  openIdentityProvider,
} from '../../testing/identity/test-identity-provider.ts';
import { type OidcOptions, oidcVerifier } from './oidc.ts';
import type { AgeAnswer, AgeAttempt, AgeVerifier } from './port.ts';
import { yotiVerifiers } from './yoti.ts';

const BACK = 'http://127.0.0.1:9/account/age/return';
const attempt: AgeAttempt = {
  backUrl: BACK,
  answerUrl: 'http://127.0.0.1:9/age/answers',
  state: 'x',
  device: 'same',
  profileId: null,
};
const urlOf = ({ step }: Awaited<ReturnType<AgeVerifier['begin']>>): string =>
  step.kind === 'redirect' ? step.url : '';

describe('an OpenID provider from another hand', () => {
  let provider: LocalIdentityProvider;
  beforeAll(async () => {
    provider = await openIdentityProvider({
      returnUrls: [BACK],
      scopes: ['openid', 'age_over:18'],
    });
  });
  const verifier = (part: Partial<OidcOptions> = {}): AgeVerifier =>
    oidcVerifier({
      issuer: provider.origin,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      insecure: true,
      name: 'Tester',
      scope: 'openid age_over:18',
      claim: 'age_over_18',
      blind: 'single',
      ...part,
    });
  const answerOf = async (url: string, person: string): Promise<AgeAnswer> =>
    Object.fromEntries((await logInAtIdentityProvider(url, person)).searchParams);

  test.each([
    ['true', true, 'over'],
    ['false', false, 'under'],
    ['the text true', 'true', 'refused'],
    ['the number 1', 1, 'refused'],
    ['missing', undefined, 'refused'],
  ])('a claim that is %s leads to the outcome', async (_, value, outcome) => {
    const person = `person-${String(value)}-${typeof value}`;
    provider.accounts.set(person, {
      name: 'Sobrenomefalso',
      ...(value !== undefined && { age_over_18: value }),
    });
    const one = verifier();
    const begun = await one.begin(attempt);
    expect(await one.finish(begun.secret, await answerOf(urlOf(begun), person))).toBe(outcome);
  });

  test('a provider with texts says which one means of age', async () => {
    provider.accounts.set('texts', { age_over_18: '18:true' });
    for (const [overText, outcome] of [
      ['18:true', 'over'],
      ['21:true', 'refused'],
    ] as const) {
      const one = verifier({ overText });
      const begun = await one.begin(attempt);
      expect(await one.finish(begun.secret, await answerOf(urlOf(begun), 'texts'))).toBe(outcome);
    }
  });

  test('the request to an OpenID provider has the configured scope, PKCE, state and nonce', async () => {
    const one = verifier({ parameters: { idp_values: 'euav', state: 'mine', nonce: 'mine' } });
    const { searchParams } = new URL(urlOf(await one.begin(attempt)));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: 'openid age_over:18',
      response_type: 'code',
      code_challenge_method: 'S256',
      idp_values: 'euav',
      redirect_uri: BACK,
    });
    for (const name of ['state', 'nonce']) expect(searchParams.get(name)).not.toBe('mine');
  });

  test.each([
    ['the state of another attempt', (answer: AgeAnswer) => ({ ...answer, state: 'x'.repeat(43) })],
    ['another issuer', (answer: AgeAnswer) => ({ ...answer, iss: 'https://other.example' })],
    ['no code', ({ state = '' }: AgeAnswer) => ({ state })],
    ['a refusal', ({ state = '' }: AgeAnswer) => ({ state, error: 'access_denied' })],
  ])(
    'an answer with %s is refused, and the honest one of the same attempt passes',
    async (_, change) => {
      provider.accounts.set('honest', { age_over_18: true });
      const one = verifier();
      const begun = await one.begin(attempt);
      const answer = await answerOf(urlOf(begun), 'honest');
      expect(await one.finish(begun.secret, change(answer))).toBe('refused');
      expect(await one.finish(begun.secret, answer)).toBe('over');
      expect(await one.finish(begun.secret, answer)).toBe('refused');
    },
  );

  test('a token for another nonce, and a code with another verifier, are refused', async () => {
    provider.accounts.set('honest', { age_over_18: true });
    const one = verifier();
    for (const part of [{ nonce: 'another' }, { verifier: 'x'.repeat(43) }]) {
      const begun = await one.begin(attempt);
      const { backUrl, handshake } = begun.secret as { backUrl: string; handshake: object };
      const answer = await answerOf(urlOf(begun), 'honest');
      expect(await one.finish({ backUrl, handshake: { ...handshake, ...part } }, answer)).toBe(
        'refused',
      );
    }
  });
});

describe('Yoti', () => {
  const CLIENT = {
    sdkId: '7d1f0c5e-2b4a-4f6d-9c3e-8a1b2c3d4e5f',
    apiKey: 'camarim-sandbox-yoti',
    estimationThreshold: 21,
  };
  let origin: string;
  beforeAll(async () => {
    origin = `${(await testSandbox()).url}/age/yoti`;
  });
  const byDocument = () => yotiVerifiers({ ...CLIENT, origin })[0] as AgeVerifier;
  /** What the browser brings that Yoti leads back after this result. */
  const comeBack = async (sessionId: string, status: string): Promise<AgeAnswer> => {
    const { headers } = await fetch(`${origin}/answer?sessionId=${sessionId}&status=${status}`, {
      redirect: 'manual',
    });
    const back = new URL(headers.get('location') ?? '');
    expect(back.href).toMatch(BACK);
    return Object.fromEntries(back.searchParams);
  };

  test.each([
    ['COMPLETE', 'over'],
    ['FAIL', 'under'],
    ['ERROR', 'refused'],
    ['CANCELLED', 'refused'],
    ['IN_PROGRESS', 'pending'],
  ])('a session with the status %s leads to the outcome %s', async (status, outcome) => {
    const one = byDocument();
    const begun = await one.begin(attempt);
    const { sessionId } = begun.secret as { sessionId: string };
    const answer = await comeBack(sessionId, status);
    expect(await one.finish(begun.secret, answer)).toBe(outcome);
  });

  test('a session is refused without the code of the return address, and with that of another session', async () => {
    const one = byDocument();
    const [begun, other] = [await one.begin(attempt), await one.begin(attempt)];
    const sessionOf = ({ secret }: typeof begun) => (secret as { sessionId: string }).sessionId;
    const answer = await comeBack(sessionOf(begun), 'COMPLETE');
    const foreign = await comeBack(sessionOf(other), 'COMPLETE');
    const { response_code: _code, ...withoutCode } = answer;
    for (const brought of [{}, withoutCode, foreign, { ...answer, response_code: '' }])
      expect(await one.finish(begun.secret, brought)).toBe('refused');
    expect(await one.finish(begun.secret, answer)).toBe('over');
  });

  test('an attempt that was begun before return addresses had a code is refused', async () => {
    const one = byDocument();
    const begun = await one.begin(attempt);
    const { sessionId } = begun.secret as { sessionId: string };
    const answer = await comeBack(sessionId, 'COMPLETE');
    expect(await one.finish({ sessionId }, answer)).toBe('refused');
    expect(await one.finish(begun.secret, answer)).toBe('over');
  });

  test('the address of the page names the session and the client, as Yoti documents it', async () => {
    const begun = await byDocument().begin(attempt);
    const { searchParams } = new URL(urlOf(begun));
    expect(Object.fromEntries(searchParams)).toEqual({
      sessionId: (begun.secret as { sessionId: string }).sessionId,
      sdkId: CLIENT.sdkId,
    });
  });

  test('a document is never replaced by an estimate, nor the other way round', async () => {
    const [byPaper, byFace] = yotiVerifiers({ ...CLIENT, origin });
    const methodsOf = async (one: AgeVerifier | undefined) => {
      const begun = await one?.begin(attempt);
      const page = begun ? await (await fetch(urlOf(begun))).text() : '';
      return /Formas: ([^.<]*)/.exec(page)?.[1];
    };
    expect(await methodsOf(byPaper)).toBe('doc_scan, digital_id');
    expect(await methodsOf(byFace)).toBe('age_estimation');
    expect([byPaper?.kind, byFace?.kind]).toEqual(['verification', 'estimation']);
  });

  test('a wrong key is an unavailable provider, and the log learns the status alone', async () => {
    const [one] = yotiVerifiers({ ...CLIENT, apiKey: 'wrong', origin });
    await expect(one?.begin(attempt)).rejects.toThrow(/^Yoti answered 401$/);
  });
});
