// The name of each method of payment.
import { m } from '../../../paraglide/messages.js';
import type { Charge } from '../queries.ts';

export const METHOD_TEXTS: Record<Charge['method'], () => string> = {
  card: m.wallet_method_card,
  pix: () => 'Pix',
  boleto: () => 'Boleto',
  paypal: () => 'PayPal',
  picpay: () => 'PicPay',
  pixAutomatico: m.payments_method_pix_automatico,
};
