// Who may ask for help, and who answers.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** A member, for themself. */
export const mayAsk = ({ profileId }: Viewer): Allowed<{ profileId: ProfileId }> => allow({ profileId });

/** Throws auth.adminsOnly. */
export const mayAnswer = (viewer: Viewer): Allowed<{ adminId: ProfileId }> => {
  if (!viewer.admin) throw new AppError('auth.adminsOnly');
  return allow({ adminId: viewer.profileId });
};
