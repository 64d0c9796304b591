// Parts for other features and the app that load when they are needed.
import { lazyPart } from '../../client/load-part.ts';

/** A choice of producers only, over their own page. */
export const ViewAsBanner = lazyPart(() => import('./ViewAsBanner.tsx'));
/** Producers to begin with, below a feed that is empty. */
export const Suggestions = lazyPart(() => import('./explore/Suggestions.tsx'));
export const Explore = lazyPart(() => import('./explore/Explore.tsx'));
