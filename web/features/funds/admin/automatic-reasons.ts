// Why the application itself returned money, in the reader's words: the ledger keeps fixed English
// ones.
import { m } from '../../../paraglide/messages.js';

const REASONS: Partial<Record<string, () => string>> = {
  'this part of the show was not delivered': m.dsb_transactions_reason_not_delivered,
  'the producer declined the order': m.dsb_transactions_reason_order_declined,
  'the order was not delivered in time': m.dsb_transactions_reason_order_expired,
  'the order was refunded': m.dsb_transactions_reason_order_refunded,
  'the payment behind it was disputed': m.dsb_transactions_reason_disputed,
  'a person in it withdrew their consent': m.dsb_transactions_reason_consent,
};

/** A reason that a person wrote stays as it is. */
export const correctionReason = (reason: string): string => REASONS[reason]?.() ?? reason;
