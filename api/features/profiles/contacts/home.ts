// Where a person lives, as their address says: what blocks of places look at first.
import type { ProfileId } from '@camarim/contract/ids';
import { NOWHERE, type Place } from '../../../platform/http/place.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadContacts } from './contacts.ts';

/** Nowhere without an address in Brazil. */
export const homeOf = async (platform: Pick<Platform, 'db' | 'seal'>, profileId: ProfileId): Promise<Place> => {
  const { country, stateCode, city } = await loadContacts(platform, profileId);
  return country === 'BR' && stateCode !== '' ? { state: stateCode, city: city || null } : NOWHERE;
};
