// A welcome message that is held for a review: it is sent to no new member before a person of the team
// approves it, and what is due until then waits.
import { topicKey } from '@camarim/contract/events';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type HeldContent, holdForReview } from '../reviews/index.ts';
import {
  findWelcome,
  lockWelcome,
  ownerOfWelcome,
  setWelcomeHeld,
  type WelcomeRow,
} from './store.ts';

/**
 * Of a locked one that was written; `before`: as it was, null for a new one. One review for each
 * version.
 */
export const holdWelcome = async (
  ctx: Ctx,
  tx: Transaction,
  { id, producerId, before }: { id: string; producerId: ProfileId; before: WelcomeRow | null },
  { message, mediaIds }: { message: string; mediaIds: readonly MediaId[] },
): Promise<void> => {
  const same =
    before?.message === message &&
    before.media_ids.length === mediaIds.length &&
    mediaIds.every((mediaId) => before.media_ids.includes(mediaId));
  if (same) return;
  const held = (before?.held_at ?? null) !== null;
  const holds = await holdForReview(ctx, tx, { kind: 'welcome', subjectId: id, producerId, held });
  if (holds && !held) await setWelcomeHeld(tx, id, ctx.clock.now());
};

/** Locked; null when it is gone. */
const lockById = async (
  tx: Transaction,
  id: string,
): Promise<{ producerId: ProfileId; held: boolean } | null> => {
  const producerId = await ownerOfWelcome(tx, id);
  if (producerId === null) return null;
  await lockWelcome(tx, producerId);
  const row = await findWelcome(tx, producerId);
  return row?.id === id ? { producerId, held: row.held_at !== null } : null;
};

/** Implements held content for the reviews feature. What is due is sent by the job of each minute. */
export const createHeldWelcomes = ({ outbox }: Ctx): HeldContent => {
  const announce: HeldContent['announce'] = async (tx, id) => {
    const found = await lockById(tx, id);
    if (!found) return;
    const topics = [topicKey('member', found.producerId)];
    await outbox.publish(tx, { event: 'automations', topics, payload: { id } });
  };
  return {
    lock: async (tx, id) => (await lockById(tx, id))?.held === true,
    release: async (tx, id) => {
      await setWelcomeHeld(tx, id, null);
      await announce(tx, id);
    },
    announce,
  };
};
