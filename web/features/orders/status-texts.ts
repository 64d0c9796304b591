// The state of an order in words, as each of the two reads it.
import type { OrderStatus } from '@camarim/contract/features/orders/statuses';
import { m } from '../../paraglide/messages.js';

export const STATUS_TEXTS: Readonly<Record<OrderStatus, () => string>> = {
  requested: m.order_requested,
  offered: m.order_offered,
  accepted: m.order_accepted,
  delivered: m.order_delivered,
  disputed: m.order_disputed,
  settled: m.order_settled,
  declined: m.order_declined,
  withdrawn: m.order_withdrawn,
  expired: m.order_expired,
  refunded: m.order_refunded,
};
