// Access to avatars and covers: everyone from whom the profile is not hidden; to those that wait
// for a review, or were refused in one, their owner.
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { isHiddenProfile } from '../visibility/index.ts';
import { isHeldImage } from './store.ts';

export const mediaAccess: MediaAccessSource = {
  ground: 'publication',
  purposes: ['avatar', 'cover'],
  accessTo: async ({ db }, { id, owner_id: ownerId }, requester) => {
    const [hidden, held] = await Promise.all([
      isHiddenProfile(db, ownerId, requester),
      requester.profileId !== ownerId && isHeldImage(db, ownerId, id),
    ]);
    if (hidden) return { level: 'none', reason: 'hidden' };
    return held ? NO_ACCESS : { level: 'full', reason: 'open' };
  },
};
