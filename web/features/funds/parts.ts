// Parts for other features and the app that load when they are needed.
import { loadPart } from '../../client/load-part.ts';

/** Loads how a tip is paid. */
export const loadTipSale = () =>
  loadPart(() => import('./wallet/tip-sale.ts')).then(({ sale }) => sale);
