// What other features and the composition root may use of plans.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { erasePlanOf } from './change-plan.ts';
import { exportPlanOf } from './export-store.ts';
import { tiersHandlers } from './routes.ts';
import { deleteRedemptionsOf } from './store.ts';

export { offersOf } from './offers.ts';
export type { Offer } from './offers.ts';
export { hasOpenPromotion, hasSoldPlan } from './offers-store.ts';
export { lockPlan, offerOfCode, planOf, quoteIn } from './plan.ts';
export type { Quote, PurchaseOption } from './plan.ts';
export type { Plan } from './present.ts';
export type { PlanListeners } from './change-plan.ts';
export type { TierRow } from './store.ts';

/** Producers' plans: prices, bundles and promotions. */
export const tiers = defineFeature({
  name: 'tiers',
  texts,
  handlers: (ctx, { planSubscribers }) => tiersHandlers(ctx, planSubscribers),
  personalData: [
    {
      text: 'data.plans',
      tables: ['tiers'],
      ground: 'law',
      removal: 'blanked',
      by: [(ctx, id, { planSubscribers }) => erasePlanOf(ctx, planSubscribers, id)],
    },
    {
      text: 'data.promotions',
      tables: ['tier_redemptions'],
      ground: 'claims',
      removal: 'kept',
      basis: 'claims',
      days: 'CLAIMS_KEPT_DAYS',
      lapse: ({ db }, profileId) => deleteRedemptionsOf(db, profileId),
    },
  ],
  exporters: [exportPlanOf],
});
