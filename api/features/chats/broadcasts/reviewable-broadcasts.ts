// Review of mass messages: no receiver gets one before the team approves it.
import { topicKey } from '@camarim/contract/events';
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type ReviewableContent, submitForReview } from '../../reviews/index.ts';
import { type LockedBroadcast, lockBroadcast, setInReview } from './store.ts';

/** Enqueues the sending at its instant, or at once. */
export const scheduleBroadcast = async (
  { jobs, clock }: Ctx,
  tx: Transaction,
  broadcastId: BroadcastId,
  sendAt: Date,
): Promise<void> => {
  await jobs.enqueue(
    tx,
    'chats.sendBroadcast',
    { broadcastId },
    sendAt > clock.now() ? { startAfter: sendAt } : {},
  );
};

/**
 * Whether no receiver has the content of a locked one: sent again, it has the content of the first
 * one, which its receivers have.
 */
export const isUndelivered = ({ state, resend_of: resendOf }: LockedBroadcast): boolean =>
  state === 'scheduled' && resendOf === null;

/**
 * After a change of a locked one; `content`: its receivers would see something that was not
 * reviewed. Throws review.sold when its content has receivers, from whom it is not taken for a
 * review.
 */
export const submitBroadcast = async (
  ctx: Ctx,
  tx: Transaction,
  broadcast: LockedBroadcast,
  { content }: { content: boolean },
): Promise<void> => {
  if (!content) return;
  const { id, sender_id: producerId, held_at: heldAt } = broadcast;
  const held = await submitForReview(ctx, tx, {
    kind: 'broadcast',
    subjectId: id,
    producerId,
    held: heldAt !== null,
  });
  if (!held || heldAt !== null) return;
  if (!isUndelivered(broadcast)) throw new AppError('review.sold');
  await setInReview(tx, id, ctx.clock.now());
};

const announce = ({ outbox }: Ctx, tx: Transaction, broadcast: LockedBroadcast): Promise<void> =>
  outbox.publish(tx, {
    event: 'broadcasts',
    topics: [topicKey('member', broadcast.sender_id)],
    payload: { id: broadcast.id },
  });

/** Implements reviewable content for the reviews feature. */
export const createReviewableBroadcasts = (ctx: Ctx): ReviewableContent => ({
  lock: async (tx, id) => {
    const broadcast = await lockBroadcast(tx, id as BroadcastId);
    return broadcast?.state === 'scheduled' && broadcast.held_at !== null;
  },
  release: async (tx, id) => {
    const broadcast = await lockBroadcast(tx, id as BroadcastId);
    if (!broadcast) return;
    await setInReview(tx, broadcast.id, null);
    // The job that ran at its instant found it in review and ended.
    await scheduleBroadcast(ctx, tx, broadcast.id, broadcast.send_at);
    await announce(ctx, tx, broadcast);
  },
  refuse: async (tx, id) => {
    const broadcast = await lockBroadcast(tx, id as BroadcastId);
    if (broadcast) await announce(ctx, tx, broadcast);
  },
});
