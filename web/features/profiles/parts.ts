// Parts for other features and the app that load when they are needed.
import { lazyPart } from '../../client/load-part.ts';

/** A choice of creators only, over their own page. */
export const ViewAsBanner = lazyPart(() => import('./ViewAsBanner.tsx'));
export const Explore = lazyPart(() => import('./explore/Explore.tsx'));
