// OpenID Connect by discovery: the identity is a signed token, bound to the browser by its nonce.
// Google speaks it.
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
import {
  type Handshake,
  type Identity,
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
  type ProviderAnswer,
} from './port.ts';

export type OpenIdOptions = Credentials & {
  issuer: string;
  /** Takes http: addresses; for development and tests. */
  insecure: boolean;
};

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().toLowerCase().max(254).pipe(z.email()).optional().catch(undefined),
  // Some providers send a string; only the boolean true counts.
  email_verified: z.literal(true).optional().catch(undefined),
  name: z.string().max(200).optional().catch(undefined),
});

const identityOf = (claims: unknown): Identity => {
  const { sub, email, email_verified, name } = claimsSchema.parse(claims);
  return {
    subject: sub,
    email: email ?? null,
    emailVerified: email !== undefined && email_verified === true,
    name: name ?? '',
  };
};

/** Asks for the scope, and returns the claims of the identity token. */
export type OpenIdFlow = {
  begin(returnUrl: string): Promise<{ url: string; handshake: Handshake }>;
  /** Throws IdentityRefused when anything does not fit, IdentityUnavailable. */
  claims(
    returnUrl: string,
    answer: ProviderAnswer,
    handshake: Handshake,
  ): Promise<Record<string, unknown>>;
};

export const openIdFlow = (
  { issuer, clientId, clientSecret, insecure }: OpenIdOptions,
  scope: string,
  parameters: Record<string, string> = {},
): OpenIdFlow => {
  let discovered: Promise<client.Configuration> | undefined;
  /** Once; a provider that could not be reached is asked again. */
  const discover = (): Promise<client.Configuration> => {
    discovered ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute: insecure ? [client.allowInsecureRequests] : [],
        timeout: TIMEOUT_SECONDS,
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw new IdentityUnavailable('the provider can’t be discovered', { cause: error });
      });
    return discovered;
  };

  return {
    async begin(returnUrl) {
      const config = await discover();
      const handshake = newHandshake();
      const url = client.buildAuthorizationUrl(config, {
        ...parameters,
        ...(await requestOf(returnUrl, scope, handshake)),
        nonce: handshake.nonce,
      });
      return { url: url.href, handshake };
    },
    async claims(returnUrl, answer, { state, verifier, nonce }) {
      const config = await discover();
      try {
        const tokens = await client.authorizationCodeGrant(config, returnedTo(returnUrl, answer), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new IdentityRefused('no identity token');
        return claims;
      } catch (error) {
        throw asIdentityError(error);
      }
    },
  };
};

export const openIdProvider = (options: OpenIdOptions): IdentityProvider => {
  const { begin, claims } = openIdFlow(options, 'openid email profile');
  return {
    begin,
    async finish(returnUrl, answer, handshake) {
      const given = await claims(returnUrl, answer, handshake);
      try {
        return identityOf(given);
      } catch (error) {
        throw asIdentityError(error);
      }
    },
  };
};
