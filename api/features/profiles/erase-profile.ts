// Erases a profile's personal data because its owner removed the account.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { eraseMedia } from '../media/index.ts';
import { deleteBlocksOf, deleteGeoBlocksOf, updateShownOnlyIn } from './blocks/store.ts';
import { deleteSealed } from './contacts/store.ts';
import { followPairsOf, deleteFollow } from './follow-store.ts';
import { deleteViewsOf, profileLikesOf, deleteProfileLike } from './like-store.ts';
import { blankProfile, lockImages } from './store.ts';

const BATCH = 500;

/**
 * In the caller's transaction: name, texts, images, phones, address, geo-blocks and profile views.
 * The profile is suspended, so it is listed nowhere.
 */
export const eraseProfile = async (
  ctx: Ctx,
  tx: Transaction,
  profileId: ProfileId,
): Promise<void> => {
  const images = await lockImages(tx, profileId);
  await blankProfile(tx, profileId);
  await deleteSealed(tx, profileId);
  await deleteGeoBlocksOf(tx, profileId);
  await updateShownOnlyIn(tx, profileId, []);
  await deleteViewsOf(tx, profileId);
  await eraseMedia(
    ctx,
    tx,
    [
      images.avatar_media_id,
      images.cover_media_id,
      images.held_avatar_media_id,
      images.held_cover_media_id,
    ].filter((id): id is MediaId => id !== null),
  );
};

/**
 * Deletes follows in both directions one by one, so that the other profiles' counters stay right.
 */
export const eraseFollowsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  for (;;) {
    const pairs = await followPairsOf(db, profileId, BATCH);
    for (const pair of pairs) await deleteFollow(db, pair);
    if (pairs.length < BATCH) return;
  }
};

/** Deletes profile likes in both directions in the same way. */
export const eraseLikesOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  for (;;) {
    const likes = await profileLikesOf(db, profileId, BATCH);
    for (const like of likes) await deleteProfileLike(db, like);
    if (likes.length < BATCH) return;
  }
};

/** Blocks of people, in both directions. */
export const eraseBlocksOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  deleteBlocksOf(db, profileId);
