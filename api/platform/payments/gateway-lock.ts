// One effect at a gateway at a time: asking and recording its answer are done by one process alone.
import type { AdvisoryLocks } from '../database/advisory-locks.ts';
import { LockNotAcquired } from '../database/advisory-locks.ts';
import { GatewayError } from './port.ts';

/**
 * What a gateway is asked to do something with. A charge's refunds are told apart by what else went
 * back, so they share its lock.
 */
export type GatewayLockSubject = { kind: 'charge' | 'payout' | 'mandate'; id: string };

/**
 * Runs `work`, which reads the state, asks the gateway and records the answer, while no other
 * process works on the same subject. Call it outside of any transaction. Throws GatewayError
 * (`unknown`) when other work holds it for too long.
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
