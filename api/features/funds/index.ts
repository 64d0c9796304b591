// The public interface of funds.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { ATTEMPTS_KEPT_DAYS } from './payments/cards/attempts.ts';
import { erasePaymentsOf, exportPaymentsOf } from './payments/cards/personal-data.ts';
import { exportChargesOf } from './payments/export-store.ts';
import { topUpFulfiller } from './payments/purposes.ts';
import { reverseSale } from './payments/transactions/reverse-sale.ts';
import { decidedDisputes, OPEN_DISPUTES } from './payments/disputes/store.ts';
import { decidedReviews, OPEN_REVIEWS } from './payments/reviews/store.ts';
import { approvedCashOuts, REQUESTED_CASH_OUTS } from './payouts/store.ts';
import { DESTINATIONS_KEPT_DAYS } from './payouts/sync-cash-out.ts';
import { OPEN_DIFFERENCES, settledDifferences } from './reconciliation/store.ts';
import { defineFundsJobs } from './jobs.ts';
import { fundsHandlers } from './routes.ts';

export {
  loadDays as earningsByDay,
  loadItems as earningsByItem,
  loadSaleHours as salesByHour,
} from './earnings/store.ts';
export type { Period } from './earnings/store.ts';
export { forgetDestinations, lockPayouts } from './payouts/store.ts';
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
export { findPayment, hasPaid } from './payments/transactions/receipts.ts';
export { lockTransaction } from './payments/transactions/store.ts';

export { canReverseSale, reverseSaleIn } from './payments/transactions/reverse-sale.ts';
export { holdOf, overturnHold } from './payouts/reserve/change-rules.ts';

/** The wallet, payments, payouts and their reconciliation. */
export const funds = defineFeature({
  name: 'funds',
  texts,
  services: (ctx, services) => ({
    saleReversals: { reverse: (act) => reverseSale(ctx, services.payments, act) },
  }),
  handlers: fundsHandlers,
  jobs: defineFundsJobs,
  openWork: [
    { kind: 'paymentReview', cases: OPEN_REVIEWS },
    { kind: 'dispute', cases: OPEN_DISPUTES },
    { kind: 'cashOut', cases: REQUESTED_CASH_OUTS },
    { kind: 'statementDifference', cases: OPEN_DIFFERENCES },
  ],
  dayCounts: [approvedCashOuts, decidedDisputes, decidedReviews, settledDifferences],
  fulfillers: { topUp: topUpFulfiller },
  personalData: [
    {
      text: 'data.cards',
      tables: ['saved_payments', 'bill_data'],
      ground: 'contract',
      removal: 'erased',
      by: [erasePaymentsOf],
    },
    {
      text: 'data.money',
      tables: [
        'ledger_accounts',
        'ledger_transfers',
        'charges',
        'payment_refunds',
        'disputes',
        'cash_outs',
        'collection_purchases',
      ],
      ground: 'law',
      removal: 'kept',
      basis: 'accounts',
      days: null,
    },
    {
      text: 'data.destinations',
      tables: ['cash_outs'],
      ground: 'claims',
      removal: 'kept',
      basis: 'claims',
      days: DESTINATIONS_KEPT_DAYS,
    },
    {
      text: 'data.cardAttempts',
      tables: ['card_attempts'],
      ground: 'security',
      removal: 'kept',
      basis: 'fraud',
      days: ATTEMPTS_KEPT_DAYS,
    },
    {
      text: 'data.chargeReviews',
      tables: ['charge_reviews'],
      ground: 'claims',
      removal: 'kept',
      basis: 'accounts',
      days: null,
    },
  ],
  exporters: [exportChargesOf, exportPaymentsOf],
});
