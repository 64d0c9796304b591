// Notifies the followers and subscribers of a producer of a new post, in batches that a stopped
// process resumes.
import type { PostId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { notifyMany } from '../../notifications/index.ts';
import { hiddenAtHome } from '../../profiles/index.ts';
import { lockAnnouncement, nextPeople, recordAnnounced } from './announce-store.ts';

const BATCH = 500;

/**
 * One batch; its notifications and the place where it ended commit together, so that no person gets
 * two. Returns whether more are left.
 */
const notifyBatch = (ctx: Ctx, id: PostId, size: number): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const found = await lockAnnouncement(tx, id);
    if (!found) return false;
    const { ownerId, published, after } = found;
    // Taken back since: nothing to show to the rest.
    const people = published
      ? await nextPeople(tx, { ownerId, postId: id, now: ctx.clock.now() }, after, size)
      : [];
    const fresh = people.filter(({ notified }) => !notified).map(({ id: personId }) => personId);
    const hidden = await hiddenAtHome(
      ctx,
      fresh.map((personId) => ({ personId, profileId: ownerId })),
    );
    await notifyMany(
      ctx,
      tx,
      fresh.filter((_, index) => !hidden[index]),
      { type: 'postPublished', fromProfileId: ownerId, postId: id },
    );
    const more = people.length === size;
    await recordAnnounced(tx, id, more ? (people.at(-1) ?? null) : null);
    return more;
  });

/** The job: a repeated run continues where the last one was stopped. */
export const notifyFollowers = async (
  ctx: Ctx,
  id: PostId,
  signal: AbortSignal,
  size = BATCH,
): Promise<void> => {
  while (await notifyBatch(ctx, id, size)) signal.throwIfAborted();
};
