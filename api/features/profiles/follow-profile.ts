// Following and unfollowing a producer.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { notify } from '../notifications/index.ts';
import { addFollow, isFollowing, removeFollow } from './follow-store.ts';
import { mayFollow } from './policy.ts';
import { loadProfile } from './store.ts';

/** The state after the call, and how many follow the profile. */
export type Following = { follower: boolean; totalFollowers: number };

/** Goes to the state asked for; flips it when none is. Repeating a wish changes nothing and tells nobody. */
export const followProfile = async (platform: Platform, viewer: Viewer, profileId: ProfileId, wish: boolean | undefined): Promise<Following> => {
  const now = platform.clock.now();
  const pair = mayFollow(viewer, await loadProfile(platform.db, { id: profileId }, viewer.profileId, now));
  const followed = await transaction(platform.db, async (tx) => {
    const wanted = wish ?? !(await isFollowing(tx, pair));
    const { changed, total } = wanted ? await addFollow(tx, pair, now) : await removeFollow(tx, pair);
    if (changed && wanted) await notify(platform, tx, { profileId, type: 'follow', fromProfileId: viewer.profileId });
    return { follower: wanted, totalFollowers: total };
  });
  platform.outbox.nudge();
  return followed;
};
