// Who may block whom, and who decides from where a profile is seen.
import type { GeoBlockId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { allow } from '../../../platform/http/allowed.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadSummaries } from '../store.ts';
import type { BlockPair } from './store.ts';

/**
 * Anybody may block anybody who exists, seen or not. Throws profile.notSelf and profile.notFound.
 */
export const mayBlock = async (
  { db }: Pick<Platform, 'db'>,
  viewer: Viewer,
  profileId: ProfileId,
): Promise<Allowed<BlockPair>> => {
  if (profileId === viewer.profileId) throw new AppError('profile.notSelf');
  const [target] = await loadSummaries(db, [profileId]);
  if (!target) throw new AppError('profile.notFound');
  return allow({ blockerId: viewer.profileId, blockedId: target.id });
};

/** One's own block, there or not. */
export const mayUnblock = (viewer: Viewer, profileId: ProfileId): Allowed<BlockPair> =>
  allow({ blockerId: viewer.profileId, blockedId: profileId });

export type OwnPlaces = { profileId: ProfileId };

/** The contract lets in producers alone: others have no page to hide. */
export const mayBlockPlaces = ({ profileId }: Viewer): Allowed<OwnPlaces> => allow({ profileId });

export type OwnGeoBlock = OwnPlaces & { id: GeoBlockId };

export const mayUnblockPlace = ({ profileId }: Viewer, id: GeoBlockId): Allowed<OwnGeoBlock> =>
  allow({ profileId, id });
