// The vault: a process of its own, and the only place where a card is in clear. It holds the private key, decrypts, speaks to the acquirer, forgets.
import { randomUUID } from 'node:crypto';
import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { GatewayError } from '../port.ts';
import { type Card, cardSchema, type Door, traitsOf, withoutCard } from './card.ts';
import { openDoor } from './doors.ts';
import type { FromVault, ToVault, VaultAnswer, VaultQuestion } from './vault-messages.ts';

const KEY_LIFE_MS = 10 * 60_000;
/** A key is handed out while it still lives long enough to type a card. */
const HANDED_OUT_MS = 5 * 60_000;

type Key = { privateKey: CryptoKey; jwk: object; kid: string; madeAtMs: number; /** Which charge each nonce was used for. */ used: Map<string, string> };

let door: Door | null = null;
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

const answerOfKept = async (question: VaultQuestion & { kind: 'keptState' | 'chargeKept' }): Promise<VaultAnswer> => {
  if (!door?.kept) return { refused: 'this acquirer does not keep cards by a number' };
  try {
    return { keptReply: question.kind === 'keptState' ? await door.kept.state(question.token) : await door.kept.charge(question.token, question.json) };
  } catch (error) {
    if (error instanceof GatewayError && error.outcome === 'refused') return { refused: error.message };
    return { unknown: error instanceof GatewayError ? error.message : 'the vault could not ask the acquirer' };
  }
};

const answer = async (question: VaultQuestion): Promise<VaultAnswer> => {
  if (question.kind === 'key') {
    const { jwk, kid, madeAtMs } = await currentKey(question.nowMs);
    return { key: { jwk, kid, expiresAtMs: madeAtMs + KEY_LIFE_MS } };
  }
  if (question.kind === 'keptState' || question.kind === 'chargeKept') return answerOfKept(question);
  const { jwe, reference, brandId, nowMs } = question;
  const card = await openCard(jwe, reference, nowMs);
  if (!card || !door) return { refused: 'the card can not be opened: its key has ended, it was used before, or it is none' };
  try {
    const { status, body } = question.kind === 'charge' ? await door.charge(card, brandId, question.json) : await door.keep(card, brandId, reference, question.email);
    return { reply: { status, body: withoutCard(body, card) }, card: traitsOf(card) };
  } catch (error) {
    return { unknown: error instanceof GatewayError ? error.message : 'the vault could not ask the acquirer' };
  }
};

const say = (message: FromVault): void => void process.send?.(message);

process.on('message', async (message: ToVault) => {
  if ('setup' in message) {
    door = openDoor(message.setup);
    say({ ready: true });
  } else say({ id: message.id, answer: await answer(message.question) });
});
// It has no life of its own.
process.on('disconnect', () => process.exit());
