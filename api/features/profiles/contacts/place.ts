// Where a person lives by their address: the place that geo-blocks use, and its time zone.
import type { ProfileId } from '@camarim/contract/ids';
import { SAO_PAULO } from '@camarim/contract/time';
import { NOWHERE, type Place } from '../../../platform/http/place.ts';
import type { Ctx } from '../../../context.ts';
import { openContacts } from './contacts.ts';
import type { Contacts } from './rules.ts';
import { hiddenPairs } from '../../visibility/index.ts';
import { loadAllSealed, loadSealed } from './store.ts';

/** The place of contact data that is loaded already; NOWHERE without an address. */
export const placeFromContacts = (
  { seal }: Ctx,
  profileId: ProfileId,
  sealed: Buffer | null,
): Place => {
  const { country, stateCode, city } = openContacts(seal, profileId, sealed);
  // Brazil is also the country of contact data that has no address yet.
  if (country === 'BR')
    return stateCode === '' ? NOWHERE : { country, state: stateCode, city: city || null };
  return country === '' ? NOWHERE : { ...NOWHERE, country };
};

export const loadHomePlace = async (ctx: Ctx, profileId: ProfileId): Promise<Place> =>
  placeFromContacts(ctx, profileId, await loadSealed(ctx.db, profileId));

/** The same of many people: one query. */
export const loadHomePlaces = async (
  ctx: Ctx,
  profileIds: readonly ProfileId[],
): Promise<(profileId: ProfileId) => Place> => {
  const sealed = await loadAllSealed(ctx.db, profileIds);
  return (profileId) => placeFromContacts(ctx, profileId, sealed.get(profileId) ?? null);
};

/** A profile, and a person who is to be notified of it. */
export type ProfilePair = { profileId: ProfileId; personId: ProfileId };

/**
 * For each pair whether the profile is hidden from the person where they live: what is sent to
 * people follows the same rule as what they are shown.
 */
export const hiddenAtHome = async (ctx: Ctx, pairs: readonly ProfilePair[]): Promise<boolean[]> => {
  if (pairs.length === 0) return [];
  const placeOf = await loadHomePlaces(ctx, [...new Set(pairs.map(({ personId }) => personId))]);
  return hiddenPairs(
    ctx.db,
    pairs.map(({ profileId, personId }) => ({
      profileId,
      requester: { profileId: personId, place: placeOf(personId) },
    })),
  );
};

/** Brazilian states with another time zone (IANA names). */
const BY_STATE: Readonly<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
};

export const timeZoneOf = ({
  country,
  stateCode,
}: Pick<Contacts, 'country' | 'stateCode'>): string =>
  country === 'BR' ? (BY_STATE[stateCode] ?? SAO_PAULO) : SAO_PAULO;
