// Where a person lives, as their address says: what blocks of places look at first.
import type { ProfileId } from '@camarim/contract/ids';
import { NOWHERE, type Place } from '../../../platform/http/place.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openContacts } from './contacts.ts';
import { loadSealed } from './store.ts';

/** The same for who has read the sealed contacts already. Nowhere without an address in Brazil. */
export const homeIn = (
  { seal }: Pick<Platform, 'seal'>,
  profileId: ProfileId,
  sealed: Buffer | null,
): Place => {
  const { country, stateCode, city } = openContacts(seal, profileId, sealed);
  return country === 'BR' && stateCode !== '' ? { state: stateCode, city: city || null } : NOWHERE;
};

export const homeOf = async (
  platform: Pick<Platform, 'db' | 'seal'>,
  profileId: ProfileId,
): Promise<Place> => homeIn(platform, profileId, await loadSealed(platform.db, profileId));
