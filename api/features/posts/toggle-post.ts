// Likes and saves: sets the requested state, or flips it when the call names none.
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { notify } from '../notifications/index.ts';
import { addToTotals } from '../profiles/index.ts';
import type { ViewedPost } from './post-access.ts';
import { setLike, setSaved } from './store.ts';

/** Likes the post, or takes the like back. Notifies the owner of a new like. */
export const likePost = async (
  ctx: Ctx,
  { row }: Allowed<ViewedPost>,
  viewer: Viewer,
  wanted: boolean | undefined,
): Promise<{ liked: boolean; totalLikes: string }> => {
  const liked = wanted ?? !row.liked;
  const { total } = await transaction(ctx.db, async (tx) => {
    const toggled = await setLike(tx, row.id, viewer.profileId, liked, ctx.clock.now());
    if (toggled.changed) {
      await addToTotals(tx, row.profile_id, { likes: liked ? 1 : -1 });
      if (liked)
        await notify(ctx, tx, {
          type: 'like',
          profileId: row.profile_id,
          fromProfileId: viewer.profileId,
          postId: row.id,
        });
    }
    return toggled;
  });
  return { liked, totalLikes: String(total) };
};

/** Saves the post for the viewer, or removes it from their saved posts. No notification. */
export const savePost = async (
  ctx: Ctx,
  { row }: Allowed<ViewedPost>,
  viewer: Viewer,
  wanted: boolean | undefined,
): Promise<{ saved: boolean }> => {
  const saved = wanted ?? !row.saved;
  await setSaved(ctx.db, row.id, viewer.profileId, saved, ctx.clock.now());
  return { saved };
};
