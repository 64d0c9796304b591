// How the entry to a live show, or a call for one, is paid.
import { call } from '../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../client/sales.ts';
import { fundsKeys } from '../funds/index.ts';
import { liveKeys } from './keys.ts';

export const sale: Sale<'show'> = {
  pay: ({ liveId, profileId, type, role, price, spyPrice }, idempotencyKey) =>
    liveId
      ? call('POST /lives/accept/{id}', {
          params: { id: liveId },
          body: { price, spyPrice: spyPrice ?? null, role },
          idempotencyKey,
          handled: PAYMENT_REFUSALS,
        })
      : call('POST /lives/call/{producerId}', {
          params: { producerId: profileId },
          body: { type, action: 'call', price },
          handled: PAYMENT_REFUSALS,
        }),
  refresh: async (client) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: liveKeys.all }),
      client.invalidateQueries({ queryKey: fundsKeys.wallet }),
    ]);
  },
};
