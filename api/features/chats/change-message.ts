// Changing messages after they were sent: text, unsending, reactions, pins, and what is read.
import { topicKey } from '@camarim/contract/events';
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import { MESSAGE_EDIT_MINUTES, PINNED_MESSAGES_MAX, type Reaction } from '@camarim/contract/limits';
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { readNotificationsFrom } from '../notifications/index.ts';
import { takeBackContent } from './broadcasts/take-back.ts';
import {
  contentPurchaseOf,
  isContentSold,
  lockContent,
  setContentText,
  setContentUnsent,
} from './contents-store.ts';
import {
  findMessage,
  listPinned,
  lockChats,
  lockMessage,
  type MessageRow,
  messagesOfBuyers,
  setPinned,
  setReaction,
  setText,
} from './messages-store.ts';
import { type OwnChat, refuseBlockedWords, type VisibleMessage } from './policy.ts';
import { markRead, setMuted } from './store.ts';
import { takeBack } from './broadcasts/take-back-messages.ts';

const EDIT_MS = MESSAGE_EDIT_MINUTES * 60_000;

/** Both members see that something in the conversation changed. */
const publishChange = async (
  ctx: Ctx,
  tx: Transaction,
  { id, profile_id, other_id }: { id: ChatId; profile_id: ProfileId; other_id: ProfileId },
  messageId?: string,
): Promise<void> => {
  await ctx.outbox.publish(tx, {
    event: 'chats',
    topics: [topicKey('member', profile_id), topicKey('member', other_id)],
    payload: { id, ...(messageId && { messageId }) },
  });
};

/** Locks the message, and its content against purchases. Throws message.notFound, message.sold. */
const lockUnsold = async (
  tx: Transaction,
  { id, content_id: contentId }: MessageRow,
): Promise<MessageRow> => {
  if (contentId !== null) await lockContent(tx, contentId, 'update');
  await lockChats(tx, [id]);
  const row = await lockMessage(tx, id);
  if (!row || row.unsent_at !== null) throw new AppError('message.notFound');
  if (row.order_id !== null) throw new AppError('message.sold');
  if (contentId === null) return row;
  // Of a mass message the others keep theirs, so that only its receiver's purchase matters.
  const sold =
    row.broadcast_id === null
      ? await isContentSold(tx, contentId)
      : (await contentPurchaseOf(tx, contentId, row.receiver_id)) !== null;
  if (sold) throw new AppError('message.sold');
  return row;
};

/**
 * Sets the text of the viewer's own message. Throws message.notFound, message.notEditable after the
 * time for it, message.sold, and message.blockedWord.
 */
export const editMessage = async (
  ctx: Ctx,
  { message, pair }: Allowed<VisibleMessage>,
  text: string,
): Promise<void> => {
  refuseBlockedWords(pair, text);
  await transaction(ctx.db, async (tx) => {
    const row = await lockUnsold(tx, message);
    const now = ctx.clock.now();
    // A mass message is edited as one; a call to a show has no text.
    if (
      row.broadcast_id !== null ||
      row.show_type !== null ||
      now.getTime() - row.created_at.getTime() > EDIT_MS
    )
      throw new AppError('message.notEditable');
    if (row.content_id === null) await setText(tx, row.id, text, now);
    else await setContentText(tx, row.content_id, text, now);
    await publishChange(ctx, tx, { ...pair, id: pair.chat_id }, row.id);
  });
};

/** Takes the viewer's own message back, for both. Throws message.notFound and message.sold. */
export const unsendMessage = async (
  ctx: Ctx,
  { message, pair }: Allowed<VisibleMessage>,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const row = await lockUnsold(tx, message);
    await takeBack(ctx, tx, row.sender_id, [row.id]);
    if (row.content_id !== null && row.broadcast_id === null)
      await setContentUnsent(tx, row.content_id, ctx.clock.now());
    await publishChange(ctx, tx, { ...pair, id: pair.chat_id }, row.id);
    await ctx.outbox.changeAccess(tx, { viewers: [row.receiver_id] });
  });
};

/** Null removes the viewer's reaction. Throws message.notFound for one that was taken back. */
export const changeReaction = async (
  ctx: Ctx,
  { message, pair }: Allowed<VisibleMessage>,
  emoji: Reaction | null,
): Promise<void> => {
  if (emoji !== null && message.unsent_at !== null) throw new AppError('message.notFound');
  await transaction(ctx.db, async (tx) => {
    await setReaction(tx, message.id, pair.profile_id, emoji, ctx.clock.now());
    await publishChange(ctx, tx, { ...pair, id: pair.chat_id }, message.id);
  });
};

/** Both see what is pinned; the oldest pin gives way to one more than the limit. */
export const pinMessage = async (
  ctx: Ctx,
  { message, pair }: Allowed<VisibleMessage>,
  pinned: boolean,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const row = await lockMessage(tx, message.id);
    if (!row || row.unsent_at !== null) throw new AppError('message.notFound');
    await setPinned(tx, row.id, pinned ? ctx.clock.now() : null);
    const all = await listPinned(tx, row.chat_id, PINNED_MESSAGES_MAX + 1);
    for (const older of all.slice(PINNED_MESSAGES_MAX)) await setPinned(tx, older.id, null);
    await publishChange(ctx, tx, { ...pair, id: pair.chat_id }, row.id);
  });
};

/** Marks as read up to the place, or everything, and the notices of these messages with it. */
export const readChat = async (
  ctx: Ctx,
  pair: Allowed<OwnChat>,
  seq: number | null,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const { chat_id: id, profile_id: profileId } = pair;
    if (!(await markRead(tx, id, profileId, seq, ctx.clock.now()))) return;
    await readNotificationsFrom(ctx, tx, {
      profileIds: [profileId],
      type: 'message',
      fromId: pair.other_id,
    });
    await publishChange(ctx, tx, { ...pair, id });
  });
};

export const muteChat = async (ctx: Ctx, pair: Allowed<OwnChat>, muted: boolean): Promise<void> => {
  const { chat_id: id, profile_id: profileId } = pair;
  await transaction(ctx.db, async (tx) => {
    await setMuted(tx, id, profileId, muted ? ctx.clock.now() : null);
    await ctx.outbox.publish(tx, {
      event: 'chats',
      topics: [topicKey('member', profileId)],
      payload: { id },
    });
  });
};

/** Not kept: a process that dies loses it, and nothing else. */
export const publishTyping = (ctx: Ctx, pair: Allowed<OwnChat>): Promise<void> =>
  ctx.bus.publish('realtime', {
    event: 'chats',
    topics: [topicKey('member', pair.other_id)],
    payload: { id: pair.chat_id, typing: true },
  });

/**
 * Takes a message out of all conversations that have its content, within the caller's transaction,
 * as a decision of an administrator: also one that was bought. False when it is gone already.
 */
export const removeMessage = async (ctx: Ctx, tx: Transaction, id: MessageId): Promise<boolean> => {
  const row = await findMessage(tx, id);
  if (!row || row.unsent_at !== null) return false;
  if (row.content_id !== null) await takeBackContent(ctx, tx, row.content_id);
  const ofBuyers = row.content_id === null ? [] : await messagesOfBuyers(tx, row.content_id);
  await takeBack(ctx, tx, row.sender_id, [...new Set([row.id, ...ofBuyers])]);
  await publishChange(
    ctx,
    tx,
    { id: row.chat_id, profile_id: row.sender_id, other_id: row.receiver_id },
    row.id,
  );
  await ctx.outbox.changeAccess(tx, { owners: [row.sender_id] });
  return true;
};
