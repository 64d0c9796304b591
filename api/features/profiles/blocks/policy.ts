// Who may block profiles and places.
import type { GeoBlockId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { allow } from '../../../platform/http/allowed.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { loadSummaries } from '../store.ts';
import type { BlockPair } from './store.ts';

/**
 * Every member may block every other profile, also a hidden one. Throws profile.notSelf and
 * profile.notFound.
 */
export const canBlock = async (
  { db }: Ctx,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<Allowed<BlockPair>> => {
  if (profileId === viewer.profileId) throw new AppError('profile.notSelf');
  const [target] = await loadSummaries(db, [profileId]);
  if (!target) throw new AppError('profile.notFound');
  return allow({ blockerId: viewer.profileId, blockedId: target.id });
};

/** The viewer's own block; it need not exist. */
export const canUnblock = (viewer: Viewer, profileId: ProfileId): Allowed<BlockPair> =>
  allow({ blockerId: viewer.profileId, blockedId: profileId });

export type PlaceBlocker = { profileId: ProfileId };

/** The route guard has checked the producer role: others have no page to hide. */
export const canBlockPlaces = ({ profileId }: Viewer): Allowed<PlaceBlocker> =>
  allow({ profileId });

export type OwnGeoBlock = PlaceBlocker & { id: GeoBlockId };

export const canUnblockPlace = ({ profileId }: Viewer, id: GeoBlockId): Allowed<OwnGeoBlock> =>
  allow({ profileId, id });
