// What other features and the composition root may use of plans.
export { exportPlanOf } from './export-store.ts';
export { lockPlan, offerOfCode, planOf, quoteIn } from './plan.ts';
export type { Quote, PurchaseOption } from './plan.ts';
export type { Plan } from './present.ts';
export { tiersHandlers } from './routes.ts';
export type { TiersDeps } from './routes.ts';
export { erasePlanOf } from './change-plan.ts';
export type { PlanListeners } from './change-plan.ts';
export type { TierRow } from './store.ts';
