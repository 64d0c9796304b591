// What other features may use of the review before publication.
import { lazyPart } from '../../client/load-part.ts';

export { ReviewNotice } from './ReviewNotice.tsx';

/** What was refused of a producer, for administrators. */
export const StrikeLog = lazyPart(() => import('./admin/StrikeLog.tsx'));
