// Who may edit, like and follow a profile.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import type { ProfileLike } from './like-store.ts';
import type { FollowPair } from './follow-store.ts';
import { refusalOf } from './rules.ts';
import { loadProfile } from './store.ts';

/** The viewer's own profile, the only one they may edit. */
export type OwnProfileRef = { profileId: ProfileId };

export const canEditProfile = ({ profileId }: Viewer): Allowed<OwnProfileRef> =>
  allow({ profileId });

/** A producer other than the viewer whose page the viewer can see. Throws as canFollow does. */
const visibleProducer = async (
  { db, clock }: Ctx,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<ProfileId> => {
  if (profileId === viewer.profileId) throw new AppError('profile.notSelf');
  const target = await loadProfile(db, { id: profileId }, viewer, clock.now());
  if (!target) throw new AppError('profile.notFound');
  const refusal = refusalOf(target, viewer.profileId);
  if (refusal) throw new AppError(refusal);
  return target.id;
};

/** A member likes a producer whose page they can see. Throws as canFollow does. */
export const canLike = async (
  ctx: Ctx,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<Allowed<ProfileLike>> =>
  allow({
    likerId: viewer.profileId,
    profileId: await visibleProducer(ctx, viewer, profileId),
  });

/**
 * A member follows a producer whose page they can see. Refuses with profile.notSelf,
 * profile.blocked (the viewer's own block), profile.notLocated or profile.notFound.
 */
export const canFollow = async (
  ctx: Ctx,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<Allowed<FollowPair>> =>
  allow({
    followerId: viewer.profileId,
    followeeId: await visibleProducer(ctx, viewer, profileId),
  });
