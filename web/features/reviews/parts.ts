// Parts for other features that load when they are needed.
import { lazyPart } from '../../client/load-part.ts';

/** What was refused of a producer, for administrators. */
export const StrikeLog = lazyPart(() => import('./admin/StrikeLog.tsx'));
