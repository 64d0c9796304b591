// Who may see or use what. Depends on no other feature, so that each may use it.
export { combineAccess, NO_ACCESS } from './access.ts';
export type { Access, FullAccess, LockReason, NoAccess, PreviewAccess } from './access.ts';
export { exportAccessOf } from './export-store.ts';
export { createMediaAccess } from './media-access.ts';
export type { MediaAccess, MediaAccessSource, ProtectedMedia } from './media-access.ts';
export {
  boughtBy,
  buyersOf,
  countSubscribers,
  endSubscription,
  extendSubscription,
  insertPurchase,
  isSold,
  purchaseOf,
  revokePurchases,
  setTransfer,
  subscribesTo,
} from './store.ts';
