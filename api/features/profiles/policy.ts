// Who may change what of a profile, and who may follow whom.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FollowPair } from './follow-store.ts';
import { refusalOf } from './rules.ts';
import { loadProfile } from './store.ts';

/** The viewer's own profile: the only one a member may edit. */
export type OwnProfileRef = { profileId: ProfileId };

export const mayEdit = ({ profileId }: Viewer): Allowed<OwnProfileRef> => allow({ profileId });

/**
 * A member follows a producer whose page they can see. Refuses with profile.notSelf, profile.blocked (the viewer's own
 * block, which the viewer knows of), profile.notLocated or profile.notFound.
 */
export const mayFollow = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, viewer: Viewer, profileId: ProfileId): Promise<Allowed<FollowPair>> => {
  if (profileId === viewer.profileId) throw new AppError('profile.notSelf');
  const target = await loadProfile(db, { id: profileId }, viewer, clock.now());
  if (!target) throw new AppError('profile.notFound');
  const refusal = refusalOf(target, viewer.profileId);
  if (refusal) throw new AppError(refusal);
  return allow({ followerId: viewer.profileId, followeeId: target.id });
};
