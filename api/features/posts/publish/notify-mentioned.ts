// Notifies the people whom a published post mentions, if they may read its text.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { notify } from '../../notifications/index.ts';
import { loadHomePlace } from '../../profiles/index.ts';
import { resolvePostAccess } from '../post-access.ts';
import { loadPosts } from '../store.ts';
import { lockPendingMentions, markMentionsProcessed } from './tags-store.ts';

/** Owner of the post, if the profile may read its text; else null. */
const authorIfReadable = async (
  ctx: Ctx,
  id: PostId,
  profileId: ProfileId,
): Promise<ProfileId | null> => {
  const now = ctx.clock.now();
  const [row] = await loadPosts(
    ctx.db,
    [id],
    { profileId, place: await loadHomePlace(ctx, profileId) },
    now,
  );
  const seen = row && resolvePostAccess(row, profileId, now);
  return seen && (seen.access.level === 'full' || seen.access.textShown) ? row.profile_id : null;
};

/** The job. People who may not read the post now are not notified later either. */
export const notifyMentioned = async (ctx: Ctx, id: PostId): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const mentioned = await lockPendingMentions(tx, id);
    for (const profileId of mentioned) {
      const fromProfileId = await authorIfReadable(ctx, id, profileId);
      if (fromProfileId)
        await notify(ctx, tx, { type: 'mention', profileId, fromProfileId, postId: id });
    }
    await markMentionsProcessed(tx, id, mentioned, ctx.clock.now());
  });
};
