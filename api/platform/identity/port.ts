// Identity providers: who somebody is, by the word of another house that they log in to.

export const PROVIDER_NAMES = ['google', 'facebook', 'twitter'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What a provider says of somebody who has just logged in there. */
export type Identity = {
  /** Never changes and is never given to somebody else, at this provider. */
  subject: string;
  /** In small letters; null when the provider gives none. */
  email: string | null;
  /**
   * The provider itself says that it knows the address to be this person's. Without it `email` is
   * what anybody may have typed.
   */
  emailVerified: boolean;
  /** What the person is called there; may be empty. */
  name: string;
};

/**
 * What has to come back from the same browser: without it an answer of the provider is worth
 * nothing.
 */
export type Handshake = { state: string; verifier: string; nonce: string };

/** What the provider appended to the address that it sent the browser back to. */
export type ProviderAnswer = { code: string; state: string; iss?: string | undefined };

/** OAuth 2 code flow with PKCE and state; with a nonce where identity tokens are given. */
export interface IdentityProvider {
  /** Where to send the browser, and what it keeps meanwhile. Throws IdentityUnavailable. */
  begin(returnUrl: string): Promise<{ url: string; handshake: Handshake }>;
  /**
   * Trades the answer for an identity. Throws IdentityRefused when anything does not fit,
   * IdentityUnavailable.
   */
  finish(returnUrl: string, answer: ProviderAnswer, handshake: Handshake): Promise<Identity>;
}

/** Those that the operator has keys for. */
export type Identities = Partial<Record<ProviderName, IdentityProvider>>;

/** The answer is forged, used, late, or not for this browser. */
export class IdentityRefused extends Error {}

/** The provider can't be reached or does not speak as it should. */
export class IdentityUnavailable extends Error {}
