// How a post is bought.
import { call } from '../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../client/sales.ts';
import { refreshPost } from './mutations.ts';

export const sale: Sale<'purchase'> = {
  pay: ({ postId, value }, idempotencyKey) =>
    call('POST /posts/{id}/purchase', {
      params: { id: postId },
      body: { price: value },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    }),
  refresh: (client, { postId }) => refreshPost(client, postId),
};
