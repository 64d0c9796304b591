// Labels of the kinds of movement.
import type { SaleKind } from '@camarim/contract/sales';
import { m } from '../../../paraglide/messages.js';
import { SALE_KINDS, SALE_TEXTS } from '../sale-texts.ts';

const saleLabels = Object.fromEntries(
  SALE_KINDS.map((kind) => [kind, SALE_TEXTS[kind].statementLabel]),
) as Record<SaleKind, () => string>;

export const KINDS = {
  topUp: m.statement_kind_top_up,
  unlock: m.statement_kind_unlock,
  ...saleLabels,
  release: m.statement_kind_release,
  payout: m.statement_kind_payout,
  payoutPaid: m.statement_kind_payout,
  payoutReturned: m.statement_kind_payout_returned,
  reversal: m.statement_kind_reversal,
  chargeback: m.statement_kind_chargeback,
  debtPayment: m.statement_kind_debt_payment,
  refundFailed: m.statement_kind_refund_failed,
} satisfies Record<string, () => string>;

/** A kind that this build does not know is labelled as a movement. */
export const kindText = (kind: string): string =>
  ((KINDS as Partial<Record<string, () => string>>)[kind] ?? m.statement_kind_other)();
