// A call with an Idempotency-Key takes effect once: its first reply is stored with its effects, and
// repeats get that reply.
import { createHash } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import type { Outcome } from '../coalescer/coalescer.ts';
import type { Database } from '../database/database.ts';
import { type Transaction, transaction } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { IN_USE, waitForKey } from './in-use.ts';
import { insertKey, insertKeys, readKey, storeReply } from './store.ts';

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

type KeyedCall = Omit<IdempotentRequest, 'request' | 'now' | 'key'> & { key: string; hash: Buffer };

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

/** A call of a batch, with the reply that it will have if it has not been made. */
export type ForeseenCall<Reply> = KeyedCall & { reply: Reply };

const nameOf = ({ profileId, key }: Pick<KeyedCall, 'profileId' | 'key'>): string =>
  `${profileId}/${key}`;

/**
 * `once` for calls that share a transaction and whose replies are known before their effects. Each
 * has its own outcome, in order: null when its key is new, so that its effect is to be written now;
 * else the reply of the first call, the error, or IN_USE, for which the caller waits by `waitForKey`.
 */
export const claimEach = async <Reply>(
  tx: Transaction,
  calls: readonly ForeseenCall<Reply>[],
  now: Date,
): Promise<(Outcome<Reply | typeof IN_USE> | null)[]> => {
  // A double tap in one batch: the second finds what the first stored.
  const first = new Map(calls.toReversed().map((call) => [nameOf(call), call]));
  const claimed = new Set((await insertKeys(tx, [...first.values()], now)).map(nameOf));
  const outcomes: (Outcome<Reply | typeof IN_USE> | null)[] = [];
  for (const call of calls) {
    const name = nameOf(call);
    if (claimed.has(name) && first.get(name) === call) outcomes.push(null);
    else
      outcomes.push(
        await repliedBefore<Reply>(tx, call).then(
          (value) => ({ value }),
          (error: unknown) => {
            if (error instanceof AppError) return { error };
            throw error;
          },
        ),
      );
  }
  return outcomes;
};
