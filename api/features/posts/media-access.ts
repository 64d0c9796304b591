// Access to a media through the posts that contain it.
import { combineAccess, type MediaAccessSource } from '../access/index.ts';
import { mediaAccessOf } from './post-access.ts';
import { loadPostsWith } from './store.ts';

/** What all posts with the media amount to: a withheld one withholds the media in the others. */
export const mediaAccess: MediaAccessSource = {
  ground: 'publication',
  purposes: ['post'],
  async accessTo({ db, clock }, media, requester) {
    const now = clock.now();
    const rows = await loadPostsWith(db, media.id, requester, now);
    return combineAccess(rows.map((row) => mediaAccessOf(row, media.id, requester.profileId, now)));
  },
};
