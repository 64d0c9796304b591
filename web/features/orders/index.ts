// What other features and the app may use of custom orders.
export { AskDialog, loadOrderSale } from './parts.ts';
export { STATUS_TEXTS } from './status-texts.ts';
export { OrderStep } from './OrderStep.tsx';
