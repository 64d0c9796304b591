// Parts for the app that load when they are needed.
import { lazyOptionalPart } from '../../client/load-part.ts';

/** A page without what is on air is still of use. */
export const OnAirRail = lazyOptionalPart(() => import('./active/OnAirRail.tsx'));
export const ProfileLive = lazyOptionalPart(() => import('./active/ProfileLive.tsx'));
