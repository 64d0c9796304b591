// Everything somebody said under posts leaves, because they removed their account.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { adjustCommentCount } from '../posts/index.ts';
import { blankCommentsOf, commentsBy, markDeleted } from './store.ts';

const BATCH = 200;

/**
 * One comment per transaction; cut short, it goes on where it was. Then the texts go too, those
 * deleted before included.
 */
export const eraseCommentsOf = async (platform: Platform, profileId: ProfileId): Promise<void> => {
  for (;;) {
    const found = await commentsBy(platform.db, profileId, BATCH);
    for (const { id, post_id: postId } of found) {
      await transaction(platform.db, async (tx) => {
        if (await markDeleted(tx, id, platform.clock.now()))
          await adjustCommentCount(tx, postId, -1);
      });
    }
    if (found.length < BATCH) break;
  }
  await blankCommentsOf(platform.db, profileId);
};
