// The built-in age verifiers, which are done without a provider.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../database/database.ts';
import type { AgeVerifier } from './port.ts';
import { REVIEWED } from './rules.ts';
import { isVerified } from './store.ts';

const IMMEDIATE = {
  kind: 'verification',
  name: null,
  answeredBy: 'browser',
  attemptSeconds: () => 60,
  ready: async () => true,
} as const;

/**
 * Accepts any declaration: for a demonstration on a local machine. Refused in production
 * (age-gate.ts).
 */
export const localVerifier = (): AgeVerifier => ({
  ...IMMEDIATE,
  id: 'local',
  blind: 'double',
  learned: 'nothing',
  needsAccount: false,
  begin: async () => ({ step: { kind: 'done' }, secret: null }),
  finish: async () => 'over',
});

/**
 * Accepts members whose document and selfie an administrator approved, including producers.
 */
export const documentVerifier = ({ db }: { db: Database }): AgeVerifier => ({
  ...IMMEDIATE,
  id: REVIEWED,
  blind: 'none',
  learned: 'document',
  needsAccount: true,
  begin: async ({ profileId }) => ({ step: { kind: 'done' }, secret: profileId }),
  finish: async (secret) =>
    secret !== null && (await isVerified(db, secret as ProfileId)) ? 'over' : 'refused',
});
