// What other features and the composition root may use of plans.
export { exportPlanOf } from './export-store.ts';
export { holdPlan, offerOfCode, planOf, quoteIn } from './plan.ts';
export type { Quote, Way } from './plan.ts';
export type { Plan } from './present.ts';
export { tiersHandlers } from './routes.ts';
export type { TiersDeps } from './routes.ts';
export { erasePlanOf } from './run-plan.ts';
export type { PlanFollowers } from './run-plan.ts';
export type { TierRow } from './store.ts';
