// The vault: a process of its own, and the only place where a card is in clear. It holds the private key, decrypts, speaks to the acquirer, forgets.
import { randomUUID } from 'node:crypto';
import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { z } from 'zod';
import { GatewayError } from '../port.ts';
import { connectWithToken, type TokenClient } from '../token-client.ts';
import { keeperUrl } from './keeper-url.ts';
import type { CardTraits, FromVault, ToVault, VaultAnswer, VaultQuestion, VaultSetup } from './vault-messages.ts';

const KEY_LIFE_MS = 10 * 60_000;
/** A key is handed out while it still lives long enough to type a card. */
const HANDED_OUT_MS = 5 * 60_000;

type Key = { privateKey: CryptoKey; jwk: object; kid: string; madeAtMs: number; /** Which charge each nonce was used for. */ used: Map<string, string> };

const cardSchema = z.object({
  nonce: z.string().min(16).max(100),
  number: z.string().regex(/^\d{13,19}$/),
  holderName: z.string().trim().min(2).max(30),
  expiration: z.string().regex(/^(0[1-9]|1[0-2])\/20\d\d$/),
  cvv: z.string().regex(/^\d{3,4}$/),
});

type Card = z.output<typeof cardSchema>;

let client: TokenClient | null = null;
/** The acquirer's service that keeps cards; it has an address of its own. */
let keeper: TokenClient | null = null;
let keys: Key[] = [];

const currentKey = async (nowMs: number): Promise<Key> => {
  keys = keys.filter(({ madeAtMs }) => nowMs < madeAtMs + KEY_LIFE_MS);
  const usable = keys.find(({ madeAtMs }) => nowMs < madeAtMs + HANDED_OUT_MS);
  if (usable) return usable;
  const { privateKey, publicKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048 });
  const kid = randomUUID();
  const key: Key = { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RSA-OAEP-256', use: 'enc' }, kid, madeAtMs: nowMs, used: new Map() };
  keys.push(key);
  return key;
};

/** The card of a sealed message; null, and no word why, when it can't be used. */
const openCard = async (jwe: string, reference: string, nowMs: number): Promise<Card | null> => {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    const key = keys.find((candidate) => candidate.kid === kid && nowMs < candidate.madeAtMs + KEY_LIFE_MS);
    if (!key) return null;
    const { plaintext } = await compactDecrypt(jwe, key.privateKey, { keyManagementAlgorithms: ['RSA-OAEP-256'], contentEncryptionAlgorithms: ['A256GCM'] });
    const card = cardSchema.parse(JSON.parse(new TextDecoder().decode(plaintext)));
    // What was sent once is good for that charge only, so that a copy of it buys nothing.
    if ((key.used.get(card.nonce) ?? reference) !== reference) return null;
    key.used.set(card.nonce, reference);
    return card;
  } catch {
    // No error goes on from here: its text could hold what must not leave.
    return null;
  }
};

const answer = async (question: VaultQuestion): Promise<VaultAnswer> => {
  if (question.kind === 'key') {
    const { jwk, kid, madeAtMs } = await currentKey(question.nowMs);
    return { key: { jwk, kid, expiresAtMs: madeAtMs + KEY_LIFE_MS } };
  }
  const reference = question.kind === 'charge' ? question.json.reference : question.reference;
  const card = await openCard(question.jwe, reference, question.nowMs);
  if (!card || !client || !keeper) return { refused: 'the card can not be opened: its key has ended, it was used before, or it is none' };
  try {
    const { status, body } = question.kind === 'charge' ? await client.send(chargeOf(card, question.json)) : await keeper.send(keepingOf(card));
    return { reply: { status, body: withoutCard(body, card) }, card: traitsOf(card) };
  } catch (error) {
    return { unknown: error instanceof GatewayError ? error.message : 'the vault could not ask the acquirer' };
  }
};

const plainOf = (card: Card) => {
  const [month, year] = card.expiration.split('/').map(Number);
  return { cardNumber: card.number, expirationMonth: month, expirationYear: year, securityCode: card.cvv };
};

const chargeOf = (card: Card, json: object) => ({ method: 'POST' as const, path: '/v2/transactions', json: { ...json, cardHolderName: card.holderName, ...plainOf(card) } });

const keepingOf = (card: Card) => ({ method: 'POST' as const, path: '/tokenization', json: { cardholderName: card.holderName, ...plainOf(card), storageCard: 1 } });

const traitsOf = ({ number, expiration, holderName }: Card): CardTraits => {
  const [month, year] = expiration.split('/') as [string, string];
  const [first = '', ...others] = holderName.split(/\s+/);
  return { bin6: number.slice(0, 6), last4: number.slice(-4), expires: `${year}-${month}`, holder: [first, ...others.map((name) => `${name.slice(0, 1)}.`)].join(' ') };
};

/** An acquirer that repeats what it was sent must not carry the card out of here. */
const withoutCard = (body: unknown, { number, cvv }: Card): unknown => {
  const text = JSON.stringify(body ?? null).replaceAll(number, '*');
  return JSON.parse(text, (key, value: unknown) => (/securityCode|cardNumber|cvv/i.test(key) || value === cvv && key !== 'returnCode' ? undefined : value)) as unknown;
};

const setUp = (setup: VaultSetup): void => {
  // Tokens of the acquirer are renewed by the machine's clock.
  const clock = { now: () => new Date() };
  client = connectWithToken(setup, clock);
  keeper = connectWithToken({ ...setup, baseUrl: keeperUrl(setup) }, clock);
};

const say = (message: FromVault): void => void process.send?.(message);

process.on('message', async (message: ToVault) => {
  if ('setup' in message) {
    setUp(message.setup);
    say({ ready: true });
  } else say({ id: message.id, answer: await answer(message.question) });
});
// It has no life of its own.
process.on('disconnect', () => process.exit());
