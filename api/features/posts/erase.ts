// Erases the posts of a person who removed their account.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { removePost } from './publish/delete-post.ts';
import { postIdsOf } from './publish/publish-store.ts';
import { deleteMentionsOf } from './publish/tags-store.ts';

const BATCH = 100;

/**
 * One post per transaction, so that an interrupted job continues where it stopped. Buyers keep
 * their posts, without the author's name.
 */
export const erasePostsOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  await deleteMentionsOf(ctx.db, profileId);
  for (;;) {
    const ids = await postIdsOf(ctx.db, profileId, BATCH);
    for (const id of ids) await transaction(ctx.db, (tx) => removePost(ctx, tx, id));
    if (ids.length < BATCH) return;
  }
};
