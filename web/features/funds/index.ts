// What other features and the app may use of money.
export { CashOutOfBlocked } from './admin/CashOutOfBlocked.tsx';
export { wordsOfLogged } from './admin/rule-words.ts';
export { ProducerFee } from './admin/ProducerFee.tsx';
export { RefundOfRequest } from './admin/RefundOfRequest.tsx';
export { fundsDialogs } from './dialogs.ts';
export { fundsKeys } from './keys.ts';
export { loadBurst, loadTipSale, PayoutRules, QuickTopUp, QuickTopUpChoice } from './parts.ts';
export { METHOD_TEXTS } from './payments/method-texts.ts';
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
export { isCpf } from './cards/card-rules.ts';
export { placeOfZip } from './cards/places-by-zip.ts';
export { kindText } from './statement/kinds.ts';
export { BalanceLine } from './wallet/BalanceLine.tsx';
export { PaymentProblem } from './wallet/PaymentProblem.tsx';
export { PixPayment } from './wallet/PixPayment.tsx';
export { useTopUpFirst } from './wallet/use-top-up-first.ts';
