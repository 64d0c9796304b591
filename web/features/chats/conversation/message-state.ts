// What a sender sees of a message: sent, delivered to a device, or read.
import type { Message } from '../messages.ts';
import type { ConversationView } from '../queries.ts';

export type MessageState = 'sent' | 'delivered' | 'read';

export const stateOf = (
  { seq, createdAt }: Pick<Message, 'seq' | 'createdAt'>,
  { theirReadSeq, deliveredAt }: Pick<ConversationView, 'theirReadSeq' | 'deliveredAt'>,
): MessageState => {
  if (seq <= theirReadSeq) return 'read';
  return deliveredAt !== null && Date.parse(createdAt) <= Date.parse(deliveredAt)
    ? 'delivered'
    : 'sent';
};
