// Notifies the followers and subscribers of a producer that a party is on air, in batches.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Ctx } from '../../context.ts';
import { notifyMany } from '../notifications/index.ts';
import { hiddenAtHome } from '../profiles/index.ts';
import { findAnnounced, followersAfter } from './followers-store.ts';

export const NOTIFY_JOB = 'lives.notify';
const BATCH = 500;

/** `after`: the person with whom the former batch ended. */
export type NotifyPayload = { liveId: LiveId; after?: ProfileId };

/**
 * One batch; its notifications and the job of the next one commit together. A repeated run notifies
 * those again who have read theirs since, and only those.
 */
export const notifyFollowers = (
  ctx: Ctx,
  { liveId, after }: NotifyPayload,
  size = BATCH,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const producerId = await findAnnounced(tx, liveId);
    // It ended since: there is nothing to watch for the rest.
    if (!producerId) return;
    const people = await followersAfter(tx, producerId, after ?? null, {
      size,
      now: ctx.clock.now(),
    });
    const hidden = await hiddenAtHome(
      ctx,
      people.map((personId) => ({ personId, profileId: producerId })),
    );
    await notifyMany(
      ctx,
      tx,
      people.filter((_, index) => !hidden[index]),
      { type: 'liveStarted', fromProfileId: producerId },
    );
    const last = people.at(-1);
    if (last && people.length === size)
      await ctx.jobs.enqueue(tx, NOTIFY_JOB, { liveId, after: last });
  });
