// The keys that browsers encrypt cards with, as all processes of an installation share them:
// whichever handed one out, any opens what was encrypted to it.
import { createHash, randomBytes, type webcrypto } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';

/**
 * A key pair that a vault made. The private half is sealed by the vault, and opens in a vault of
 * the same installation alone.
 */
export type CardKeyRecord = {
  kid: string;
  jwk: webcrypto.JsonWebKey;
  sealed: string;
  madeAt: Date;
};

/** Where the key pairs and the uses of what was encrypted to them are kept. */
export type CardKeyStore = {
  /** The newest key that was made after an instant; null when there is none. */
  newest: (after: Date) => Promise<CardKeyRecord | null>;
  find: (kid: string) => Promise<CardKeyRecord | null>;
  /**
   * Keeps a key, unless another process has kept one made after `after` meanwhile; answers the one
   * that counts. Forgets keys made before `until`.
   */
  insert: (key: CardKeyRecord, after: Date, until: Date) => Promise<CardKeyRecord>;
  /**
   * Notes that an encrypted card is used for `reference`; false when it was used for another one
   * before.
   */
  recordUse: (use: { fingerprint: Buffer; kid: string; reference: string }) => Promise<boolean>;
};

/**
 * What the vaults of one installation share: the store, and the secret that seals private keys in
 * it.
 */
export type CardKeys = { store: CardKeyStore; secret: () => Promise<string> };

export const KEY_LIFE_MS = 10 * 60_000;
/** A key is handed out while it still lives long enough to type a card. */
export const KEY_ISSUE_MS = 5 * 60_000;

/** The key that a card was encrypted to; null for what is none. */
export const kidOf = (jwe: string): string | null => {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    return typeof kid === 'string' ? kid : null;
  } catch {
    return null;
  }
};

/** Of the bytes, because the same bytes can be written in more than one way. */
export const fingerprintOf = (jwe: string): Buffer =>
  createHash('sha256')
    .update(
      jwe
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('base64url'))
        .join('.'),
    )
    .digest();

/** A store that is opened at its first use. */
export const lazyCardKeyStore = (open: () => Promise<CardKeyStore>): CardKeyStore => ({
  newest: async (after) => (await open()).newest(after),
  find: async (kid) => (await open()).find(kid),
  insert: async (key, after, until) => (await open()).insert(key, after, until),
  recordUse: async (use) => (await open()).recordUse(use),
});

/** For one process alone: what its vault made is known to nobody else, and is lost with it. */
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
