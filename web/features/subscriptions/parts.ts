// Parts for other features and the app that load when they are needed.
import { loadPart } from '../../client/load-part.ts';

/** Loads how a subscription is paid. */
export const loadSubscriptionSale = () =>
  loadPart(() => import('./sale.ts')).then(({ sale }) => sale);
