// Messages between the API process and the vault. Cards enter encrypted, and never leave.
import type { webcrypto } from 'node:crypto';
import type { GatewayReply } from '../gateway-http.ts';
import type { StoredCard } from '../port.ts';

type Merchant = { baseUrl: string; merchantId: string; merchantKey: string; timeoutMs: number };

/** The acquirer of a vault with its credentials; the first message. */
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

/** A card is valid for one `reference`, also when it is sent again. */
type SealedCardPayload = {
  nowMs: number;
  jwe: string;
  reference: string;
  brandId: number;
  key: SealedKey;
};

/** A private key as stored: sealed. */
export type SealedKey = { kid: string; sealed: string; madeAtMs: number };

export type VaultRequest =
  | { kind: 'makeKey'; nowMs: number }
  /** Sends the charge `json` with the card of `jwe`. */
  | ({ kind: 'charge'; json: Record<string, unknown> } & SealedCardPayload)
  /** The displayable part of the card of `jwe`, before it is sent anywhere. */
  | ({ kind: 'open' } & SealedCardPayload)
  /** Stores the card of `jwe` at the acquirer. */
  | ({ kind: 'tokenize'; email: string } & SealedCardPayload)
  /** Queries or charges a stored card whose network token stays in the vault. */
  | { kind: 'storedState'; token: string }
  | { kind: 'chargeStored'; token: string; json: Record<string, unknown> };

/** The part of a card that may leave the vault. */
export type CardTraits = Omit<StoredCard, 'token' | 'ready'>;

export type VaultResponse =
  | { key: { jwk: webcrypto.JsonWebKey; kid: string; sealed: string } }
  | { reply: GatewayReply; card: CardTraits }
  | { opened: CardTraits }
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
