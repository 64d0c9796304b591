// The built-in age verifiers.
import type { Database } from '../database/database.ts';
import type { AgeVerifier } from './port.ts';
import { isVerified } from './store.ts';

/**
 * Accepts any declaration: for a demonstration on a local machine. Refused in production
 * (age-gate.ts).
 */
export const localVerifier = (): AgeVerifier => ({ method: 'local', verify: async () => true });

/**
 * Accepts members whose document and selfie an administrator approved, including producers.
 */
export const documentVerifier = ({ db }: { db: Database }): AgeVerifier => ({
  method: 'document',
  verify: async ({ viewer }) => viewer !== null && isVerified(db, viewer.profileId),
});
