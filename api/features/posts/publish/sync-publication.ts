// Effects of a post becoming published or hidden: its profile's total, the sockets in its topic,
// and notifying mentioned people and, once, followers.
import { topicKey } from '@camarim/contract/events';
import type { PostId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { markListingStale } from '../../listings/index.ts';
import { addToTotals } from '../../profiles/index.ts';
import { beginAnnouncement } from './announce-store.ts';
import { syncCountedFlag } from './publish-store.ts';
import { hasPendingMentions } from './tags-store.ts';

/**
 * Call it in every transaction that changes for whom, whether or when the post is published. Lists
 * don't depend on it: they compare the schedule themselves.
 */
export const syncPublication = async (
  { clock, jobs, outbox }: Ctx,
  tx: Transaction,
  id: PostId,
): Promise<void> => {
  const turned = await syncCountedFlag(tx, id, clock.now());
  if (turned) await addToTotals(tx, turned.profileId, { posts: turned.shown ? 1 : -1 });
  await markListingStale(tx, { postId: id });
  await outbox.changeAccess(tx, { topics: [topicKey('post', id)] });
  if (turned?.shown && (await beginAnnouncement(tx, id, clock.now())))
    await jobs.enqueue(tx, 'posts.notifyFollowers', { postId: id });
  if (await hasPendingMentions(tx, id))
    await jobs.enqueue(tx, 'posts.tellMentioned', { postId: id });
};

/** Syncs now, and enqueues jobs for the scheduled start and end. */
export const syncAndSchedulePublication = async (
  ctx: Ctx,
  tx: Transaction,
  post: { id: PostId; startWhen: Date; expiresAt: Date | null },
): Promise<void> => {
  await syncPublication(ctx, tx, post.id);
  for (const startAfter of [post.startWhen, post.expiresAt]) {
    if (startAfter && startAfter > ctx.clock.now())
      await ctx.jobs.enqueue(tx, 'posts.settle', { postId: post.id }, { startAfter });
  }
};

/** The job at a scheduled start or end. Does nothing when the schedule was changed since. */
export const syncPublicationWhenDue = async (ctx: Ctx, id: PostId): Promise<void> => {
  await transaction(ctx.db, (tx) => syncPublication(ctx, tx, id));
};
