// Texts of each kind of sale in statements, earnings and the wallet dialog; web/app/sales.ts has
// how each is paid.
import type { SaleKind } from '@camarim/contract/sales';
import { m } from '../../paraglide/messages.js';

type SaleTexts = {
  /** Label of its lines in statements. */
  statementLabel: () => string;
  /** Its part of the earnings, in the chart and the table. */
  earningsLabel: () => string;
  /** What a top-up is for, a short noun phrase such as "Tip for Íris Veludo". */
  purpose: (producer: { name: string }) => string;
  /** Label of the button that finishes the purchase after a top-up. */
  finishLabel: (price: { value: string }) => string;
  /** Confirmation after the purchase. */
  done: (sale: { name: string; value: string }) => string;
};

export const SALE_TEXTS: Readonly<Record<SaleKind, SaleTexts>> = {
  tip: {
    statementLabel: m.statement_kind_tip,
    earningsLabel: m.earned_tips,
    purpose: m.tip_title,
    finishLabel: m.wallet_finish_tip,
    done: m.tip_sent,
  },
  purchase: {
    statementLabel: m.statement_kind_purchase,
    earningsLabel: m.earned_purchases,
    purpose: m.post_of,
    finishLabel: m.wallet_finish_purchase,
    done: () => m.post_unlocked(),
  },
  collection: {
    statementLabel: m.statement_kind_collection,
    earningsLabel: m.earned_collections,
    purpose: m.wallet_for_collection,
    finishLabel: m.wallet_finish_collection,
    done: () => m.collection_bought(),
  },
  message: {
    statementLabel: m.statement_kind_message,
    earningsLabel: m.earned_messages,
    purpose: m.wallet_for_message,
    finishLabel: m.wallet_finish_message,
    done: () => m.message_sent(),
  },
  paidMessage: {
    statementLabel: m.statement_kind_paid_message,
    earningsLabel: m.earned_paid_messages,
    purpose: m.wallet_for_paid_message,
    finishLabel: m.wallet_finish_paid_message,
    done: () => m.paid_message_bought(),
  },
  order: {
    statementLabel: m.statement_kind_order,
    earningsLabel: m.earned_orders,
    purpose: m.wallet_for_order,
    finishLabel: m.wallet_finish_order,
    done: () => m.order_paid(),
  },
  show: {
    statementLabel: m.statement_kind_show,
    earningsLabel: m.earned_shows,
    purpose: m.wallet_for_show,
    finishLabel: m.wallet_finish_show,
    done: () => m.show_entered(),
  },
  subscription: {
    statementLabel: m.statement_kind_subscription,
    earningsLabel: m.earned_subscriptions,
    purpose: m.wallet_for_subscription,
    finishLabel: m.wallet_finish_subscription,
    done: m.subscribe_done,
  },
};

export const SALE_KINDS = Object.keys(SALE_TEXTS) as readonly SaleKind[];
