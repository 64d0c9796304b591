// Deleting: the post leaves every list at once; its files leave storage unless somebody bought it.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { eraseMedia } from '../../media/index.ts';
import { addToTotals } from '../../profiles/index.ts';
import type { OwnPost } from '../policy.ts';
import { markDeleted } from '../store.ts';

/** With the caller's transaction; false when it was deleted before. */
export const removePost = async (platform: Platform, tx: Transaction, id: PostId, ownerId: ProfileId): Promise<boolean> => {
  const deleted = await markDeleted(tx, id, platform.clock.now());
  if (!deleted) return false;
  if (deleted.published) await addToTotals(tx, ownerId, { posts: -1 });
  if (!deleted.kept) await eraseMedia(platform, tx, deleted.mediaIds);
  return true;
};

/** Throws post.notFound when another call deleted it meanwhile. */
export const deletePost = async (platform: Platform, { row }: Allowed<OwnPost>): Promise<void> => {
  const removed = await transaction(platform.db, (tx) => removePost(platform, tx, row.id, row.profile_id));
  if (!removed) throw new AppError('post.notFound');
};
