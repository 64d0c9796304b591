// Who may ask for help, and who answers.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../platform/http/viewer.ts';

/** A member, for themself. */
export const mayAsk = ({ profileId }: Viewer): Allowed<{ profileId: ProfileId }> =>
  allow({ profileId });

/** The door asked already. */
export const mayAnswer = (viewer: AdminViewer): Allowed<{ adminId: ProfileId }> =>
  allow({ adminId: viewer.profileId });
