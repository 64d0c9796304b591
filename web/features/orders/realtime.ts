// What the events of conversations do to orders: a message may tell of a step of one.
import type { Data } from '../../client/api/api.ts';
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { fundsKeys } from '../funds/index.ts';
import { orderKeys } from './keys.ts';

type Wallet = Data<'GET /funds'>[number];

export const realtime: FeatureRealtime = (client) => ({
  messages: () => {
    invalidate(client, orderKeys.all);
    // The step may have ended an order, whose money then is no longer locked.
    if (client.getQueryData<Wallet | null>(fundsKeys.wallet)?.escrow)
      invalidate(client, fundsKeys.wallet);
  },
});
