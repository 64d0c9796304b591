// Parts for the app that load when they are needed: visitors and fans never load them.
import { lazyPart } from '../../client/load-part.ts';

export const FirstSteps = lazyPart(() => import('./first-steps/FirstSteps.tsx'));
