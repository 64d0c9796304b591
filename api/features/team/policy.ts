// Who may see the team, and who changes it: never their own place in it.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { AdminViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { findStaff, type StaffRow } from './store.ts';

export type TeamReader = { adminId: ProfileId };
export type Inviter = { adminId: ProfileId };
export type TeamChange = { adminId: ProfileId; person: StaffRow };
export type Invitee = { profileId: ProfileId; userId: UserId };

/** The route guard has checked the right, as for the other ones here. */
export const canReadTeam = ({ profileId }: AdminViewer): Allowed<TeamReader> =>
  allow({ adminId: profileId });

export const canInvite = ({ profileId }: AdminViewer): Allowed<Inviter> =>
  allow({ adminId: profileId });

/** Throws team.notFound and decision.own. */
export const canChangeStaff = async (
  { db }: Ctx,
  { profileId }: AdminViewer,
  userId: UserId,
): Promise<Allowed<TeamChange>> => {
  const person = await findStaff(db, userId);
  if (!person) throw new AppError('team.notFound');
  refuseOwnDecision(profileId, person.profile_id);
  return allow({ adminId: profileId, person });
};

/** Every member; the token decides. */
export const canJoin = ({ profileId, userId }: Viewer): Allowed<Invitee> =>
  allow({ profileId, userId });
