// Parts for other features and the app that load when they are needed.
import { lazyPart, loadPart } from '../../client/load-part.ts';

/** The code of a payment for writing a message. */
export const loadMessageSale = () =>
  loadPart(() => import('./sale.ts')).then(({ messageSale }) => messageSale);
/** The code of a payment for the media of a message. */
export const loadPaidMessageSale = () =>
  loadPart(() => import('./sale.ts')).then(({ paidMessageSale }) => paidMessageSale);

/** A producer's saved replies. */
export const RepliesDialog = lazyPart(() => import('./replies/RepliesDialog.tsx'));

/** What a producer knows of a fan. */
export const FanDialog = lazyPart(() => import('./fan/FanDialog.tsx'));
