// What other features and the app may use of help.
export { helpDialogs } from './dialogs.ts';
export { RefundRequest } from './RefundRequest.tsx';
