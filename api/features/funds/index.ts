// The public interface of funds.
export { chargeDefaultCard } from './cards/default-card.ts';
export { answerMandateCharge, createMandateCharges } from './mandate-charges.ts';
export type { TopUpDeps } from './top-up/deps.ts';
export { erasePaymentsOf, exportPaymentsOf } from './cards/personal-data.ts';
export { exportChargesOf } from './export-store.ts';
export { announceWebhooks, defineFundsJobs } from './jobs.ts';
export { fundsHandlers } from './routes.ts';
