// The vault: a separate process, and the only one with cards in clear. It holds the private keys,
// decrypts cards, and calls the acquirer.
import { randomUUID } from 'node:crypto';
import {
  CompactEncrypt,
  compactDecrypt,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { openCaratForwarder } from '../carat/card-forwarder.ts';
import { openCieloForwarder } from '../cielo/card-forwarder.ts';
import { GatewayError } from '../port.ts';
import { openRedeForwarder } from '../rede/card-forwarder.ts';
import { type Card, cardSchema, type CardForwarder, displayTraitsOf, withoutCard } from './card.ts';
import { KEY_LIFE_MS } from './card-keys.ts';
import type {
  MessageFromVault,
  SealedKey,
  MessageToVault,
  VaultResponse,
  VaultRequest,
  VaultSetup,
} from './vault-messages.ts';

/** Encryption of private keys in the store. */
const SEALED_BY = { alg: 'dir', enc: 'A256GCM' } as const;

/** The card forwarder of the acquirer. */
const openCardForwarder = (setup: VaultSetup): CardForwarder => {
  switch (setup.acquirer) {
    case 'rede':
      return openRedeForwarder(setup);
    case 'cielo':
      return openCieloForwarder(setup);
    case 'carat':
      return openCaratForwarder(setup);
  }
};

type Key = {
  privateKey: CryptoKey;
  madeAtMs: number;
  /** Charge of each used nonce. */
  used: Map<string, string>;
};

let forwarder: CardForwarder | null = null;
/** Seals private keys, so that vaults of other processes can open them. */
let secret: Uint8Array = new Uint8Array(32);
const keys = new Map<string, Key>();

const cacheKey = (kid: string, privateKey: CryptoKey, madeAtMs: number, nowMs: number): Key => {
  for (const [old, { madeAtMs: at }] of keys) if (nowMs >= at + KEY_LIFE_MS) keys.delete(old);
  const key = { privateKey, madeAtMs, used: new Map<string, string>() };
  keys.set(kid, key);
  return key;
};

const makeKey = async (nowMs: number): Promise<VaultResponse> => {
  const { privateKey, publicKey } = await generateKeyPair('RSA-OAEP-256', {
    modulusLength: 2048,
    extractable: true,
  });
  const kid = randomUUID();
  const sealed = await new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify(await exportJWK(privateKey))),
  )
    .setProtectedHeader({ ...SEALED_BY, kid, madeAtMs: nowMs })
    .encrypt(secret);
  cacheKey(kid, privateKey, nowMs, nowMs);
  const jwk: object = { ...(await exportJWK(publicKey)), kid, alg: 'RSA-OAEP-256', use: 'enc' };
  return { key: { jwk, kid, sealed } };
};

/**
 * The private key of a pair made by a vault of this installation. Throws for any other, and for an
 * expired one.
 */
const keyOf = async ({ kid, sealed, madeAtMs }: SealedKey, nowMs: number): Promise<Key> => {
  if (nowMs >= madeAtMs + KEY_LIFE_MS) throw new Error('the key has ended');
  const known = keys.get(kid);
  if (known) return known;
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, secret, {
    keyManagementAlgorithms: [SEALED_BY.alg],
    contentEncryptionAlgorithms: [SEALED_BY.enc],
  });
  // The stored id and time must match the sealed ones.
  if (protectedHeader.kid !== kid || protectedHeader['madeAtMs'] !== madeAtMs)
    throw new Error('another key');
  const privateKey = await importJWK(
    JSON.parse(new TextDecoder().decode(plaintext)) as JWK,
    'RSA-OAEP-256',
  );
  return cacheKey(kid, privateKey as CryptoKey, madeAtMs, nowMs);
};

/** The card of an encrypted message; null without a reason when it can't be used. */
const decryptCard = async (
  jwe: string,
  reference: string,
  sealedKey: SealedKey,
  nowMs: number,
): Promise<Card | null> => {
  try {
    const key = await keyOf(sealedKey, nowMs);
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, key.privateKey, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    if (protectedHeader.kid !== sealedKey.kid) return null;
    const card = cardSchema.parse(JSON.parse(new TextDecoder().decode(plaintext)));
    // An encrypted card is valid for one charge, so a copy is worthless.
    if ((key.used.get(card.nonce) ?? reference) !== reference) return null;
    key.used.set(card.nonce, reference);
    return card;
  } catch {
    // The error is dropped: its text could contain card data.
    return null;
  }
};

const respondForStoredCard = async (
  question: VaultRequest & { kind: 'storedState' | 'chargeStored' },
): Promise<VaultResponse> => {
  if (!forwarder?.stored) return { refused: 'this acquirer does not store network tokens' };
  try {
    return {
      keptReply:
        question.kind === 'storedState'
          ? await forwarder.stored.state(question.token)
          : await forwarder.stored.charge(question.token, question.json),
    };
  } catch (error) {
    if (error instanceof GatewayError && error.outcome === 'refused')
      return { refused: error.message };
    return {
      unknown:
        error instanceof GatewayError ? error.message : 'the vault could not ask the acquirer',
    };
  }
};

const respond = async (question: VaultRequest): Promise<VaultResponse> => {
  if (question.kind === 'makeKey') return makeKey(question.nowMs);
  if (question.kind === 'storedState' || question.kind === 'chargeStored')
    return respondForStoredCard(question);
  const { jwe, reference, brandId, key, nowMs } = question;
  const card = await decryptCard(jwe, reference, key, nowMs);
  if (!card || !forwarder)
    return {
      refused: 'the card can’t be opened: its key has ended, it was used before, or it is none',
    };
  if (question.kind === 'open') return { opened: displayTraitsOf(card) };
  try {
    const { status, body } =
      question.kind === 'charge'
        ? await forwarder.charge(card, brandId, question.json)
        : await forwarder.tokenize(card, brandId, reference, question.email);
    return { reply: { status, body: withoutCard(body, card) }, card: displayTraitsOf(card) };
  } catch (error) {
    return {
      unknown:
        error instanceof GatewayError ? error.message : 'the vault could not ask the acquirer',
    };
  }
};

const send = (message: MessageFromVault): void => void process.send?.(message);

process.on('message', async (message: MessageToVault) => {
  if ('setup' in message) {
    secret = Buffer.from(message.secret, 'hex');
    forwarder = openCardForwarder(message.setup);
    send({ ready: true });
  } else send({ id: message.id, answer: await respond(message.question) });
});
// The vault ends with its parent.
process.on('disconnect', () => process.exit());
