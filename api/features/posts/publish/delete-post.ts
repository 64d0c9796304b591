// Deleting: the post leaves every list at once; its files leave storage unless somebody bought it.
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { eraseMedia } from '../../media/index.ts';
import { addToTotals } from '../../profiles/index.ts';
import type { OwnPost } from '../policy.ts';
import { markDeleted } from '../store.ts';

/** Throws post.notFound when another call deleted it meanwhile. */
export const deletePost = async (platform: Platform, { row }: Allowed<OwnPost>): Promise<void> => {
  await transaction(platform.db, async (tx) => {
    const deleted = await markDeleted(tx, row.id, platform.clock.now());
    if (!deleted) throw new AppError('post.notFound');
    if (deleted.published) await addToTotals(tx, row.profile_id, { posts: -1 });
    if (!deleted.kept) await eraseMedia(platform, tx, deleted.mediaIds);
  });
};
