// Parts for other features and the app that load when they are needed.
import { lazyPart, loadPart } from '../../client/load-part.ts';

export const Feed = lazyPart(() => import('./feed/Feed.tsx'));
export const SearchBox = lazyPart(() => import('./search/SearchBox.tsx'));

/** Loads how a post is bought. */
export const loadPostSale = () => loadPart(() => import('./sale.ts')).then(({ sale }) => sale);
