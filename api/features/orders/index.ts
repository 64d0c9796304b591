// What the composition root may use of custom orders.
import { defineFeature } from '../../feature.ts';
import { eraseOrdersOf } from './decide-order.ts';
import { texts } from './declarations.ts';
import { decidedDisputes, OPEN_DISPUTES } from './disputes-store.ts';
import { exportOrdersOf } from './export-store.ts';
import { defineOrdersJobs } from './jobs.ts';
import { revokeOrder } from './move-order.ts';
import { ordersHandlers } from './routes.ts';
import { ordersPaidBy } from './store.ts';
import { mediaAccess } from './view-disputes.ts';

export { censorOrder, type OrderTexts, restoreOrder, settlementOf } from './store.ts';

/** What fans ask producers to make for them, and its locked money. */
export const orders = defineFeature({
  name: 'orders',
  texts,
  handlers: ordersHandlers,
  jobs: defineOrdersJobs,
  mediaAccess: [mediaAccess],
  openWork: [{ kind: 'disputedOrder', cases: OPEN_DISPUTES }],
  dayCounts: [decidedDisputes],
  revokers: {
    order: async (ctx, tx, transferIds) => {
      for (const id of await ordersPaidBy(tx, transferIds)) await revokeOrder(ctx, tx, id);
    },
  },
  personalData: [
    {
      text: 'data.orders',
      tables: ['orders'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseOrdersOf],
    },
  ],
  exporters: [exportOrdersOf],
});
