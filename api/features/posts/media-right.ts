// Asked at every delivery of a picture: what the viewer sees, right now, of the posts that the
// media is in.
import type { MediaId } from '@camarim/contract/ids';
import type { Requester } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaSightNow } from '../media/index.ts';
import { seenBy } from './standing.ts';
import { loadPostsWith } from './store.ts';

/**
 * How the viewer stands to a media: `full` and `bought` see every size, the latter because they
 * paid for a post with it; `preview` the blurred one. `withheld`: nobody but its owner, wherever
 * else it is shown, because somebody in a post with it no longer consents.
 */
export const mediaRight = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  mediaId: MediaId,
  requester: Requester,
): Promise<MediaSightNow | 'withheld'> => {
  const now = clock.now();
  const rows = await loadPostsWith(db, mediaId, requester, now);
  if (rows.some((row) => row.withheld_at !== null && row.profile_id !== requester.profileId))
    return 'withheld';
  const sights = rows.map((row) => {
    const sight = seenBy(row, requester.profileId, now)?.visibility.sight;
    return sight === 'full' && row.bought && row.profile_id !== requester.profileId
      ? 'bought'
      : sight;
  });
  if (sights.includes('full')) return 'full';
  if (sights.includes('bought')) return 'bought';
  return sights.includes('locked') ? 'preview' : null;
};
