// Who decides on reports, and who reads them.
import type { ProfileId } from '@camarim/contract/ids';
import { hasRight } from '@camarim/contract/staff';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type ReportReviewer = { adminId: ProfileId };
/** What a message says is shown to those who decide only. */
export type ReportReader = ReportReviewer & { decidesContent: boolean };

/** The route guard has checked the role. */
export const canDecide = (viewer: AdminViewer): Allowed<ReportReviewer> =>
  allow({ adminId: viewer.profileId });

/** The route guard has checked the right to read. */
export const canReadReports = ({ profileId, staffRole }: AdminViewer): Allowed<ReportReader> =>
  allow({ adminId: profileId, decidesContent: hasRight(staffRole, 'content.decide') });
