// What the API process and the vault say to each other. Of a card only its encrypted form goes in, and nothing of it comes out.
import type { webcrypto } from 'node:crypto';
import type { GatewayReply } from '../gateway-http.ts';
import type { StoredCard } from '../port.ts';

/** Everything the vault needs to speak to the acquirer; its first message. */
export type VaultSetup = { baseUrl: string; tokenUrl: string; clientId: string; clientSecret: string; timeoutMs: number };

export type VaultQuestion =
  | { kind: 'key'; nowMs: number }
  /** Sends `json` with the card of `jwe` filled in. A card may be sent again only for the same reference. */
  | { kind: 'charge'; nowMs: number; jwe: string; json: { reference: string } & Record<string, unknown> }
  /** Has the acquirer keep the card of `jwe`; `reference` names this wish, which may be sent again. */
  | { kind: 'keep'; nowMs: number; jwe: string; reference: string };

/** All of a card that may leave the vault. */
export type CardTraits = Omit<StoredCard, 'token'>;

export type VaultAnswer = { key: { jwk: webcrypto.JsonWebKey; kid: string; expiresAtMs: number } } | { reply: GatewayReply; card: CardTraits } | { refused: string } | { unknown: string };

export type ToVault = { setup: VaultSetup } | { id: number; question: VaultQuestion };
export type FromVault = { ready: true } | { id: number; answer: VaultAnswer };
