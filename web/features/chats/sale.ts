// How writing a message and the media of a message are paid.
import { call } from '../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../client/sales.ts';
import { chatKeys } from './keys.ts';
import { refreshMessage } from './refresh.ts';
import { discardPaid } from './conversation/outbox.ts';

export const messageSale: Sale<'message'> = {
  pay: ({ profileId, message, replyTo, value }, idempotencyKey) =>
    call('POST /chats/messages', {
      body: { receiverId: profileId, message, fee: value, ...(replyTo && { replyTo }) },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    }),
  refresh: (client, { profileId, message }) => {
    discardPaid(profileId, message);
    return client.invalidateQueries({ queryKey: chatKeys.all });
  },
};

export const paidMessageSale: Sale<'paidMessage'> = {
  pay: ({ messageId, version, value }, idempotencyKey) =>
    call('POST /chats/messages/{id}/purchase', {
      params: { id: messageId },
      body: { price: value, version },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    }),
  refresh: async (client, { messageId }) => {
    await refreshMessage(client, messageId);
    await client.invalidateQueries({ queryKey: chatKeys.lists });
  },
};
