// Who may follow whom.
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { FollowPair } from './follow-store.ts';
import { isVisible } from './rules.ts';
import type { ProfileRow } from './store.ts';

/**
 * A member follows a producer's page that they can see; `target` was loaded for the viewer. Refuses with profile.notSelf,
 * profile.blocked (the viewer's own block, which the viewer knows of) or profile.notFound.
 */
export const mayFollow = (viewer: Viewer, target: ProfileRow | null): Allowed<FollowPair> => {
  if (target?.id === viewer.profileId) throw new AppError('profile.notSelf');
  if (target?.blocked && !target.blocks_viewer) throw new AppError('profile.blocked');
  if (!target || !isVisible(target, viewer.profileId)) throw new AppError('profile.notFound');
  return allow({ followerId: viewer.profileId, followeeId: target.id });
};
