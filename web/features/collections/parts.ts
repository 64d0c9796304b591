// Parts for other features and the app that load when they are needed.
import { loadPart } from '../../client/load-part.ts';

/** Loads how a collection is bought. */
export const loadCollectionSale = () =>
  loadPart(() => import('./sale.ts')).then(({ sale }) => sale);
