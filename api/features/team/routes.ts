// Routes of /dsb/team, and of accepting an invitation.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { acceptInvitation, inviteToTeam, withdrawInvitation } from './invitations.ts';
import { canChangeStaff, canInvite, canJoin, canReadTeam } from './policy.ts';
import { changeRole, viewTeam } from './team.ts';

export const teamHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/team': async ({ viewer }) => ({ data: await viewTeam(ctx, canReadTeam(viewer)) }),
    'POST /dsb/team/invitations': async ({ viewer, body }) => ({
      data: await inviteToTeam(ctx, canInvite(viewer), body),
    }),
    'DELETE /dsb/team/invitations/{id}': async ({ viewer, params }) => {
      await withdrawInvitation(ctx, canInvite(viewer), params.id);
      return { data: null };
    },
    'POST /team/join': async ({ viewer, body }) => ({
      data: await acceptInvitation(ctx, canJoin(viewer), body.token),
    }),
    'PUT /dsb/team/{userId}': async ({ viewer, params: { userId }, body }) => {
      await changeRole(ctx, await canChangeStaff(ctx, viewer, userId), body.role, body.reason);
      return { data: { id: userId, role: body.role } };
    },
    'DELETE /dsb/team/{userId}': async ({ viewer, params: { userId }, body }) => {
      await changeRole(ctx, await canChangeStaff(ctx, viewer, userId), null, body.reason);
      return { data: null };
    },
  });
