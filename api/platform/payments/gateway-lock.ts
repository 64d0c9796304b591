// An advisory lock for work at a gateway: one process at a time sends a request and records its
// answer.
import type { AdvisoryLocks } from '../database/advisory-locks.ts';
import { LockNotAcquired } from '../database/advisory-locks.ts';
import { GatewayError } from './port.ts';

/**
 * The object of the work. All refunds of a charge share its lock, because they are identified by
 * exclusion of each other.
 */
export type GatewayLockSubject = { kind: 'charge' | 'payout' | 'mandate'; id: string };

/**
 * Runs `work`, which reads the state, calls the gateway and records the answer, under the subject's
 * lock. Call it outside of any transaction. Throws GatewayError (`unknown`) when the lock can't be
 * had in time.
 */
export const withGatewayLock = async <T>(
  { locks }: { locks: AdvisoryLocks },
  { kind, id }: GatewayLockSubject,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await locks.withLock(`effect/${kind}/${id}`, work);
  } catch (error) {
    if (error instanceof LockNotAcquired)
      throw new GatewayError('unknown', `the lock of ${kind} ${id} is held by other work`, error);
    throw error;
  }
};
