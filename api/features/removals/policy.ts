// Who decides on removal requests.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type RemovalReviewer = { adminId: ProfileId };

/** The route guard has checked role and right. */
export const canDecideRemovals = (viewer: AdminViewer): Allowed<RemovalReviewer> =>
  allow({ adminId: viewer.profileId });
