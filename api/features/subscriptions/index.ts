// What other features and the composition root may use of subscriptions.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportSubscriptionsOf } from './export-store.ts';
import { defineSubscriptionsJobs, eraseSubscriptionsOf, planListeners } from './jobs.ts';
import { mandateFulfiller } from './mandates/fulfiller.ts';
import { subscriptionDays } from './renewals-store.ts';
import { subscriptionsHandlers } from './routes.ts';
import { countSubscribers } from './store.ts';
import type { Revoker } from '../funds/index.ts';
import { endPeriod } from './end-period.ts';

export { mandateGateway } from './mandates/open.ts';
export { syncMandates } from './mandates/sync-mandates.ts';
export type { DefaultCard, RenewalDeps } from './renew.ts';
export { stoppedRenewing } from './store.ts';
export type { StopReason } from './store.ts';
export { renewDue } from './renew.ts';
export { remindDue } from './notify-fan.ts';

/** Takes back the time that these transfers paid for. */
export const endPeriodsOf: Revoker = async ({ clock, outbox }, tx, transferIds) => {
  for (const transferId of transferIds) {
    const fanId = await endPeriod(tx, transferId, clock.now());
    if (fanId) await outbox.changeAccess(tx, { viewers: [fanId] });
  }
};

/** Paid access to a producer: subscriptions, renewals and mandates. */
export const subscriptions = defineFeature({
  name: 'subscriptions',
  emails,
  texts,
  services: (ctx) => ({
    planSubscribers: {
      ...planListeners(ctx),
      countSubscribers: (producerId) => countSubscribers(ctx.db, producerId, ctx.clock.now()),
    },
  }),
  handlers: (ctx, { payments }) => subscriptionsHandlers(ctx, payments),
  jobs: defineSubscriptionsJobs,
  dayCounts: subscriptionDays,
  fulfillers: { mandate: mandateFulfiller },
  revokers: { subscription: endPeriodsOf },
  personalData: [
    {
      text: 'data.subscriptions',
      tables: ['subscriptions', 'mandates'],
      ground: 'law',
      removal: 'kept',
      basis: 'accounts',
      days: null,
      by: [eraseSubscriptionsOf],
    },
  ],
  exporters: [exportSubscriptionsOf],
});
