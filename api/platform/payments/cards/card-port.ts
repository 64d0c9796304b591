// The port to payment gateways, its part of cards: how they come in, how they are kept and charged,
// and why they are refused.
import type { webcrypto } from 'node:crypto';

/**
 * Why a card said no. `irreversible`: never try this card again. `reversible`: it may work on
 * another day. `unknown`: treat as reversible, and with suspicion. `unauthenticated`: its bank
 * asked who pays and was not satisfied. `words` are the gateway's, for the log and the support
 * desk, never for the payer.
 */
export type Decline = {
  code: string;
  class: 'irreversible' | 'reversible' | 'unknown' | 'unauthenticated';
  words: string;
};

/** All that is kept of a card. `token` is the gateway's, and of no use elsewhere. */
export type StoredCard = {
  token: string;
  /** False while its acquirer has yet to activate it: it can't be charged before. */
  ready: boolean;
  bin6: string;
  last4: string;
  /** YYYY-MM. */ expires: string;
  /** Its first name; of the others, initials. */ holder: string;
};

/**
 * The card that is charged. `sealed` was typed by its holder just now and encrypted in the browser;
 * with `keep` the report carries the card as it may be stored. `stored` is charged by its token:
 * `byHolder` when they are there and wish it, otherwise by us as they agreed (a renewal), which
 * gateways and banks want told apart; `networkRef` is what the first charge answered. `brandId` is
 * of the specification's list.
 */
export type CardSource =
  | { kind: 'sealed'; jwe: string; brandId: number; keep: boolean }
  | {
      kind: 'stored';
      token: string;
      brandId: number;
      byHolder: boolean;
      networkRef: string | null;
    };

/** What the acquirer's script needs in the page. The token is good for one authentication. */
export type AuthenticationScript = { url: string; accessToken: string; environment: 'SDB' | 'PRD' };

/** What that script answered, under EMV's names. Without `cavv` the bank vouches for nothing. */
export type AuthenticationResult = {
  eci: string;
  cavv: string | null;
  xid: string | null;
  version: string;
  referenceId: string;
};

/**
 * The browser of the holder, as EMV 3-D Secure describes it; `timeZoneOffset` in minutes as
 * JavaScript counts them (180 is São Paulo).
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
 * A holder who is there and is asked by their bank. `otherwise`: what becomes of a charge whose
 * bank can't be asked, or does not answer.
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

/** A card that its holder typed and wants kept; some networks want the holder's email. */
export type CardToStore = { jwe: string; brandId: number; email: string };

/** `ended`: it never became ready, or its network withdrew it; it can't be charged. */
export type StoredCardState = 'pending' | 'ready' | 'ended';

/** What a gateway that takes cards can do with them. */
export interface CardsApi {
  /** Whether cards of a brand are taken. */
  takes(brandId: number): boolean;
  /**
   * How the bank of a card asks who pays (3-D Secure). `page`: the charge answers where to send its
   * holder, and wants to know their browser. `script`: before the charge, by the acquirer's script
   * in our page; `beginAuthentication` says how. `none`: not at all.
   */
  readonly authentication: 'page' | 'script' | 'none';
  beginAuthentication?(): Promise<AuthenticationScript>;
  /** The one origin that a page with that script has to allow. */
  readonly scriptOrigin?: string;
  publicKey(): Promise<CardKey>;
  /**
   * Keeps a card that its holder typed, after asking its bank without charging it. Throws
   * CardRefused when the bank says no, GatewayError (`refused`) when what was sealed can't be
   * opened.
   */
  store(sealed: CardToStore): Promise<StoredCard>;
  /**
   * What became of a kept card that was not ready; absent where every kept card is ready at once.
   * Throws GatewayError.
   */
  state?(token: string): Promise<StoredCardState>;
  /** Forgets a card, whether or not it was there. */
  remove(token: string): Promise<void>;
}
