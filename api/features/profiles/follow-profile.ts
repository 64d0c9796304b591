// Following and unfollowing a producer.
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { notify } from '../notifications/index.ts';
import { insertFollow, isFollowing, deleteFollow } from './follow-store.ts';
import type { FollowPair } from './follow-store.ts';

/** The state after the call, with the profile's number of followers. */
export type FollowState = { follower: boolean; totalFollowers: number };

/**
 * Sets the requested state; toggles it when none is requested. A repeated call changes nothing and
 * sends no notification.
 */
export const followProfile = async (
  ctx: Ctx,
  pair: Allowed<FollowPair>,
  following: boolean | undefined,
): Promise<FollowState> => {
  return transaction(ctx.db, async (tx) => {
    const wanted = following ?? !(await isFollowing(tx, pair));
    const { changed, total } = wanted
      ? await insertFollow(tx, pair, ctx.clock.now())
      : await deleteFollow(tx, pair);
    // Followers are members of profiles without a plan.
    if (changed) await ctx.outbox.changeAccess(tx, { viewers: [pair.followerId] });
    if (changed && wanted) {
      await notify(ctx, tx, {
        profileId: pair.followeeId,
        type: 'follow',
        fromProfileId: pair.followerId,
      });
      await ctx.jobs.enqueue(tx, 'chats.automate', {
        trigger: 'follow',
        producerId: pair.followeeId,
        profileId: pair.followerId,
      });
    }
    return { follower: wanted, totalFollowers: total };
  });
};
