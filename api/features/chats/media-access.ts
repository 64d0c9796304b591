// Access to a media through the messages that contain it.
import { type Access, type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { findMediaInMessages } from './contents-store.ts';

/**
 * What was bought stays open, whatever becomes of the message. A conversation with a hidden profile
 * is not shown, nor its free media; what was paid for in it is not taken away.
 */
export const mediaAccess: MediaAccessSource = {
  ground: 'publication',
  purposes: ['post'],
  async accessTo({ db }, { id, owner_id: ownerId }, requester): Promise<Access> {
    const { profileId } = requester;
    if (profileId === null || profileId === ownerId) return NO_ACCESS;
    const found = await findMediaInMessages(db, id, requester);
    if (!found) return NO_ACCESS;
    if (found.bought) return { level: 'full', reason: 'purchase' };
    return found.free
      ? { level: 'full', reason: 'recipient' }
      : { level: 'preview', reason: 'price' };
  },
};
