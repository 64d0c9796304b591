// Saying something in a room, and taking it back.
import type { LiveMessageId } from '@camarim/contract/features/lives/room';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { hasBlockedWord } from '../../chats/index.ts';
import {
  findByKey,
  insertMessage,
  markDeleted,
  type MessageRow,
  setPinned,
} from './messages-store.ts';
import type { RoomMember } from './policy.ts';
import { publishChange, publishMessage } from './publish.ts';
import { recordRoomAct } from './tools-store.ts';
import { settingsOf, writingRefusal } from './rules.ts';
import {
  type RoomMessageView,
  presentMessage,
  type RoomLive,
  viewAuthor,
  viewMessage,
} from './view-messages.ts';

export const liveOf = ({ row }: RoomMember): RoomLive => ({
  id: row.live_id,
  producerId: row.producer_id,
});

/** Throws what keeps the person from writing this now. */
const checkWriting = async (ctx: Ctx, { row, role, requester }: RoomMember, text: string) => {
  const refusal = writingRefusal(role, row);
  if (refusal) throw new AppError(refusal);
  if (role === 'producer') return;
  if (hasBlockedWord(text, row.blocked_words ?? [])) throw new AppError('message.blockedWord');
  const { slowSeconds } = settingsOf(row);
  if (role === 'moderator' || slowSeconds === 0) return;
  const { allowed, resetsInSeconds } = await ctx.limits.take(
    `lives.slow:${row.live_id}:${requester.profileId}:${slowSeconds}`,
    { limit: 1, windowSeconds: slowSeconds },
  );
  if (!allowed) throw new AppError('live.slowMode', { retryAfterSeconds: resetsInSeconds });
};

const answerBefore = (row: MessageRow, { row: room }: RoomMember, text: string): MessageRow => {
  if (row.live_id !== room.live_id || row.text !== text)
    throw new AppError('request.idempotencyMismatch');
  return row;
};

/**
 * A repeated call with the same key returns the first message. Throws what `WRITING_REFUSALS`
 * lists, message.blockedWord and request.idempotencyMismatch.
 */
export const sendRoomMessage = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
  text: string,
  key: string,
): Promise<RoomMessageView> => {
  const { profileId } = member.requester;
  const live = liveOf(member);
  const before = await findByKey(ctx.db, profileId, key);
  if (before) return viewMessage(ctx, live, answerBefore(before, member, text));
  await checkWriting(ctx, member, text);
  const message = {
    id: newId() as LiveMessageId,
    liveId: live.id,
    profileId,
    text,
    key,
    tip: null,
    now: ctx.clock.now(),
  };
  const author = await viewAuthor(ctx, live, profileId);
  const sent = await transaction(ctx.db, async (tx) => {
    const row = await insertMessage(tx, message);
    if (!row) return null;
    const view = presentMessage(row, author);
    await publishMessage(ctx, tx, live, view);
    return view;
  });
  if (sent) return sent;
  // The same call was made twice at once.
  const first = await findByKey(ctx.db, profileId, key);
  if (!first) throw new Error('a message with this key was there');
  return viewMessage(ctx, live, answerBefore(first, member, text));
};

/** Repeating it changes nothing. What others delete is recorded. */
export const deleteMessage = async (
  ctx: Ctx,
  { member, message }: Allowed<{ member: RoomMember; message: MessageRow }>,
): Promise<void> => {
  const { row, requester } = member;
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    if (!(await markDeleted(tx, message.id, now))) return;
    const id = row.live_id;
    await publishChange(ctx, tx, { id, change: 'deleted', messageIds: [message.id] });
    if (row.pinned_message_id === message.id) {
      await setPinned(tx, id, null);
      await publishChange(ctx, tx, { id, change: 'pinned', message: null });
    }
    if (message.profile_id !== requester.profileId)
      await recordRoomAct(tx, {
        producerId: row.producer_id,
        liveId: id,
        actorId: requester.profileId,
        profileId: message.profile_id,
        messageId: message.id,
        action: 'deleteMessage',
        now,
      });
  });
};
