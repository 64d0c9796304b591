// The keys that browsers encrypt cards with, shared by all processes of an installation: each
// process can decrypt cards of every key.
import { createHash, randomBytes, type webcrypto } from 'node:crypto';
import { MINUTE_MS } from '@camarim/contract/time';
import { decodeProtectedHeader } from 'jose';

/**
 * A key pair of a vault. The private half is sealed, and opens only in vaults of the same
 * installation.
 */
export type CardKeyRecord = {
  kid: string;
  jwk: webcrypto.JsonWebKey;
  sealed: string;
  madeAt: Date;
};

/** Store of key pairs and of the cards encrypted to them that were used. */
export type CardKeyStore = {
  /** The newest key made after an instant; null when there is none. */
  newest: (after: Date) => Promise<CardKeyRecord | null>;
  find: (kid: string) => Promise<CardKeyRecord | null>;
  /**
   * Stores a key unless another process stored one made after `after`; returns the current one.
   * Deletes keys made before `until`.
   */
  insert: (key: CardKeyRecord, after: Date, until: Date) => Promise<CardKeyRecord>;
  /**
   * Records the use of an encrypted card for `reference`; false when it was used for another one.
   */
  recordUse: (use: { fingerprint: Buffer; kid: string; reference: string }) => Promise<boolean>;
};

/**
 * Shared by the vaults of one installation: the store, and the secret that seals its private keys.
 */
export type CardKeys = { store: CardKeyStore; secret: () => Promise<string> };

export const KEY_LIFE_MS = 10 * MINUTE_MS;
/** A key is issued while its remaining life is enough to type a card. */
export const KEY_ISSUE_MS = 5 * MINUTE_MS;

/** The key id of an encrypted card; null for other text. */
export const kidOf = (jwe: string): string | null => {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    return typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
};

/** Hashes the decoded bytes, because the same bytes have several encodings. */
export const fingerprintOf = (jwe: string): Buffer =>
  createHash('sha256')
    .update(
      jwe
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('base64url'))
        .join('.'),
    )
    .digest();

/** Opens the store at its first use. */
export const lazyCardKeyStore = (open: () => Promise<CardKeyStore>): CardKeyStore => ({
  newest: async (after) => (await open()).newest(after),
  find: async (kid) => (await open()).find(kid),
  insert: async (key, after, until) => (await open()).insert(key, after, until),
  recordUse: async (use) => (await open()).recordUse(use),
});

/** Keys of one process, in memory: another process can't use them, and they end with it. */
export const inMemoryCardKeys = (): CardKeys => {
  const secret = randomBytes(32).toString('hex');
  const keys = new Map<string, CardKeyRecord>();
  const uses = new Map<string, string>();
  const newest = (after: Date): CardKeyRecord | null =>
    [...keys.values()].findLast(({ madeAt }) => madeAt > after) ?? null;
  return {
    secret: async () => secret,
    store: {
      newest: async (after) => newest(after),
      find: async (kid) => keys.get(kid) ?? null,
      insert: async (key, after, until) => {
        for (const { kid, madeAt } of keys.values()) if (madeAt < until) keys.delete(kid);
        const found = newest(after);
        if (found) return found;
        keys.set(key.kid, key);
        return key;
      },
      recordUse: async ({ fingerprint, reference }) => {
        const id = fingerprint.toString('hex');
        const used = uses.get(id) ?? reference;
        uses.set(id, used);
        return used === reference;
      },
    },
  };
};
