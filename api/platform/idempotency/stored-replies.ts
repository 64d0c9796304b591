// Idempotency of calls whose work is not one transaction (a gateway call, several features): their
// first reply is stored and returned to repeats.
import type { ProfileId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { hashOf } from './idempotency.ts';
import { IN_USE, waitForKey } from './in-use.ts';
import { claimKey, freeKey, readKey, storeReply } from './store.ts';

export type IdempotentCall = { profileId: ProfileId; key: string; route: string; request: unknown };

/**
 * Runs `work` unless this key has a reply; then returns the reply. Throws
 * request.idempotencyMismatch and server.unavailable.
 */
export type IdempotentReply = <Reply>(
  call: IdempotentCall,
  work: () => Promise<Reply>,
) => Promise<Reply>;

/**
 * Longer than any such call takes: an older claim belongs to a dead process, and another call may
 * take it over.
 */
const ABANDONED_MS = 2 * MINUTE_MS;

const sealContext = ({ profileId, key }: IdempotentCall): string =>
  `idempotency_keys.reply:${profileId}:${key}`;

/**
 * Differs from `once`: the reply is stored after the work and not with it, so a process that dies
 * in between may work twice. Calls that move money use `once`. Two calls at the same moment: the
 * second waits as it does there. Replies may hold personal data and are sealed.
 */
export const storeReplies =
  ({ db, clock, seal }: Pick<Platform, 'db' | 'clock' | 'seal'>): IdempotentReply =>
  (call, work) => {
    const hash = hashOf(call.request);
    return waitForKey(async () => {
      const now = clock.now();
      if (
        await claimKey(db, call, hash, {
          now,
          abandonedBefore: new Date(now.getTime() - ABANDONED_MS),
        })
      ) {
        try {
          const reply = await work();
          await storeReply(db, call, {
            sealed: seal.seal(sealContext(call), reply).toString('base64'),
          });
          return reply;
        } catch (error) {
          await freeKey(db, call);
          throw error;
        }
      }
      const stored = await readKey<{ sealed: string }>(db, call);
      if (stored && (stored.route !== call.route || !hash.equals(stored.hash)))
        throw new AppError('request.idempotencyMismatch');
      return stored?.reply
        ? seal.open<Awaited<ReturnType<typeof work>>>(
            sealContext(call),
            Buffer.from(stored.reply.sealed, 'base64'),
          )
        : IN_USE;
    });
  };
