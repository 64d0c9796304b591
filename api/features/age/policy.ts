// Who may have their age verified, and who decides.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** A member, for themself. */
export type Applicant = { profileId: ProfileId };
export const mayApply = ({ profileId }: Viewer): Allowed<Applicant> => allow({ profileId });

export type Reviewer = { adminId: ProfileId };

/** Throws auth.adminsOnly. */
export const mayReview = (viewer: Viewer): Allowed<Reviewer> => {
  if (!viewer.admin) throw new AppError('auth.adminsOnly');
  return allow({ adminId: viewer.profileId });
};
