// Following and unfollowing a producer.
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Platform } from '../../platform/platform.ts';
import { notify } from '../notifications/index.ts';
import { addFollow, isFollowing, removeFollow } from './follow-store.ts';
import type { FollowPair } from './follow-store.ts';

/** The state after the call, and how many follow the profile. */
export type Following = { follower: boolean; totalFollowers: number };

/**
 * Goes to the state asked for; flips it when none is. Repeating a wish changes nothing and tells
 * nobody.
 */
export const followProfile = async (
  platform: Platform,
  pair: Allowed<FollowPair>,
  wish: boolean | undefined,
): Promise<Following> => {
  const followed = await transaction(platform.db, async (tx) => {
    const wanted = wish ?? !(await isFollowing(tx, pair));
    const { changed, total } = wanted
      ? await addFollow(tx, pair, platform.clock.now())
      : await removeFollow(tx, pair);
    if (changed && wanted)
      await notify(platform, tx, {
        profileId: pair.followeeId,
        type: 'follow',
        fromProfileId: pair.followerId,
      });
    return { follower: wanted, totalFollowers: total };
  });
  platform.outbox.nudge();
  return followed;
};
