// One effect at a gateway at a time: asking and recording its answer are done by one process alone.
import type { AdvisoryLocks } from '../database/advisory-locks.ts';
import { LockNotAcquired } from '../database/advisory-locks.ts';
import { GatewayError } from './port.ts';

/**
 * What a gateway is asked to do something with. A charge's refunds are told apart by what else went
 * back, so they share its lock.
 */
export type EffectSubject = { kind: 'charge' | 'payout' | 'mandate'; id: string };

/**
 * Runs `work`, which reads the state, asks the gateway and records the answer, while no other
 * process works on the same subject. Call it outside of any transaction. Throws GatewayError
 * (`unknown`) when other work holds the subject for too long.
 */
export const effectAlone = async <T>(
  { locks }: { locks: AdvisoryLocks },
  { kind, id }: EffectSubject,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await locks.withLock(`effect/${kind}/${id}`, work);
  } catch (error) {
    if (error instanceof LockNotAcquired)
      throw new GatewayError(
        'unknown',
        `the ${kind} ${id} is being asked about by other work`,
        error,
      );
    throw error;
  }
};
