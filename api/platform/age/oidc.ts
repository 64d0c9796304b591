// The verifier of OpenID providers that know whether a person is of age: code flow with PKCE, state
// and nonce, and one claim of the identity token. Nothing else of the token is read.
import { z } from 'zod';
import { openIdFlow, type OpenIdOptions } from '../identity/openid.ts';
import { type Handshake, IdentityRefused, IdentityUnavailable } from '../identity/port.ts';
import { type AgeOutcome, AgeUnavailable, type AgeVerifier } from './port.ts';

export type OidcOptions = OpenIdOptions & {
  /** What people call the provider. */
  name: string;
  scope: string;
  /** The claim that says whether the person is of age: a boolean. */
  claim: string;
  /** For a provider with a text: the one that means "eighteen or older". */
  overText?: string | undefined;
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>;
  blind: AgeVerifier['blind'];
};

const answerSchema = z.object({
  code: z.string().min(1),
  state: z.string().min(1),
  iss: z.string().optional(),
});

/** `"true"` is no `true`: a provider that sends texts says which one counts. */
const outcomeOf = (value: unknown, overText: string | undefined): AgeOutcome => {
  if (value === true || (overText !== undefined && value === overText)) return 'over';
  return value === false ? 'under' : 'refused';
};

const orUnavailable = (error: unknown): never => {
  if (error instanceof IdentityUnavailable) throw new AgeUnavailable(error.message);
  throw error;
};

/** A person signs in at the provider, perhaps with a second factor. */
const ATTEMPT_SECONDS = 600;

export const oidcVerifier = (options: OidcOptions): AgeVerifier => {
  const { name, scope, claim, overText, parameters, blind } = options;
  const flow = openIdFlow(options, scope, parameters);
  return {
    id: 'oidc',
    kind: 'verification',
    blind,
    learned: 'site',
    needsAccount: false,
    name,
    answeredBy: 'browser',
    attemptSeconds: () => ATTEMPT_SECONDS,
    ready: async () => true,
    async begin({ backUrl }) {
      const { url, handshake } = await flow.begin(backUrl).catch(orUnavailable);
      return { step: { kind: 'redirect', url }, secret: { backUrl, handshake } };
    },
    async finish(secret, answer) {
      const { backUrl, handshake } = secret as { backUrl: string; handshake: Handshake };
      const given = answerSchema.safeParse(answer);
      if (!given.success) return 'refused';
      try {
        const claims = await flow.claims(backUrl, given.data, handshake);
        return outcomeOf(claims[claim], overText);
      } catch (error) {
        if (error instanceof IdentityRefused) return 'refused';
        return orUnavailable(error);
      }
    },
  };
};
