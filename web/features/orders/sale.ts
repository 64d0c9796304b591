// How a custom order is paid.
import { call } from '../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../client/sales.ts';
import { fundsKeys } from '../funds/index.ts';
import { orderKeys } from './keys.ts';

export const sale: Sale<'order'> = {
  pay: ({ orderId, value }, idempotencyKey) =>
    call('POST /orders/{id}/accept', {
      params: { id: orderId },
      body: { price: value },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    }),
  refresh: async (client) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: orderKeys.all }),
      client.invalidateQueries({ queryKey: fundsKeys.wallet }),
    ]);
  },
};
