// A holder who is asked by the card's own bank who they are (3-D Secure): how long that may take,
// and how it is shown.
import type { ChargeReport } from '../port.ts';

/**
 * Acquirers do not say how long their page works; banks give some minutes. What is confirmed later
 * is still credited.
 */
const CHALLENGE_MS = 15 * 60_000;

/**
 * The state of a charge whose holder is being asked since `beganAt`. `url` is null when the
 * acquirer does not repeat it.
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
