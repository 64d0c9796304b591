// What a profile says of its person leaves, because they removed their account.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { eraseMedia } from '../media/index.ts';
import { deleteSealed } from './contacts/store.ts';
import { followPairsOf, removeFollow } from './follow-store.ts';
import { blankProfile, lockImages } from './store.ts';

const BATCH = 500;

/** With the caller's transaction: name, texts, pictures, phones and address. The profile is suspended, so nothing of it is listed. */
export const eraseProfile = async (platform: Platform, tx: Transaction, profileId: ProfileId): Promise<void> => {
  const { avatar_media_id: avatar, cover_media_id: cover } = await lockImages(tx, profileId);
  await blankProfile(tx, profileId);
  await deleteSealed(tx, profileId);
  await eraseMedia(platform, tx, [avatar, cover].filter((id): id is MediaId => id !== null));
};

/** Whom they followed and who followed them, one by one, so that everybody's counters stay right. */
export const eraseFollowsOf = async ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): Promise<void> => {
  for (;;) {
    const pairs = await followPairsOf(db, profileId, BATCH);
    for (const pair of pairs) await removeFollow(db, pair);
    if (pairs.length < BATCH) return;
  }
};
