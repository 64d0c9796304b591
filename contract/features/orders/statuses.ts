// States of custom orders, and who acts in each. Without schemas, because the browser reads them,
// too.

/**
 * `requested`: the producer answers. `offered`: with a price and a time; the fan pays or not.
 * `accepted`: paid, the money is locked; the producer delivers. `delivered`: the fan accepts it or
 * disputes it. `disputed`: an administrator decides. The others are ends: `declined` by the
 * producer and `withdrawn` by the fan before the payment; `settled`: the producer is paid;
 * `expired`: not delivered in time, and `refunded`: the fan has the money back.
 */
export const ORDER_STATUSES = [
  'requested',
  'offered',
  'accepted',
  'delivered',
  'disputed',
  'settled',
  'declined',
  'withdrawn',
  'expired',
  'refunded',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const OPEN_ORDER_STATUSES = [
  'requested',
  'offered',
  'accepted',
  'delivered',
  'disputed',
] as const satisfies readonly OrderStatus[];

export const isOpen = (status: OrderStatus): boolean =>
  (OPEN_ORDER_STATUSES as readonly OrderStatus[]).includes(status);
