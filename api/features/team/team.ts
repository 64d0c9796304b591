// The people of the team: shown, given another role, and taken out.
import type { Routes } from '@camarim/contract';
import { TEAM_MAX } from '@camarim/contract/features/team/people';
import type { DataInput } from '@camarim/contract/route';
import { STAFF_ROLES, type StaffRole } from '@camarim/contract/staff';
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { changeStaffRoleIn } from '../auth/index.ts';
import { summarise } from '../profiles/index.ts';
import { presentInvitation } from './invitations.ts';
import type { TeamChange, TeamReader } from './policy.ts';
import { listInvitations, listStaff } from './store.ts';

export const viewTeam = async (
  ctx: Ctx,
  { adminId }: Allowed<TeamReader>,
): Promise<DataInput<Routes['GET /dsb/team']>> => {
  const [people, invitations] = await Promise.all([
    listStaff(ctx.db, STAFF_ROLES, TEAM_MAX),
    listInvitations(ctx.db, TEAM_MAX),
  ]);
  const profiles = await summarise(ctx, [
    ...new Set([
      ...people.map((row) => row.profile_id),
      ...invitations.map((row) => row.invited_by),
    ]),
  ]);
  return {
    people: people.flatMap((row) => {
      const profile = profiles.get(row.profile_id);
      return profile
        ? [
            {
              id: row.id,
              profile,
              role: row.role,
              secondFactor: row.second_factor,
              blocked: row.blocked,
              lastSeenAt: row.last_seen_at?.toISOString() ?? null,
              own: row.profile_id === adminId,
            },
          ]
        : [];
    }),
    invitations: invitations.map((row) =>
      presentInvitation(row, profiles.get(row.invited_by)?.domainName ?? ''),
    ),
  };
};

/** `role` null takes the person out of the team. Throws team.lastOwner. */
export const changeRole = async (
  ctx: Ctx,
  { adminId, person }: Allowed<TeamChange>,
  role: StaffRole | null,
  reason: string,
): Promise<void> => {
  await transaction(ctx.db, (tx) =>
    changeStaffRoleIn(
      tx,
      { id: person.id, profileId: person.profile_id },
      {
        adminId,
        action: role === null ? 'admin.removed' : 'admin.roleChanged',
        role,
        reason,
        now: ctx.clock.now(),
      },
    ),
  );
};
