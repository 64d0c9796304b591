// What the API process and the vault say to each other. Of a card only its encrypted form goes in,
// and nothing of it comes out.
import type { webcrypto } from 'node:crypto';
import type { GatewayReply } from '../gateway-http.ts';
import type { StoredCard } from '../port.ts';

type Merchant = { baseUrl: string; merchantId: string; merchantKey: string; timeoutMs: number };

/** Which acquirer a vault speaks to, and everything it needs for that; its first message. */
export type VaultSetup =
  | {
      acquirer: 'rede';
      baseUrl: string;
      tokenUrl: string;
      clientId: string;
      clientSecret: string;
      timeoutMs: number;
    }
  | ({ acquirer: 'cielo' } & Merchant)
  | ({
      acquirer: 'carat';
      clientCertificate?: { cert: string; key: string } | undefined;
    } & Merchant);

/** A card may be sent again only for the same `reference`. */
type SealedCardPayload = {
  nowMs: number;
  jwe: string;
  reference: string;
  brandId: number;
  key: SealedKey;
};

/** A private key as the store has it. */
export type SealedKey = { kid: string; sealed: string; madeAtMs: number };

export type VaultRequest =
  | { kind: 'makeKey'; nowMs: number }
  /** Sends the charge `json` with the card of `jwe` filled in. */
  | ({ kind: 'charge'; json: Record<string, unknown> } & SealedCardPayload)
  /** Has the acquirer keep the card of `jwe`. */
  | ({ kind: 'keep'; email: string } & SealedCardPayload)
  /** Asks for the state of a kept card, or charges it, where its number stays in the vault. */
  | { kind: 'keptState'; token: string }
  | { kind: 'chargeKept'; token: string; json: Record<string, unknown> };

/** All of a card that may leave the vault. */
export type CardTraits = Omit<StoredCard, 'token' | 'ready'>;

export type VaultResponse =
  | { key: { jwk: webcrypto.JsonWebKey; kid: string; sealed: string } }
  | { reply: GatewayReply; card: CardTraits }
  | { keptReply: GatewayReply }
  | { refused: string }
  | { unknown: string };

/**
 * `secret` seals private keys: 32 bytes in hexadecimal, the same in every vault of an installation.
 */
export type MessageToVault =
  | { setup: VaultSetup; secret: string }
  | { id: number; question: VaultRequest };
export type MessageFromVault = { ready: true } | { id: number; answer: VaultResponse };
