// How a collection is bought.
import { call } from '../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../client/sales.ts';
import { postKeys } from '../posts/index.ts';
import { collectionKeys } from './keys.ts';

export const sale: Sale<'collection'> = {
  pay: ({ collectionId, postIds, value }, idempotencyKey) =>
    call('POST /collections/{id}/purchase', {
      params: { id: collectionId },
      body: { price: value, postIds },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    }),
  refresh: (client) =>
    Promise.all([
      client.invalidateQueries({ queryKey: collectionKeys.all }),
      client.invalidateQueries({ queryKey: postKeys.all }),
    ]),
};
