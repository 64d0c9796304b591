// The ways to show one's age that come with the house.
import type { Database } from '../database/database.ts';
import type { AgeVerifier } from './port.ts';
import { isVerified } from './store.ts';

/**
 * Takes everybody's word: for a demonstration on one's own machine. Refused in production
 * (door.ts).
 */
export const localVerifier = (): AgeVerifier => ({ method: 'local', verify: async () => true });

/**
 * Vouches for members whose document and selfie an administrator looked at, producers among them.
 */
export const documentVerifier = ({ db }: { db: Database }): AgeVerifier => ({
  method: 'document',
  verify: async ({ viewer }) => viewer !== null && isVerified(db, viewer.profileId),
});
