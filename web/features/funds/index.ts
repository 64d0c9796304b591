// What other features and the app may use of money.
export { ProducerFee } from './admin/ProducerFee.tsx';
export { fundsDialogs } from './dialogs.ts';
export { fundsKeys } from './keys.ts';
export { loadTipSale } from './parts.ts';
export { BoletoForm } from './payment-methods/BoletoForm.tsx';
export {
  type Charge,
  chargeQuery,
  earningsQuery,
  methodsQuery,
  usePay,
  walletQuery,
} from './queries.ts';
export { SALE_KINDS, SALE_TEXTS } from './sale-texts.ts';
export { PaymentProblem } from './wallet/PaymentProblem.tsx';
export { PixPayment } from './wallet/PixPayment.tsx';
