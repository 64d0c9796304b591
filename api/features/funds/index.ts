// The public interface of funds.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { erasePaymentsOf, exportPaymentsOf } from './payments/cards/personal-data.ts';
import { exportChargesOf } from './payments/export-store.ts';
import { topUpFulfiller } from './payments/purposes.ts';
import { OPEN_REVIEWS } from './payments/reviews/store.ts';
import { REQUESTED_CASH_OUTS } from './payouts/store.ts';
import { OPEN_DIFFERENCES } from './reconciliation/store.ts';
import { defineFundsJobs } from './jobs.ts';
import { fundsHandlers } from './routes.ts';

export {
  loadDays as earningsByDay,
  loadItems as earningsByItem,
  loadSaleHours as salesByHour,
} from './earnings/store.ts';
export type { Period } from './earnings/store.ts';
export { approvedCashOuts } from './payouts/store.ts';
export { periodOf } from './earnings/view-earnings.ts';
export { announceWebhooks } from './jobs.ts';
export { loadBillPayer } from './payments/bills/bill-data.ts';
export { chargeDefaultCard } from './payments/cards/default-card.ts';
export {
  cancelCharge,
  openPurposeCharge,
  pollOutcome,
  presentPurposeCharge,
} from './payments/charges/purpose-charges.ts';
export { revokeSales } from './payments/purposes.ts';
export type { Fulfiller, PaymentDeps, PurposeCharge, Revoker } from './payments/purposes.ts';
export { lockTransaction } from './payments/transactions/store.ts';

/** The wallet, payments, payouts and their reconciliation. */
export const funds = defineFeature({
  name: 'funds',
  texts,
  handlers: fundsHandlers,
  jobs: defineFundsJobs,
  openWork: [
    { kind: 'paymentReview', cases: OPEN_REVIEWS },
    { kind: 'cashOut', cases: REQUESTED_CASH_OUTS },
    { kind: 'statementDifference', cases: OPEN_DIFFERENCES },
  ],
  fulfillers: { topUp: topUpFulfiller },
  erasers: [erasePaymentsOf],
  exporters: [exportChargesOf, exportPaymentsOf],
});
