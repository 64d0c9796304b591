// What can be bought, and the feature that sells it.
import type { Sales } from '../client/sales.ts';
import { loadMessageSale, loadPaidMessageSale } from '../features/chats/index.ts';
import { loadCollectionSale } from '../features/collections/index.ts';
import { loadTipSale } from '../features/funds/index.ts';
import { loadShowSale } from '../features/lives/index.ts';
import { loadOrderSale } from '../features/orders/index.ts';
import { loadPostSale } from '../features/posts/index.ts';
import { loadSubscriptionSale } from '../features/subscriptions/index.ts';

export const SALES: Sales = {
  collection: loadCollectionSale,
  message: loadMessageSale,
  order: loadOrderSale,
  paidMessage: loadPaidMessageSale,
  purchase: loadPostSale,
  show: loadShowSale,
  subscription: loadSubscriptionSale,
  tip: loadTipSale,
};
