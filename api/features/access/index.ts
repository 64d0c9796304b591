// Who may see or use what. Depends on no other feature, so that each may use it.
import { defineFeature } from '../../feature.ts';
import { exportAccessOf } from './export-store.ts';
import { withholdingFigures } from './figures-store.ts';
import { revokePurchases } from './store.ts';

export { combineAccess, NO_ACCESS } from './access.ts';
export type { Access, FullAccess, LockReason, NoAccess, PreviewAccess } from './access.ts';
export { createMediaAccess } from './media-access.ts';
export type { MediaAccess, MediaAccessSource, ProtectedMedia } from './media-access.ts';
export {
  isAccountUnderLegalHold,
  isMediaUnderLegalHold,
  isEvidenceNeeded,
  isPostUnderLegalHold,
} from './legal-hold-store.ts';
export {
  hasHeldCopy,
  keepHeldCopies,
  keepHeldCopy,
  takeReleasedCopies,
} from './held-copies-store.ts';
export {
  boughtBefore,
  boughtBy,
  boughtFrom,
  boughtPostOf,
  buyersOf,
  countSubscribers,
  customersOf,
  endSubscription,
  extendSubscription,
  hasSubscribed,
  hasSubscribedTo,
  insertPurchase,
  insertPurchases,
  isSold,
  postsPaidBy,
  purchaseOf,
  purchasesSince,
  salesOfPost,
  setTransfer,
  subscribedBy,
  subscribedSince,
  subscribersOf,
  subscribersTo,
  subscribesTo,
  unlocksOf,
} from './store.ts';
export {
  causeOfMedia,
  causeOfPost,
  endWithholdings,
  hasNothingToSell,
  insertWithholdings,
  isPostWithheld,
  isWithheld,
  isWithheldFrom,
  mediasTouched,
  postsTouched,
  targetsOf,
} from './withholdings-store.ts';
export type { WithheldTarget, WithholdingCause, WithholdingTerms } from './withholdings-store.ts';

/** Purchases and subscriptions, which give access. */
export const access = defineFeature({
  name: 'access',
  revokers: {
    purchase: async ({ outbox }, tx, transferIds) => {
      const viewers = await revokePurchases(tx, transferIds);
      if (viewers.length > 0) await outbox.changeAccess(tx, { viewers });
    },
  },
  figures: withholdingFigures,
  exporters: [exportAccessOf],
});
