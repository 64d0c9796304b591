// A call with an Idempotency-Key takes effect once: its first reply is stored with its effects, and
// repeats get that reply.
import { createHash } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import type { Outcome } from '../coalescer/coalescer.ts';
import type { Database } from '../database/database.ts';
import { type Transaction, transaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { IN_USE, waitForKey } from './in-use.ts';
import { insertKey, readKey, storeReply } from './store.ts';

/** Which call it is: the key belongs to the caller, and to one route and request. */
export type IdempotentRequest = {
  profileId: ProfileId;
  key: string | null;
  route: string;
  request: unknown;
  now: Date;
};

/** The hash that distinguishes two requests with the same key. */
export const hashOf = (request: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest();

/**
 * Runs `effect` in a transaction of its own unless the key has been seen, and stores its reply in
 * that same transaction. Two calls at once: the second waits, without a connection, for the first
 * to end and gets its reply. A refused call stores nothing, so its key may be tried again. Throws
 * request.idempotencyMismatch when the key came with another request, and server.unavailable when
 * the first call takes longer than a few seconds.
 */
export const once = <Reply>(
  db: Database,
  { profileId, key, route, request, now }: IdempotentRequest,
  effect: (tx: Transaction) => Promise<Reply>,
): Promise<Reply> => {
  if (key === null) return transaction(db, effect);
  const hash = hashOf(request);
  return waitForKey(() =>
    transaction(db, async (tx) => {
      if (await insertKey(tx, { profileId, key, route }, hash, now)) {
        const reply = await effect(tx);
        await storeReply(tx, { profileId, key }, reply);
        return reply;
      }
      return repliedBefore<Reply>(tx, { profileId, key, route, hash });
    }),
  );
};

/** A call with what its key belongs to. */
export type KeyedCall = Omit<IdempotentRequest, 'request' | 'now' | 'key'> & {
  key: string;
  hash: Buffer;
};

const repliedBefore = async <Reply>(
  tx: Transaction,
  { profileId, key, route, hash }: KeyedCall,
): Promise<Reply | typeof IN_USE> => {
  const stored = await readKey<Reply>(tx, { profileId, key });
  if (!stored) return IN_USE;
  if (stored.route !== route || !hash.equals(stored.hash))
    throw new AppError('request.idempotencyMismatch');
  return stored.reply as Reply;
};

const nameOf = ({ profileId, key }: Pick<KeyedCall, 'profileId' | 'key'>): string =>
  `${profileId}/${key}`;

/**
 * For calls that share a transaction and a statement that takes their keys (`takingKeys`): whether
 * each is the first of them with its key. The others, a double tap in one batch, find what the
 * first stored.
 */
export const firstOfKeys = (calls: readonly KeyedCall[]): boolean[] => {
  const names = new Set<string>();
  return calls.map((call) => {
    const isFirst = !names.has(nameOf(call));
    names.add(nameOf(call));
    return isFirst;
  });
};

/**
 * For a call whose key was used before: the reply of the first call with it, its error, or IN_USE,
 * for which the caller waits by `waitForKey`.
 */
export const earlierReply = <Reply>(
  tx: Transaction,
  call: KeyedCall,
): Promise<Outcome<Reply | typeof IN_USE>> =>
  repliedBefore<Reply>(tx, call).then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof AppError) return { error };
      throw error;
    },
  );
