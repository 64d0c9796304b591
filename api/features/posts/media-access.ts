// Access to a media through the posts that contain it, resolved anew for every delivery.
import type { MediaId } from '@camarim/contract/ids';
import type { Requester } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaAccess } from '../media/index.ts';
import { resolvePostAccess } from './post-access.ts';
import { loadPostsWith } from './store.ts';

/**
 * The best access that a post with the media grants; `bought` when it comes from a purchase.
 * `withheld`: only the owner has access, whatever other features would grant, because a performer
 * in a post with it withdrew their consent.
 */
export const postMediaAccess = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  mediaId: MediaId,
  requester: Requester,
): Promise<MediaAccess | 'withheld'> => {
  const now = clock.now();
  const rows = await loadPostsWith(db, mediaId, requester, now);
  if (rows.some((row) => row.withheld_at !== null && row.profile_id !== requester.profileId))
    return 'withheld';
  const levels = rows.map((row) => {
    const level = resolvePostAccess(row, requester.profileId, now)?.access.level;
    return level === 'full' && row.bought && row.profile_id !== requester.profileId
      ? 'bought'
      : level;
  });
  if (levels.includes('full')) return 'full';
  if (levels.includes('bought')) return 'bought';
  return levels.includes('preview') ? 'preview' : null;
};
