// What can be bought, and the feature that sells it.
import { loadPart } from '../client/load-part.ts';
import type { Sales } from '../client/sales.ts';

export const SALES: Sales = {
  purchase: () => loadPart(() => import('../features/posts/sale.ts')).then(({ sale }) => sale),
  subscription: () =>
    loadPart(() => import('../features/subscriptions/sale.ts')).then(({ sale }) => sale),
  tip: () =>
    loadPart(() => import('../features/funds/wallet/tip-sale.ts')).then(({ sale }) => sale),
};
