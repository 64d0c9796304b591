// Who may create help tickets, and who may answer them.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../platform/http/viewer.ts';

/** A member, for themself. */
export const canAskForHelp = ({ profileId }: Viewer): Allowed<{ profileId: ProfileId }> =>
  allow({ profileId });

/** The route guard has checked the role. */
export const canAnswerTickets = (viewer: AdminViewer): Allowed<{ adminId: ProfileId }> =>
  allow({ adminId: viewer.profileId });
