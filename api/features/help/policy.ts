// Who may create help tickets, and who may answer them.
import { hasRight } from '@camarim/contract/staff';
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../platform/http/viewer.ts';

/** A member, for themself. */
export const canAskForHelp = ({ profileId }: Viewer): Allowed<{ profileId: ProfileId }> =>
  allow({ profileId });

/** Appeals are answered by people who decide about content. */
export type TicketReader = { adminId: ProfileId; decidesContent: boolean };

/** The route guard has checked the right that all tickets need. */
export const canAnswerTickets = ({ profileId, staffRole }: AdminViewer): Allowed<TicketReader> =>
  allow({ adminId: profileId, decidesContent: hasRight(staffRole, 'content.decide') });
