// Who decides on removal requests, and who reads them.
import type { ProfileId } from '@camarim/contract/ids';
import { hasRight } from '@camarim/contract/staff';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type RemovalReviewer = { adminId: ProfileId };
/** Who asked is shown to those who decide only. */
export type RemovalReader = RemovalReviewer & { decidesContent: boolean };

/** The route guard has checked role and right. */
export const canDecideRemovals = (viewer: AdminViewer): Allowed<RemovalReviewer> =>
  allow({ adminId: viewer.profileId });

/** The route guard has checked the right to read. */
export const canReadRemovals = ({ profileId, staffRole }: AdminViewer): Allowed<RemovalReader> =>
  allow({ adminId: profileId, decidesContent: hasRight(staffRole, 'content.decide') });
