// Parts for other features and the app that load when they are needed.
import { lazyPart, loadPart } from '../../client/load-part.ts';

/** The code of a payment for a custom order. */
export const loadOrderSale = () => loadPart(() => import('./sale.ts')).then(({ sale }) => sale);

/** One order, and what can be done with it. */
export const OrderDialog = lazyPart(() => import('./OrderDialog.tsx'));
/** Asks a producer for something. */
export const AskDialog = lazyPart(() => import('./AskDialog.tsx'));
