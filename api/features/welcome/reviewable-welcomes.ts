// Review of a producer's welcome message: no new member receives it before the team approves it;
// messages that are due in the meantime wait.
import { topicKey } from '@camarim/contract/events';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type ReviewableContent, submitForReview } from '../reviews/index.ts';
import {
  findWelcome,
  lockWelcome,
  ownerOfWelcome,
  setWelcomeInReview,
  type WelcomeRow,
} from './store.ts';

/**
 * Starts a review of a welcome message (row locked) whose content is new or changed; `before` is
 * null for a new one. One review for each version.
 */
export const submitWelcome = async (
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
  const holds = await submitForReview(ctx, tx, {
    kind: 'welcome',
    subjectId: id,
    producerId,
    held,
  });
  if (holds && !held) await setWelcomeInReview(tx, id, ctx.clock.now());
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

/**
 * Implements reviewable content for the reviews feature. Due messages are sent by the job that runs
 * every minute.
 */
export const createReviewableWelcomes = ({ outbox }: Ctx): ReviewableContent => {
  const announce = async (tx: Transaction, id: string) => {
    const found = await lockById(tx, id);
    if (!found) return;
    const topics = [topicKey('member', found.producerId)];
    await outbox.publish(tx, { event: 'automations', topics, payload: { id } });
  };
  return {
    lock: async (tx, id) => (await lockById(tx, id))?.held === true,
    release: async (tx, id) => {
      await setWelcomeInReview(tx, id, null);
      await announce(tx, id);
    },
    refuse: announce,
  };
};
