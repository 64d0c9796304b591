// The topic of a post's comments.
import { defineTopic } from '../../platform/realtime/topics.ts';
import { threadOwners } from './policy.ts';

/** Open to all who may read the comments. */
export const postTopic = defineTopic('post', {
  async mayJoin(platform, attempts) {
    const owners = await threadOwners(platform, attempts);
    return owners.map((ownerId) => ownerId && { ownerId });
  },
});
