// Who may create help tickets, and who may answer them.
import type { ProfileId } from '@camarim/contract/ids';
import { hasRight, type StaffRight } from '@camarim/contract/staff';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../platform/http/viewer.ts';

/** A member, for themself. */
export const canAskForHelp = ({ profileId }: Viewer): Allowed<{ profileId: ProfileId }> =>
  allow({ profileId });

export type TicketReader = { adminId: ProfileId; has: (right: StaffRight) => boolean };

/** The route guard has checked the right that all tickets need. */
export const canAnswerTickets = ({ profileId, staffRole }: AdminViewer): Allowed<TicketReader> =>
  allow({ adminId: profileId, has: (right) => hasRight(staffRole, right) });
