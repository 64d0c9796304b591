// Withholds posts when a performer withdraws consent or loses approval, or when a report, removal
// request or review has to be decided first, and restores them when no cause is left.
import type { PerformerId, PostId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import type { PostVisibility } from '../../verifications/index.ts';
import { syncPublication } from './sync-publication.ts';
import { applyCauses, type ChangedPost, postIdsWith } from './withhold-store.ts';

/**
 * After a cause of withholding began or ended; in the caller's transaction. Returns what changed.
 */
export const syncWithheldPosts = async (
  ctx: Ctx,
  tx: Transaction,
  ids: readonly PostId[],
): Promise<ChangedPost[]> => {
  const changed = await applyCauses(tx, ids, ctx.clock.now());
  // All of them: one that goes on without a media shows and counts less.
  for (const id of ids) await syncPublication(ctx, tx, id);
  return changed;
};

/** Implements withholding for the performers feature. */
export const createPostWithholding = (ctx: Ctx): PostVisibility => ({
  sync: async (tx, performerId: PerformerId) => {
    const changed = await syncWithheldPosts(ctx, tx, await postIdsWith(tx, performerId));
    return changed.filter(({ withheld, deleted }) => withheld && !deleted).length;
  },
});
