// The part of the payments port for cards: entry, storage, charges and declines.
import type { webcrypto } from 'node:crypto';

/**
 * Why a card was declined. `irreversible`: never try this card again. `reversible`: it may work on
 * another day. `unknown`: treat as reversible, and with suspicion. `unauthenticated`: the 3-D
 * Secure authentication failed. `words` are the gateway's own, for logs and support, never for the
 * payer.
 */
export type Decline = {
  code: string;
  class: 'irreversible' | 'reversible' | 'unknown' | 'unauthenticated';
  words: string;
};

/** The stored part of a card. `token` is the gateway's, and useless elsewhere. */
export type StoredCard = {
  token: string;
  /** False until the acquirer activates it: it can't be charged before. */
  ready: boolean;
  bin6: string;
  last4: string;
  /** YYYY-MM. */
  expires: string;
  /** First name and initials of the others. */
  holder: string;
};

/**
 * The charged card. `sealed` was typed now and encrypted in the browser. `stored` is charged by its
 * token: `byHolder` when the holder is present and wants the charge, otherwise by the merchant
 * under their agreement (a renewal), a difference that gateways and banks require; `networkRef` is
 * from the report of the first charge. `brandId` is of the specification's list.
 */
export type CardSource =
  | { kind: 'sealed'; jwe: string; brandId: number }
  | {
      kind: 'stored';
      token: string;
      brandId: number;
      byHolder: boolean;
      networkRef: string | null;
    };

/** Parameters of the acquirer's script in the page. The token is valid for one authentication. */
export type AuthenticationScript = { url: string; accessToken: string; environment: 'SDB' | 'PRD' };

/** Result of that script, in EMV's names. Without `cavv` the bank accepts no liability. */
export type AuthenticationResult = {
  eci: string;
  cavv: string | null;
  xid: string | null;
  version: string;
  referenceId: string;
};

/**
 * The holder's browser, as EMV 3-D Secure describes it; `timeZoneOffset` in minutes as in
 * JavaScript (180 is São Paulo).
 */
export type HolderBrowser = {
  userAgent: string;
  colorDepth: number;
  javaEnabled: boolean;
  language: string;
  screenHeight: number;
  screenWidth: number;
  timeZoneOffset: number;
};

/**
 * Authentication of a present holder. `otherwise`: what to do when the bank can't be asked, or does
 * not answer.
 */
export type Authentication = {
  returnUrl: string;
  browser: HolderBrowser | null;
  result: AuthenticationResult | null;
  otherwise: 'refuse' | 'charge';
};

/**
 * The key that a browser encrypts a card with: compact JWE, RSA-OAEP-256 and A256GCM, `kid` in its
 * header.
 */
export type CardKey = { jwk: webcrypto.JsonWebKey; kid: string; expiresAt: Date };

/**
 * A typed card to store; some card networks require the holder's email. `admit` is called with its
 * first six digits before its bank is asked, and refuses it by throwing.
 */
export type CardToStore = {
  jwe: string;
  brandId: number;
  email: string;
  admit?: (bin6: string) => Promise<void>;
};

/** `ended`: it never became ready, or its network withdrew it; it can't be charged. */
export type StoredCardState = 'pending' | 'ready' | 'ended';

/** Cards at a gateway. */
export interface CardsApi {
  /** Whether the gateway takes cards of a brand. */
  takes(brandId: number): boolean;
  /**
   * Kind of 3-D Secure. `page`: the report has the challenge page, and the request needs the
   * holder's browser. `script`: the acquirer's script runs in our page before the charge;
   * `beginAuthentication` has its parameters. `none`: no authentication.
   */
  readonly authentication: 'page' | 'script' | 'none';
  beginAuthentication?(): Promise<AuthenticationScript>;
  /** The origin that the page's content security policy must allow for that script. */
  readonly scriptOrigins?: readonly string[];
  publicKey(): Promise<CardKey>;
  /**
   * Stores a typed card, after a check with its bank without a charge. Throws CardRefused when the
   * bank declines, GatewayError (`refused`) when the card can't be decrypted.
   */
  store(sealed: CardToStore): Promise<StoredCard>;
  /**
   * State of a stored card that was not ready; absent when every stored card is ready immediately.
   * Throws GatewayError.
   */
  state?(token: string): Promise<StoredCardState>;
  /** Deletes a card; an unknown token is not an error. */
  remove(token: string): Promise<void>;
}
