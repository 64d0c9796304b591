// Who decides on reports.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type ReportReviewer = { adminId: ProfileId };

/** The route guard has checked the role. */
export const canDecide = (viewer: AdminViewer): Allowed<ReportReviewer> =>
  allow({ adminId: viewer.profileId });
