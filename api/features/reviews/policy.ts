// Who reviews content and who sets what is reviewed.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type ContentReviewer = { adminId: ProfileId };

/** The route guard has checked the right; decide-review.ts refuses decisions about oneself. */
export const canReview = ({ profileId }: AdminViewer): Allowed<ContentReviewer> =>
  allow({ adminId: profileId });
