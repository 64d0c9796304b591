// Posts that are held for a review: held again when their content changes, published when a person of
// the team approves them.
import type { PostId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type HeldContent, holdForReview } from '../../reviews/index.ts';
import { changePostStatus, syncPlayable } from './post-status.ts';
import { lockPost, setHeld, startNow, type LockedPost } from './publish-store.ts';
import { syncAndSchedulePublication } from './sync-publication.ts';

/**
 * The locked post with the state of its review after a change; `content`: others would see something
 * that was not reviewed. A sold post stays open to its buyers, so that it is not held any more: throws
 * review.sold when its change would have to be.
 */
export const reviewChange = async (
  ctx: Ctx,
  tx: Transaction,
  post: LockedPost,
  { content }: { content: boolean },
): Promise<LockedPost> => {
  if (!content || post.draft) return post;
  const held = await holdForReview(ctx, tx, {
    kind: 'post',
    subjectId: post.id,
    producerId: post.profileId,
    held: post.heldAt !== null,
  });
  if (!held || post.heldAt !== null) return post;
  if (post.sold) throw new AppError('review.sold');
  const heldAt = ctx.clock.now();
  await setHeld(tx, post.id, heldAt);
  return { ...post, heldAt };
};

const lockExisting = async (tx: Transaction, id: string): Promise<LockedPost | null> => {
  const post = await lockPost(tx, id as PostId);
  return post && !post.deletedAt ? post : null;
};

/** Implements held content for the reviews feature. */
export const createHeldPosts = (ctx: Ctx): HeldContent => ({
  lock: async (tx, id) => {
    const post = await lockExisting(tx, id);
    return post !== null && post.heldAt !== null && !post.draft;
  },
  release: async (tx, id) => {
    await setHeld(tx, id as PostId, null);
    await startNow(tx, id as PostId, ctx.clock.now());
    const post = await lockExisting(tx, id);
    if (!post) return;
    await syncPlayable(ctx, tx, post);
    await syncAndSchedulePublication(ctx, tx, post);
    await changePostStatus(ctx, tx, post);
  },
  announce: async (tx, id) => {
    const post = await lockExisting(tx, id);
    if (post) await changePostStatus(ctx, tx, post);
  },
});
