// Realtime events and notifications of sent messages.
import { topicKey } from '@camarim/contract/events';
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { ProfileId } from '@camarim/contract/ids';
import type { ShowType } from '@camarim/contract/shows';
import { SALES } from '@camarim/contract/sales';
import type { RealtimeMessage } from '../../../platform/bus/port.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { insertNotices } from '../../notifications/index.ts';
import type { PlacedMessage } from '../messages-store.ts';

export type SentMessage = PlacedMessage & {
  id: MessageId;
  chatId: ChatId;
  senderId: ProfileId;
  receiverId: ProfileId;
  /** It asks the receiver to come to this show. */
  show?: ShowType | undefined;
};

/** The `messages` event for sender and receiver; `seq` is filled in when the row is written. */
export const eventOf = ({
  id,
  chatId,
  seq,
  senderId,
  receiverId,
}: Omit<SentMessage, 'firstUnread' | 'muted' | 'show'>): RealtimeMessage => ({
  event: 'messages',
  topics: [topicKey('member', senderId), topicKey('member', receiverId)],
  payload: { chatId, id, seq },
});

const callsOf = (message: SentMessage): RealtimeMessage[] => {
  const { muted, show, senderId, receiverId } = message;
  const arrived = eventOf(message);
  // Who muted the conversation is not called to a show.
  if (show === undefined || muted) return [arrived];
  const { id, chatId, seq } = message;
  return [
    { ...arrived, topics: [topicKey('member', senderId)] },
    {
      event: 'messages',
      topics: [topicKey('member', receiverId)],
      payload: { chatId, id, seq, show },
    },
  ];
};

/**
 * The sign that something is unread, with the first message of a conversation until it is read, and
 * its notice.
 */
const unreadNotices = async (
  ctx: Ctx,
  tx: Transaction,
  messages: readonly SentMessage[],
): Promise<RealtimeMessage[]> => {
  const first = messages.filter(({ firstUnread }) => firstUnread);
  if (first.length === 0) return [];
  const notices = await insertNotices(
    ctx,
    tx,
    SALES.message.notification,
    first.map(({ senderId, receiverId }) => ({ profileId: receiverId, fromProfileId: senderId })),
  );
  const signs = first.map(({ receiverId }): RealtimeMessage => ({
    event: 'notifications',
    topics: [topicKey('member', receiverId)],
    payload: { field: 'chats' },
  }));
  return [...signs, ...notices];
};

/** Events and notices of messages, whatever their number in two statements. */
export const publishMessages = async (
  ctx: Ctx,
  tx: Transaction,
  messages: readonly SentMessage[],
): Promise<void> => {
  const notices = await unreadNotices(ctx, tx, messages);
  await ctx.outbox.publish(tx, ...messages.flatMap(callsOf), ...notices);
};

/** What else people hear of messages whose events were written with them. */
export const publishUnreadNotices = async (
  ctx: Ctx,
  tx: Transaction,
  messages: readonly SentMessage[],
): Promise<void> => {
  const notices = await unreadNotices(ctx, tx, messages);
  if (notices.length > 0) await ctx.outbox.publish(tx, ...notices);
};
