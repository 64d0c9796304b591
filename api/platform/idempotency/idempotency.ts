// A call with an Idempotency-Key happens once: its first reply is stored with its effects and given again.
import { createHash } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import type { Kysely } from 'kysely';
import type { DB } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';

/** Which call it is: the key belongs to the caller, and to one route and request. */
export type Once = { profileId: ProfileId; key: string | null; route: string; request: unknown; now: Date };

const hashOf = (request: unknown): Buffer => createHash('sha256').update(JSON.stringify(request) ?? '').digest();

/**
 * Runs `effect` inside the caller's transaction unless the key has been seen, and stores its reply in that same
 * transaction. Two calls at once: the second waits for the first to commit and gets its reply. A refused
 * call stores nothing, so its key may be tried again. Throws request.idempotencyMismatch when the key came with another request.
 */
export const once = async <Reply>(tx: Kysely<DB>, { profileId, key, route, request, now }: Once, effect: () => Promise<Reply>): Promise<Reply> => {
  if (key === null) return effect();
  const hash = hashOf(request);
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ profile_id: profileId, key, route, request_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) {
    const stored = await tx.selectFrom('idempotency_keys').select(['route', 'request_hash', 'reply']).where('profile_id', '=', profileId).where('key', '=', key).executeTakeFirstOrThrow();
    if (stored.route !== route || !hash.equals(stored.request_hash)) throw new AppError('request.idempotencyMismatch');
    return stored.reply as Reply;
  }
  const reply = await effect();
  await tx.updateTable('idempotency_keys').set({ reply: JSON.stringify(reply) }).where('profile_id', '=', profileId).where('key', '=', key).execute();
  return reply;
};
