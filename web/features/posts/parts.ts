// Parts for other features and the app that load when they are needed.
import type SearchBoxModule from './search/SearchBox.tsx';
import { lazyPart, loadOptionalPart, loadPart } from '../../client/load-part.ts';

export const Feed = lazyPart(() => import('./feed/Feed.tsx'));
export const SearchBox = lazyPart(() => import('./search/SearchBox.tsx'));

/** The search with suggestions, for who begins to use a plain field. */
export type SearchBoxPart = typeof SearchBoxModule;

/** Null when its code is gone: the plain field stays. */
export const loadSearchBox = async (): Promise<SearchBoxPart | null> =>
  (await loadOptionalPart(() => import('./search/SearchBox.tsx')))?.default ?? null;

/** Loads how a post is bought. */
export const loadPostSale = () => loadPart(() => import('./sale.ts')).then(({ sale }) => sale);
