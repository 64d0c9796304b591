// Who may request age verification, and who decides.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../../platform/http/allowed.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../../platform/http/viewer.ts';

/** A member, for themself. */
export type Applicant = { profileId: ProfileId };
export const canRequestVerification = ({ profileId }: Viewer): Allowed<Applicant> =>
  allow({ profileId });

export type Reviewer = { adminId: ProfileId };

/** The route guard has checked the role. */
export const canReview = (viewer: AdminViewer): Allowed<Reviewer> =>
  allow({ adminId: viewer.profileId });
