// Erases the comments of a person who removed their account.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { adjustCommentCount } from '../posts/index.ts';
import { blankCommentsOf, commentsBy, deleteLikesOf, markDeleted } from './store.ts';

const BATCH = 200;

/**
 * One comment per transaction, so that an interrupted job continues where it stopped. Then blanks
 * the texts, also of comments deleted before.
 */
export const eraseCommentsOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (;;) {
    const found = await commentsBy(ctx.db, profileId, BATCH);
    for (const { id, post_id: postId } of found) {
      await transaction(ctx.db, async (tx) => {
        const deleted = await markDeleted(tx, id, ctx.clock.now());
        if (deleted?.counted) await adjustCommentCount(tx, postId, -1);
      });
    }
    if (found.length < BATCH) break;
  }
  await blankCommentsOf(ctx.db, profileId);
};

/** Takes back the likes of comments, a batch at a time, so that their counts stay right. */
export const eraseCommentLikesOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  while ((await deleteLikesOf(db, profileId, BATCH)) === BATCH);
};
