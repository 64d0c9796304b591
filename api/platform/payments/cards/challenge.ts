// The 3-D Secure challenge of a charge: how long it lasts, and its presentment.
import { MINUTE_MS } from '@camarim/contract/time';
import type { ChargeReport } from '../port.ts';

/**
 * Acquirers document no lifetime of their page; banks give some minutes. A later confirmation is
 * still credited.
 */
const CHALLENGE_MS = 15 * MINUTE_MS;

/**
 * State of a charge with a challenge since `beganAt`. `url` is null when the acquirer does not
 * repeat it.
 */
export const challengeState = (
  url: string | null,
  beganAt: Date,
  now: Date,
): Pick<ChargeReport, 'state' | 'presentment'> => {
  const expiresAt = new Date(beganAt.getTime() + CHALLENGE_MS);
  if (now >= expiresAt) return { state: 'expired', presentment: null };
  return {
    state: 'pending',
    presentment: url === null ? null : { kind: 'challenge', url, expiresAt },
  };
};
