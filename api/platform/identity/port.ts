// The port of identity providers for social log-in.

export const PROVIDER_NAMES = ['google', 'facebook', 'twitter'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The identity of a person who has just logged in at the provider. */
export type Identity = {
  /** Unique and permanent at this provider. */
  subject: string;
  /** In lower case; null when the provider gives none. */
  email: string | null;
  /**
   * Whether the provider verified that the address belongs to this person. Otherwise `email` is
   * untrusted input.
   */
  emailVerified: boolean;
  /** The person's name at the provider; may be empty. */
  name: string;
};

/**
 * Values that the same browser must return: an answer of the provider is valid only with them.
 */
export type Handshake = { state: string; verifier: string; nonce: string };

/** What the provider appended to the address that it sent the browser back to. */
export type ProviderAnswer = { code: string; state: string; iss?: string | undefined };

/** OAuth 2 code flow with PKCE and state; with a nonce where identity tokens are given. */
export interface IdentityProvider {
  /**
   * Where to send the browser, and what it keeps until it comes back. Throws IdentityUnavailable.
   */
  begin(returnUrl: string): Promise<{ url: string; handshake: Handshake }>;
  /**
   * Trades the answer for an identity. Throws IdentityRefused when anything does not fit,
   * IdentityUnavailable.
   */
  finish(returnUrl: string, answer: ProviderAnswer, handshake: Handshake): Promise<Identity>;
}

/** The providers for which the operator configured keys. */
export type Identities = Partial<Record<ProviderName, IdentityProvider>>;

/** The answer is forged, used, late, or not for this browser. */
export class IdentityRefused extends Error {}

/** The provider can't be reached or does not speak as it should. */
export class IdentityUnavailable extends Error {}
