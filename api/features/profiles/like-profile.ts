// Liking a profile, and taking the like back. Nobody is told.
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Platform } from '../../platform/platform.ts';
import { addProfileLike, removeProfileLike } from './like-store.ts';
import type { ProfileLike } from './like-store.ts';

/** The state after the call, and how many like the profile. Repeating a wish changes nothing. */
export type ProfileLiked = { profileLiked: boolean; totalProfileLikes: number };

export const likeProfile = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  like: Allowed<ProfileLike>,
  profileLiked: boolean,
): Promise<ProfileLiked> => ({
  profileLiked,
  totalProfileLikes: await (profileLiked
    ? addProfileLike(db, like, clock.now())
    : removeProfileLike(db, like)),
});
