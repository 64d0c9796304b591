// Deletes a post: it leaves every list at once, and its files leave storage unless the post was
// bought or another post needs them.
import type { PostId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { eraseMedia } from '../../media/index.ts';
import type { OwnPost } from '../policy.ts';
import { markDeleted, unneededAmong } from './publish-store.ts';
import { syncPublication } from './sync-publication.ts';

/** In the caller's transaction; false when it was deleted before. */
export const removePost = async (ctx: Ctx, tx: Transaction, id: PostId): Promise<boolean> => {
  const mediaIds = await markDeleted(tx, id, ctx.clock.now());
  if (!mediaIds) return false;
  await syncPublication(ctx, tx, id);
  await eraseMedia(ctx, tx, await unneededAmong(tx, mediaIds));
  return true;
};

/** Throws post.notFound when another call has deleted it since the policy check. */
export const deletePost = async (ctx: Ctx, { row }: Allowed<OwnPost>): Promise<void> => {
  const removed = await transaction(ctx.db, (tx) => removePost(ctx, tx, row.id));
  if (!removed) throw new AppError('post.notFound');
};
