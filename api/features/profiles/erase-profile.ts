// What a profile says of its person leaves, because they removed their account.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseMedia } from '../media/index.ts';
import { deleteGeoBlocksOf } from './blocks/store.ts';
import { deleteSealed } from './contacts/store.ts';
import { followPairsOf, removeFollow } from './follow-store.ts';
import { deleteViewsOf, profileLikesOf, removeProfileLike } from './like-store.ts';
import { blankProfile, lockImages } from './store.ts';

const BATCH = 500;

/**
 * With the caller's transaction: name, texts, pictures, phones, address, blocks of places and who
 * looked at whom. The profile is suspended, so nothing of it is listed.
 */
export const eraseProfile = async (
  platform: Platform,
  tx: Transaction,
  profileId: ProfileId,
): Promise<void> => {
  const { avatar_media_id: avatar, cover_media_id: cover } = await lockImages(tx, profileId);
  await blankProfile(tx, profileId);
  await deleteSealed(tx, profileId);
  await deleteGeoBlocksOf(tx, profileId);
  await deleteViewsOf(tx, profileId);
  await eraseMedia(
    platform,
    tx,
    [avatar, cover].filter((id): id is MediaId => id !== null),
  );
};

/**
 * Whom they followed and who followed them, one by one, so that everybody's counters stay right.
 */
export const eraseFollowsOf = async (
  { db }: Pick<Platform, 'db'>,
  profileId: ProfileId,
): Promise<void> => {
  for (;;) {
    const pairs = await followPairsOf(db, profileId, BATCH);
    for (const pair of pairs) await removeFollow(db, pair);
    if (pairs.length < BATCH) return;
  }
};

/** The likes of profiles that they gave and got, likewise. */
export const eraseLikesOf = async (
  { db }: Pick<Platform, 'db'>,
  profileId: ProfileId,
): Promise<void> => {
  for (;;) {
    const likes = await profileLikesOf(db, profileId, BATCH);
    for (const like of likes) await removeProfileLike(db, like);
    if (likes.length < BATCH) return;
  }
};
