// How a subscription is paid from the wallet.
import { call } from '../../client/api/api.ts';
import { PAYMENT_REFUSALS, type Sale } from '../../client/sales.ts';
import { refreshAfterSubscription } from './queries.ts';

export const sale: Sale<'subscription'> = {
  pay: (intent, idempotencyKey) => {
    const {
      profileId,
      bundleId,
      promotionId,
      discountCode,
      trial,
      promotion,
      subscribedUntil,
      value,
    } = intent;
    const selection = {
      ...(bundleId && { bundleId }),
      ...(promotionId && { promotionId }),
      ...(discountCode && { discountCode }),
      ...(trial && { trial }),
      ...(promotion && { promotion }),
    };
    return call('POST /profiles/{profileId}/renew', {
      params: { profileId },
      body: { price: value, subscribedUntil, ...selection },
      idempotencyKey,
      handled: PAYMENT_REFUSALS,
    });
  },
  refresh: refreshAfterSubscription,
};
