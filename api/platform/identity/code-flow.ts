// The authorization code flow of OpenID Connect and OAuth 2: the authorization request, and the
// exchange of its answer for tokens.
import * as client from 'openid-client';
import {
  type Handshake,
  IdentityRefused,
  IdentityUnavailable,
  type ProviderAnswer,
} from './port.ts';

export type Credentials = { clientId: string; clientSecret: string };

/** Longest wait for one request to a provider. */
export const TIMEOUT_SECONDS = 10;

/**
 * Codes of openid-client for an unreachable provider, beside all network errors.
 */
const ABSENT: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

const isAbsence = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof client.ClientError &&
    (ABSENT.has(error.code ?? '') || error.cause instanceof TypeError));

/**
 * Maps an error to IdentityRefused or IdentityUnavailable, with the original as `cause` for the
 * log.
 */
export const asIdentityError = (error: unknown): Error => {
  if (error instanceof IdentityRefused || error instanceof IdentityUnavailable) return error;
  return isAbsence(error)
    ? new IdentityUnavailable('the provider does not answer', { cause: error })
    : new IdentityRefused('the provider’s answer is refused', { cause: error });
};

export const newHandshake = (): Handshake => ({
  state: client.randomState(),
  verifier: client.randomPKCECodeVerifier(),
  nonce: client.randomNonce(),
});

/** Parameters of every authorization request. */
export const requestOf = async (
  returnUrl: string,
  scope: string,
  { state, verifier }: Handshake,
): Promise<Record<string, string>> => ({
  redirect_uri: returnUrl,
  scope,
  state,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});

/** The address the browser came back to, from those parts of it that matter. */
export const returnedTo = (returnUrl: string, { code, state, iss }: ProviderAnswer): URL => {
  const url = new URL(returnUrl);
  url.searchParams.set('code', code);
  url.searchParams.set('state', state);
  if (iss !== undefined) url.searchParams.set('iss', iss);
  return url;
};
