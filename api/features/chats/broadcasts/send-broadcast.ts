// The job that sends a mass message: batches, each one transaction that begins where the last
// ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { topicKey } from '@camarim/contract/events';
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { ProfileId } from '@camarim/contract/ids';
import { SALES } from '@camarim/contract/sales';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../context.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { notifyMany } from '../../notifications/index.ts';
import { ONLINE_MS } from '../../profiles/index.ts';
import { findPricedMedia, ownedAmong } from '../contents-store.ts';
import { takeBack } from './take-back-messages.ts';
import {
  deliverContent,
  type DeliveredMessage,
  ensureChats,
  lockSending,
  nextAnnounced,
  recordAnnounced,
  satedAmong,
} from './delivery-store.ts';
import type { ReceiverBatches } from './receivers.ts';
import { stopWithheld } from './stop-broadcast.ts';
import { type LockedBroadcast, lockBroadcast, recordBatch } from './store.ts';

/** People of one transaction: few enough that an ordinary message to one of them waits shortly. */
const BATCH = 500;
/**
 * The pause after a batch, as a part of the time that it took: a busy database makes batches
 * slower, and so leaves more to ordinary messages.
 */
const PAUSE_PART = 0.25;
/**
 * After so long the rest is a job of its own, so that another producer's message is not kept
 * waiting.
 */
const RUN_MS = 4_000;
const CLOCKS_DIFFER_MS = 60_000;
const ANNOUNCE_BATCH = 1_000;

const onlineSince = ({ clock }: Ctx): Date => new Date(clock.now().getTime() - ONLINE_MS);

/** Receivers who have had as many as one producer may send in a day are left out. */
const withoutSated = async (
  { clock, config }: Ctx,
  tx: Transaction,
  senderId: ProfileId,
  ids: readonly ProfileId[],
): Promise<ProfileId[]> => {
  const sated = await satedAmong(tx, senderId, ids, {
    since: new Date(clock.now().getTime() - DAY_MS),
    limit: config.MASS_MESSAGES_PER_DAY,
  });
  return ids.filter((id) => !sated.has(id));
};

/** How many of the receivers own priced media of it. */
const countOwners = async (
  tx: Transaction,
  { content_id: contentId }: LockedBroadcast,
  receivers: readonly ProfileId[],
): Promise<number> => {
  const mediaIds = await findPricedMedia(tx, contentId);
  if (mediaIds.length === 0) return 0;
  const owned = await ownedAmong(
    tx,
    receivers.map((profileId) => ({ profileId, mediaIds, except: contentId })),
  );
  return owned.filter(({ size }) => size > 0).length;
};

/**
 * Receivers with the conversation open get the event of the message itself; for all others one
 * event counts the conversation as unread, and they find the message when they open it.
 */
const publishBatch = async (
  ctx: Ctx,
  tx: Transaction,
  { id, sender_id: senderId }: LockedBroadcast,
  delivered: readonly DeliveredMessage[],
): Promise<void> => {
  const unmuted = delivered.filter(({ muted }) => !muted);
  const receivers = unmuted.map(({ receiver_id: receiverId }) => receiverId);
  await notifyMany(ctx, tx, receivers, {
    type: SALES.message.notification,
    fromProfileId: senderId,
  });
  await ctx.outbox.publish(
    tx,
    ...delivered
      .filter(({ online }) => online)
      .map(({ id: messageId, receiver_id: receiverId, chat_id: chatId, seq }) => ({
        event: 'messages' as const,
        topics: [topicKey('member', receiverId)],
        payload: { chatId, id: messageId, seq },
      })),
    {
      event: 'notifications',
      topics: receivers.map((receiverId) => topicKey('member', receiverId)),
      payload: { field: 'chats' },
    },
    { event: 'broadcasts', topics: [topicKey('member', senderId)], payload: { id } },
  );
};

/**
 * Scheduled for later since, which enqueued another job. Jobs come by the clock of the database,
 * which may be a moment ahead of ours: then this is the only one, and has to come again.
 */
const comeBack = async (
  { jobs }: Ctx,
  tx: Transaction,
  { id: broadcastId, send_at: sendAt }: LockedBroadcast,
  now: Date,
): Promise<false> => {
  if (sendAt.getTime() - now.getTime() <= CLOCKS_DIFFER_MS)
    await jobs.enqueue(tx, 'chats.sendBroadcast', { broadcastId }, { startAfter: sendAt });
  return false;
};

/**
 * One batch; its messages and the place where it ended commit together, so that no person gets it
 * twice. Returns whether more are left. With `handOver` the rest is enqueued with it.
 */
const sendBatch = (
  ctx: Ctx,
  receivers: ReceiverBatches,
  id: BroadcastId,
  { size, handOver }: { size: number; handOver: boolean },
): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const broadcast = await lockBroadcast(tx, id);
    const now = ctx.clock.now();
    if (!broadcast || !['scheduled', 'sending'].includes(broadcast.state)) return false;
    // Its approval, or its sender, enqueues another job.
    if (broadcast.held_at || broadcast.stopped_at) return false;
    if (broadcast.send_at > now) return comeBack(ctx, tx, broadcast, now);
    await lockSending(tx, broadcast.sender_id);
    if (await stopWithheld(ctx, tx, broadcast)) return false;
    const { ids, last } = await receivers.next(tx, broadcast, size);
    const chosen = await withoutSated(ctx, tx, broadcast.sender_id, ids);
    const chats = await ensureChats(tx, broadcast.sender_id, chosen, now);
    const delivered = await deliverContent(
      tx,
      { id, senderId: broadcast.sender_id, contentId: broadcast.content_id },
      { chats, prices: await receivers.pricesOf(tx, broadcast, chosen) },
      { now, onlineSince: onlineSince(ctx) },
    );
    await publishBatch(ctx, tx, broadcast, delivered);
    const counts = {
      receivers: delivered.length,
      skipped: ids.length - chosen.length,
      owners: await countOwners(tx, broadcast, chosen),
    };
    await recordBatch(tx, id, { afterId: last, ...counts }, now);
    const more = last !== null;
    if (more && handOver) await ctx.jobs.enqueue(tx, 'chats.sendBroadcast', { broadcastId: id });
    return more;
  });

/** The job: a repeated run continues where the last one was stopped. */
export const sendBroadcast = async (
  ctx: Ctx,
  receivers: ReceiverBatches,
  id: BroadcastId,
  signal: AbortSignal,
  { size = BATCH, runMs = RUN_MS }: { size?: number; runMs?: number } = {},
): Promise<void> => {
  const endsAt = performance.now() + runMs;
  for (;;) {
    const beganAt = performance.now();
    const handOver = beganAt >= endsAt;
    const more = await sendBatch(ctx, receivers, id, { size, handOver });
    if (!more || handOver) return;
    signal.throwIfAborted();
    await sleep((performance.now() - beganAt) * PAUSE_PART);
  }
};

/** One batch of receivers hears of a change; whether more are left. */
const announceBatch = (ctx: Ctx, id: BroadcastId): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const limit = ANNOUNCE_BATCH;
    const found = await nextAnnounced(tx, id, { onlineSince: onlineSince(ctx), limit });
    if (found === null) return false;
    await ctx.outbox.publish(
      tx,
      ...found
        .filter(({ online }) => online)
        .map(({ id: messageId, receiver_id: receiverId, chat_id: chatId }) => ({
          event: 'chats' as const,
          topics: [topicKey('member', receiverId)],
          payload: { id: chatId, messageId },
        })),
    );
    // By what is true now: a job that tells of an edit goes on where one of an unsending began.
    const gone = found.filter((one) => one.gone);
    const [first] = gone;
    if (first) {
      const ids = gone.map((one) => one.id);
      await takeBack(ctx, tx, first.sender_id, ids);
      await ctx.outbox.changeAccess(tx, { viewers: gone.map((one) => one.receiver_id) });
    }
    const more = found.length === limit;
    await recordAnnounced(tx, id, more ? (found.at(-1)?.receiver_id ?? null) : null);
    return more;
  });

/** The job that tells open conversations of an edited or unsent mass message. */
export const announceBroadcast = async (
  ctx: Ctx,
  { broadcastId }: { broadcastId: BroadcastId },
  signal: AbortSignal,
): Promise<void> => {
  while (await announceBatch(ctx, broadcastId)) signal.throwIfAborted();
};
