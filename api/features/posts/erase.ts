// Erases the posts of a person who removed their account.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { removePost } from './publish/delete-post.ts';
import { blankPostsOf, postIdsOf } from './publish/publish-store.ts';
import { deleteMentionsOf } from './publish/tags-store.ts';
import { deleteLikesOf, deleteSavesOf } from './store.ts';

const BATCH = 100;

/**
 * Takes back likes, a batch at a time, so that the counts of posts stay right, and deletes what was
 * saved and the mentions of the person.
 */
export const eraseReactionsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  while ((await deleteLikesOf(db, profileId, BATCH)) === BATCH);
  await deleteSavesOf(db, profileId);
  await deleteMentionsOf(db, profileId);
};

/**
 * One post per transaction, so that an interrupted job continues where it stopped. Buyers keep
 * their posts, without the author's name; the texts of the others are blanked, also of posts
 * deleted before.
 */
export const erasePostsOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  for (;;) {
    const ids = await postIdsOf(ctx.db, profileId, BATCH);
    for (const id of ids) await transaction(ctx.db, (tx) => removePost(ctx, tx, id));
    if (ids.length < BATCH) break;
  }
  await blankPostsOf(ctx.db, profileId);
};
