// What people hear of messages that were sent.
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
import type { Placed } from '../messages-store.ts';

export type SentMessage = Placed & {
  id: MessageId;
  chatId: ChatId;
  senderId: ProfileId;
  receiverId: ProfileId;
  /** It asks the receiver to come to this show. */
  show?: ShowType | undefined;
};

const eventsOf = (message: SentMessage): RealtimeMessage[] => {
  const { id, chatId, seq, senderId, receiverId, news, muted, show } = message;
  // Who muted the conversation is not called to a show.
  const calls = show !== undefined && !muted;
  const [from, to] = [topicKey('member', senderId), topicKey('member', receiverId)];
  const payload = { chatId, id, seq };
  return [
    { event: 'messages', topics: calls ? [from] : [from, to], payload },
    { event: 'messages', topics: calls ? [to] : [], payload: { ...payload, show } },
    // The sign that something is unread is there with the first message.
    { event: 'notifications', topics: news ? [to] : [], payload: { field: 'chats' } },
  ];
};

/** Events and notices of messages, whatever their number in two statements. */
export const publishMessages = async (
  ctx: Ctx,
  tx: Transaction,
  messages: readonly SentMessage[],
): Promise<void> => {
  // One notification for a conversation until it is read.
  const notices = await insertNotices(
    ctx,
    tx,
    SALES.message.notification,
    messages
      .filter(({ news }) => news)
      .map(({ senderId, receiverId }) => ({ profileId: receiverId, fromProfileId: senderId })),
  );
  await ctx.outbox.publish(tx, ...messages.flatMap(eventsOf), ...notices);
};
