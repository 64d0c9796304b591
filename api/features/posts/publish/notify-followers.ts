// Notifies the followers of a creator of a new post, in batches that a stopped process resumes.
import type { PostId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { notifyMany } from '../../notifications/index.ts';
import { lockAnnouncement, nextFollowers, recordAnnounced } from './announce-store.ts';

const BATCH = 500;

/**
 * One batch; its notifications and the place where it ended commit together, so that no follower gets
 * two. Returns whether more are left.
 */
const notifyBatch = (ctx: Ctx, id: PostId, size: number): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const found = await lockAnnouncement(tx, id);
    if (!found) return false;
    const { ownerId, published, after } = found;
    // Taken back since: nothing to show to the rest.
    const followers = published ? await nextFollowers(tx, ownerId, after, size) : [];
    await notifyMany(
      ctx,
      tx,
      followers.filter(({ hidden }) => !hidden).map(({ id: followerId }) => followerId),
      { type: 'postPublished', fromProfileId: ownerId, postId: id },
    );
    const more = followers.length === size;
    await recordAnnounced(tx, id, more ? (followers.at(-1) ?? null) : null);
    return more;
  });

/** The job: a repeated run continues where the last one was stopped. */
export const notifyFollowers = async (
  ctx: Ctx,
  id: PostId,
  signal: AbortSignal,
  size = BATCH,
): Promise<void> => {
  while (await notifyBatch(ctx, id, size)) signal.throwIfAborted();
};
