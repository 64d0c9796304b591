// Review of posts before publication: a change of content starts another review, and an approval by
// the team publishes the post.
import type { PostId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type ReviewableContent, submitForReview } from '../../reviews/index.ts';
import { changePostStatus, syncPlayable } from './post-status.ts';
import { lockPost, setInReview, startNow, type LockedPost } from './publish-store.ts';
import { syncAndSchedulePublication } from './sync-publication.ts';

/**
 * The locked post with the state of its review after a change; `content`: others would see
 * something that was not reviewed. A sold post stays open to its buyers, so it can't be hidden for
 * another review: throws review.sold when its change would need one.
 */
export const reviewChange = async (
  ctx: Ctx,
  tx: Transaction,
  post: LockedPost,
  { content }: { content: boolean },
): Promise<LockedPost> => {
  if (!content || post.draft) return post;
  const held = await submitForReview(ctx, tx, {
    kind: 'post',
    subjectId: post.id,
    producerId: post.profileId,
    held: post.heldAt !== null,
  });
  if (!held || post.heldAt !== null) return post;
  if (post.sold) throw new AppError('review.sold');
  const heldAt = ctx.clock.now();
  await setInReview(tx, post.id, heldAt);
  return { ...post, heldAt };
};

const lockExisting = async (tx: Transaction, id: string): Promise<LockedPost | null> => {
  const post = await lockPost(tx, id as PostId);
  return post && !post.deletedAt ? post : null;
};

/** Implements reviewable content for the reviews feature. */
export const createReviewablePosts = (ctx: Ctx): ReviewableContent => ({
  lock: async (tx, id) => {
    const post = await lockExisting(tx, id);
    return post !== null && post.heldAt !== null && !post.draft;
  },
  release: async (tx, id) => {
    await setInReview(tx, id as PostId, null);
    await startNow(tx, id as PostId, ctx.clock.now());
    const post = await lockExisting(tx, id);
    if (!post) return;
    await syncPlayable(ctx, tx, post);
    await syncAndSchedulePublication(ctx, tx, post);
    await changePostStatus(ctx, tx, post);
  },
  refuse: async (tx, id) => {
    const post = await lockExisting(tx, id);
    if (post) await changePostStatus(ctx, tx, post);
  },
});
