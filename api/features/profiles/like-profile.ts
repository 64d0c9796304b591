// Liking and unliking a profile, without a notification.
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { insertProfileLike, deleteProfileLike } from './like-store.ts';
import type { ProfileLike } from './like-store.ts';

/**
 * The state after the call, with the profile's number of likes. A repeated call changes nothing.
 */
export type LikeState = { profileLiked: boolean; totalProfileLikes: number };

export const likeProfile = async (
  { db, clock }: Ctx,
  like: Allowed<ProfileLike>,
  profileLiked: boolean,
): Promise<LikeState> => ({
  profileLiked,
  totalProfileLikes: await (profileLiked
    ? insertProfileLike(db, like, clock.now())
    : deleteProfileLike(db, like)),
});
