// Asked at every delivery of a picture: what the viewer sees, right now, of the posts that the media is in.
import type { MediaId } from '@camarim/contract/ids';
import type { Onlooker } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { seenBy } from './standing.ts';
import { loadPosts, postsWith } from './store.ts';

/** `full`: every size. `preview`: the blurred one. Null: nothing, not even that the media exists. */
export const mediaRight = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, mediaId: MediaId, onlooker: Onlooker): Promise<'full' | 'preview' | null> => {
  const now = clock.now();
  const rows = await loadPosts(db, await postsWith(db, mediaId), onlooker, now);
  const sights = rows.map((row) => seenBy(row, onlooker.profileId, now)?.visibility.sight);
  if (sights.includes('full')) return 'full';
  return sights.includes('locked') ? 'preview' : null;
};
