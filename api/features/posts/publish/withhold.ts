// Withholds posts when a performer withdraws consent or loses approval, and restores them on a new
// approval.
import type { MediaId, PerformerId, PostId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import type { PostVisibility } from '../../verifications/index.ts';
import { syncPublication } from './sync-publication.ts';
import { restorePosts, withheldMedia, withholdPosts } from './withhold-store.ts';

const syncAll = async (ctx: Ctx, tx: Transaction, ids: readonly PostId[]): Promise<void> => {
  for (const id of ids) await syncPublication(ctx, tx, id);
};

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

/**
 * Throws post.withheld with the field when one of the media is in a withheld post.
 */
export const refuseWithheld = async (
  tx: Transaction,
  mediaIds: readonly MediaId[],
): Promise<void> => {
  if (mediaIds.length > 0 && (await withheldMedia(tx, mediaIds)))
    throw fieldError('medias', 'post.withheld');
};
