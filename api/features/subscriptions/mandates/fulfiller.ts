// What a payment of a mandate charge does.
import type { Fulfiller } from '../../funds/index.ts';
import { createMandateCharge, fulfilMandateCharge } from './charge-handler.ts';
import { syncMandateByRef } from './sync-mandates.ts';

export const mandateFulfiller: Fulfiller<'mandate'> = {
  fulfil: fulfilMandateCharge,
  create: createMandateCharge,
  // The Pix code of the first charge authorises the mandate, too.
  createsMore: ({ dueOn }) => dueOn === null,
  sync: syncMandateByRef,
};
