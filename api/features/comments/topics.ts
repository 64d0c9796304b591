// The topic of a post's comments.
import { defineTopic } from '../../feature.ts';
import { threadOwners } from './policy.ts';

/** Open to all who may read the comments. */
export const postTopic = defineTopic('post', {
  async mayJoin(ctx, attempts) {
    const owners = await threadOwners(ctx, attempts);
    return owners.map((ownerId) => ownerId && { ownerId });
  },
});
