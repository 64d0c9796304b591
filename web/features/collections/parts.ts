// Parts for other features and the app that load when they are needed.
import { lazyPart, loadPart } from '../../client/load-part.ts';

/** Loads how a collection is bought. */
export const loadCollectionSale = () =>
  loadPart(() => import('./sale.ts')).then(({ sale }) => sale);

/** The collections of a producer, on their profile. */
export const ProfileCollections = lazyPart(() => import('./ProfileCollections.tsx'));

/** The collections that a locked post is in. */
export const PostCollections = lazyPart(() => import('./PostCollections.tsx'));
