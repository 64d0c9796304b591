// Parts for other features and the app that load when they are needed.
import { lazyOptionalPart } from '../../client/load-part.ts';

export const PolicyChanges = lazyOptionalPart(() => import('./policies/PolicyChanges.tsx'));
