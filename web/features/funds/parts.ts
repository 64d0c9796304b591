// Parts for other features and the app that load when they are needed.
import { lazyOptionalPart, lazyPart, loadOptionalPart, loadPart } from '../../client/load-part.ts';

/** Adds money in one press, or opens the wallet. */
export const QuickTopUp = lazyPart(() => import('./wallet/QuickTopUp.tsx'));
/** Whether it may take one press. */
export const QuickTopUpChoice = lazyOptionalPart(() => import('./wallet/QuickTopUpChoice.tsx'));

/** What of a producer's earnings stays for a time, for administrators. */
export const PayoutRules = lazyPart(() => import('./admin/PayoutRules.tsx'));

/** Loads how a tip is paid. */
export const loadTipSale = () =>
  loadPart(() => import('./wallet/tip-sale.ts')).then(({ sale }) => sale);

/** The burst of a tip; a page without it is still of use. */
export const loadBurst = () =>
  loadOptionalPart(() => import('./wallet/burst.ts')).then((part) => part?.burst ?? null);
