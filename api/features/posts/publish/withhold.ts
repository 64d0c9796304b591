// Withholds posts when a performer withdraws consent or loses approval, or when a report, removal request
// or review has to be decided first, and restores them when no cause is left.
import type { PerformerId, PostId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import type { PostVisibility } from '../../verifications/index.ts';
import { syncPublication } from './sync-publication.ts';
import { applyCauses, restorePosts, withholdPosts } from './withhold-store.ts';

const syncAll = async (ctx: Ctx, tx: Transaction, ids: readonly PostId[]): Promise<void> => {
  for (const id of ids) await syncPublication(ctx, tx, id);
};

/** After a cause of withholding began or ended; in the caller's transaction. */
export const syncWithheldPosts = async (
  ctx: Ctx,
  tx: Transaction,
  ids: readonly PostId[],
): Promise<void> => syncAll(ctx, tx, await applyCauses(tx, ids, ctx.clock.now()));

/** Implements withholding for the performers feature. */
export const createPostWithholding = (ctx: Ctx): PostVisibility => ({
  withhold: async (tx, performerId: PerformerId) => {
    const posts = await withholdPosts(tx, performerId, ctx.clock.now());
    await syncAll(
      ctx,
      tx,
      posts.map(({ id }) => id),
    );
    return posts.filter(({ deleted }) => !deleted).length;
  },
  restore: async (tx, performerId: PerformerId) =>
    syncAll(ctx, tx, await restorePosts(tx, performerId)),
});
