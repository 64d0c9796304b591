// Who may ask to become a producer, and who may decide.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../../platform/http/allowed.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../../platform/http/viewer.ts';

/** A member asking for themself. Where they stand is judged with the profile locked (ask.ts). */
export type Applicant = { profileId: ProfileId };

export const mayApply = ({ profileId }: Viewer): Allowed<Applicant> => allow({ profileId });

/** An administrator, who sees documents and decides. */
export type Reviewer = { adminId: ProfileId };

/** The door asked already. */
export const mayReview = (viewer: AdminViewer): Allowed<Reviewer> =>
  allow({ adminId: viewer.profileId });
