// Preview of one's own profile as a visitor, follower or subscriber: the page is rendered for a
// synthetic requester without an account, by the same rules.
import type { ProfileId } from '@camarim/contract/ids';
import type { ViewAs } from '@camarim/contract/limits';
import { newId } from '../../platform/ids/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { loadProfile, type ProfileKey } from './store.ts';

/** For whom a profile and its posts are read in place of the owner. */
export type StandIn = {
  /** A visitor, or an id without any row. From no place, so that no location block applies. */
  requester: Requester;
  /** Addresses of media that the stand-in has access to are for the owner, who opens them. */
  ownerId: ProfileId;
  follower: boolean;
  subscriber: boolean;
};

/** Throws profile.viewAsOwnerOnly unless the profile is the requester's own. */
export const standInFor = async (
  { db, clock }: Ctx,
  key: ProfileKey,
  requester: Requester,
  viewAs: ViewAs,
): Promise<StandIn> => {
  const row = await loadProfile(db, key, requester, clock.now());
  if (!row || row.id !== requester.profileId) throw new AppError('profile.viewAsOwnerOnly');
  return {
    requester: {
      profileId: viewAs === 'visitor' ? null : (newId() as ProfileId),
      place: NOWHERE,
    },
    ownerId: row.id,
    follower: viewAs !== 'visitor',
    subscriber: viewAs === 'subscriber',
  };
};

/** A row with the relation to the profile that the stand-in has and no table holds. */
export const withRelationOf = <Row extends { follower: boolean; subscriber: boolean }>(
  row: Row,
  standIn: StandIn | null,
): Row => (standIn ? { ...row, follower: standIn.follower, subscriber: standIn.subscriber } : row);
