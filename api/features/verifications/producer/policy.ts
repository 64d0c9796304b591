// Who may request to become a producer, and who may decide.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../../platform/http/allowed.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../../platform/http/viewer.ts';

/** A member, for themself. The stage is checked with the profile locked (submit-request.ts). */
export type Applicant = { profileId: ProfileId };

export const canApply = ({ profileId }: Viewer): Allowed<Applicant> => allow({ profileId });

/** An administrator, who sees documents and decides. */
export type Reviewer = { adminId: ProfileId };

/** The route guard has checked the role. */
export const canReview = (viewer: AdminViewer): Allowed<Reviewer> =>
  allow({ adminId: viewer.profileId });
