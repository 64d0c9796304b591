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
  type Identity,
  type IdentityProvider,
  IdentityRefused,
  IdentityUnavailable,
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

export const openIdProvider = ({
  issuer,
  clientId,
  clientSecret,
  insecure,
}: OpenIdOptions): IdentityProvider => {
  let discovered: Promise<client.Configuration> | undefined;
  /**
   * Loaded at the first use, so that a provider outage does not block the start; a failure is not
   * cached.
   */
  const discover = (): Promise<client.Configuration> => {
    const execute = insecure ? [client.allowInsecureRequests] : [];
    discovered ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
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
        ...(await requestOf(returnUrl, 'openid email profile', handshake)),
        nonce: handshake.nonce,
      });
      return { url: url.href, handshake };
    },
    async finish(returnUrl, answer, { state, verifier, nonce }) {
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
        return identityOf(claims);
      } catch (error) {
        throw asIdentityError(error);
      }
    },
  };
};
