// Parts for other features and the app that load when they are needed.
import { loadOptionalPart, loadPart } from '../../client/load-part.ts';

/** Loads how a tip is paid. */
export const loadTipSale = () =>
  loadPart(() => import('./wallet/tip-sale.ts')).then(({ sale }) => sale);

/** The burst of a tip; a page without it is still of use. */
export const loadBurst = () =>
  loadOptionalPart(() => import('./wallet/burst.ts')).then((part) => part?.burst ?? null);
