// Access to avatars and covers: everyone from whom the profile is not hidden.
import type { MediaAccessSource } from '../access/index.ts';
import { isHiddenProfile } from '../visibility/index.ts';

export const mediaAccess: MediaAccessSource = {
  ground: 'publication',
  purposes: ['avatar', 'cover'],
  accessTo: async ({ db }, { owner_id: ownerId }, requester) =>
    (await isHiddenProfile(db, ownerId, requester))
      ? { level: 'none', reason: 'hidden' }
      : { level: 'full', reason: 'open' },
};
