// The public interface of funds.
export { chargeDefaultCard } from './payments/cards/default-card.ts';
export { answerMandateCharge, createMandateCharges } from './payments/mandate-charges.ts';
export type { TopUpDeps } from './payments/charges/deps.ts';
export { erasePaymentsOf, exportPaymentsOf } from './payments/cards/personal-data.ts';
export { exportChargesOf } from './payments/export-store.ts';
export { announceWebhooks, defineFundsJobs } from './jobs.ts';
export { fundsHandlers } from './routes.ts';
