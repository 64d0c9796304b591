// Withholds content for a cause and releases it: no viewer is served it while one cause is in
// force, and all that shows it follows in the same transaction.
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import {
  endWithholdings,
  insertWithholdings,
  isWithheldFrom,
  type MediaAccessSource,
  mediasTouched,
  NO_ACCESS,
  postsTouched,
  type WithheldTarget,
  type WithholdingCause,
  type WithholdingTerms,
} from '../access/index.ts';
import { announceMedia, announceMessages } from '../chats/index.ts';
import { syncWithheldPosts } from '../posts/index.ts';

/** Syncs posts, media and messages with their withholdings. */
const propagate = async (
  ctx: Ctx,
  tx: Transaction,
  targets: readonly WithheldTarget[],
): Promise<void> => {
  if (targets.length === 0) return;
  await syncWithheldPosts(ctx, tx, await postsTouched(tx, targets));
  await announceMedia(ctx, tx, await mediasTouched(tx, targets));
  await announceMessages(
    ctx,
    tx,
    targets.flatMap((target) => (target.kind === 'message' ? target.id : [])),
  );
};

/**
 * Withholds the content in the caller's transaction, from its owner too where `fromOwner` says so.
 * Returns the targets that this cause did not withhold before.
 */
export const withhold = async (
  ctx: Ctx,
  tx: Transaction,
  targets: readonly WithheldTarget[],
  by: WithholdingTerms,
): Promise<WithheldTarget[]> => {
  const withheld = await insertWithholdings(tx, targets, { ...by, now: ctx.clock.now() });
  await propagate(ctx, tx, withheld);
  return withheld;
};

/** Ends what the causes withhold. What another cause withholds stays withheld. */
export const release = async (
  ctx: Ctx,
  tx: Transaction,
  { cause, causeIds }: { cause: WithholdingCause; causeIds: readonly string[] },
): Promise<WithheldTarget[]> => {
  const released = await endWithholdings(tx, cause, causeIds, ctx.clock.now());
  await propagate(ctx, tx, released);
  return released;
};

/** Withheld media are served to those who decide alone, and to their owner where that is safe. */
export const mediaAccess: MediaAccessSource = {
  ground: 'publication',
  purposes: ['post', 'avatar', 'cover'],
  accessTo: async ({ db }, { id, owner_id: ownerId }, { profileId }) =>
    (await isWithheldFrom(db, id, profileId === ownerId ? 'owner' : 'other'))
      ? { level: 'none', reason: 'withheld' }
      : NO_ACCESS,
};
