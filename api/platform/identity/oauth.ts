// Plain OAuth 2: the identity is requested with the access token. For Facebook and X, each with its
// own addresses and fields.
import * as client from 'openid-client';
import { z } from 'zod';
import {
  asIdentityError,
  type Credentials,
  newHandshake,
  requestOf,
  returnedTo,
  TIMEOUT_SECONDS,
} from './code-flow.ts';
import { type Identity, type IdentityProvider, IdentityUnavailable } from './port.ts';

export type OAuthOptions = Credentials & {
  /**
   * Replaces the provider's address, also with http:; for development and tests.
   */
  origin?: string | undefined;
};

type Dialect = {
  /** Compared with `iss`, for a provider that names itself in its answers. */
  issuer: string;
  authorization: string;
  token: string;
  person: string;
  scope: string;
  /** How the client proves itself to the token endpoint. */
  authenticate: (secret: string) => client.ClientAuth;
  identityOf(answer: unknown): Identity;
};

const subject = z.string().min(1).max(255);
const name = z.string().max(200).catch('');

const facebookPerson = z.object({
  id: subject,
  name,
  email: z.string().toLowerCase().max(254).pipe(z.email()).optional().catch(undefined),
});
const xPerson = z.object({ data: z.object({ id: subject, name }) });

const facebook: Dialect = {
  issuer: 'https://www.facebook.com',
  authorization: 'https://www.facebook.com/v24.0/dialog/oauth',
  token: 'https://graph.facebook.com/v24.0/oauth/access_token',
  person: 'https://graph.facebook.com/v24.0/me?fields=id,name,email',
  scope: 'public_profile email',
  authenticate: client.ClientSecretPost,
  identityOf(answer) {
    const { id, name: called, email } = facebookPerson.parse(answer);
    // Facebook does not report whether the address is verified, so it only prefills the form.
    return { subject: id, email: email ?? null, emailVerified: false, name: called };
  },
};

const x: Dialect = {
  issuer: 'https://x.com',
  authorization: 'https://x.com/i/oauth2/authorize',
  token: 'https://api.x.com/2/oauth2/token',
  person: 'https://api.x.com/2/users/me',
  scope: 'users.read tweet.read',
  authenticate: client.ClientSecretBasic,
  identityOf(answer) {
    const { id, name: called } = xPerson.parse(answer).data;
    return { subject: id, email: null, emailVerified: false, name: called };
  },
};

/** The same path elsewhere. */
const moved = (address: string, origin: string | undefined): string => {
  if (origin === undefined) return address;
  const { pathname, search } = new URL(address);
  return new URL(`${pathname}${search}`, origin).href;
};

const oauthProvider = (
  { issuer, scope, authenticate, identityOf, ...addresses }: Dialect,
  { clientId, clientSecret, origin }: OAuthOptions,
): IdentityProvider => {
  const config = new client.Configuration(
    {
      issuer: origin ?? issuer,
      authorization_endpoint: moved(addresses.authorization, origin),
      token_endpoint: moved(addresses.token, origin),
    },
    clientId,
    clientSecret,
    authenticate(clientSecret),
  );
  config.timeout = TIMEOUT_SECONDS;
  if (origin !== undefined) client.allowInsecureRequests(config);
  const person = new URL(moved(addresses.person, origin));

  const askWho = async (accessToken: string): Promise<Identity> => {
    const response = await client.fetchProtectedResource(config, accessToken, person, 'GET');
    if (!response.ok)
      throw new IdentityUnavailable(`asked who it is, the provider answered ${response.status}`);
    return identityOf(await response.json());
  };

  return {
    async begin(returnUrl) {
      const handshake = newHandshake();
      return {
        url: client.buildAuthorizationUrl(config, await requestOf(returnUrl, scope, handshake))
          .href,
        handshake,
      };
    },
    async finish(returnUrl, answer, { state, verifier }) {
      try {
        const { access_token: accessToken } = await client.authorizationCodeGrant(
          config,
          returnedTo(returnUrl, answer),
          { expectedState: state, pkceCodeVerifier: verifier },
        );
        return await askWho(accessToken);
      } catch (error) {
        throw asIdentityError(error);
      }
    },
  };
};

export const facebookProvider = (options: OAuthOptions): IdentityProvider =>
  oauthProvider(facebook, options);
export const xProvider = (options: OAuthOptions): IdentityProvider => oauthProvider(x, options);
