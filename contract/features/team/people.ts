// /dsb/team: the people who operate the installation, their roles, and invitations to join them.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { STAFF_ROLES } from '../../staff.ts';
import { id, instant, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

/** People of the team, and open invitations: as many of each. */
export const TEAM_MAX = 200;
/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 7;

const role = z.enum(STAFF_ROLES);
const reason = z.string().trim().max(REASON_MAX).default('').meta({ description: 'for the log' });

const invitation = z
  .object({
    id: uuid(),
    email: z.string(),
    role,
    invitedBy: z.string().meta({ description: 'domain name' }),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'TeamInvitation' });

const member = z
  .object({
    id: id('user'),
    profile: profileSummarySchema,
    role,
    secondFactor: z.boolean().meta({ description: 'has one set up' }),
    blocked: z.boolean(),
    lastSeenAt: instant.nullable(),
    own: z.boolean().meta({ description: 'it is me, whose role others decide' }),
  })
  .meta({ id: 'TeamMember' });

const ofMember = z.object({ userId: id('user') });

export const teamRoutes = {
  'GET /dsb/team': route({
    id: 'dsb.team',
    summary: 'The people of the team, owners first, and open invitations; expired ones too',
    auth: 'admin',
    right: 'team.read',
    reply: z.object({
      people: z.array(member).max(TEAM_MAX),
      invitations: z.array(invitation).max(TEAM_MAX),
    }),
    perMinute: 60,
  }),
  'POST /dsb/team/invitations': route({
    stepUp: true,
    id: 'dsb.inviteToTeam',
    summary:
      'Invites an address by email; a second invitation replaces the first, whose link stops working',
    auth: 'admin',
    right: 'team.decide',
    body: z.object({ email: z.email().max(254), role }),
    example: { email: 'ana@example.com', role: 'support' },
    reply: invitation,
    errors: ['team.alreadyMember', 'team.full'],
    perMinute: 20,
  }),
  'DELETE /dsb/team/invitations/{id}': route({
    id: 'dsb.withdrawInvitation',
    summary: 'Withdraws an invitation: its link stops working',
    auth: 'admin',
    right: 'team.decide',
    stepUp: true,
    params: z.object({ id: uuid() }),
    reply: z.null(),
    errors: ['team.invitationNotFound'],
    perMinute: 60,
  }),
  'POST /team/join': route({
    id: 'team.join',
    summary:
      'Accepts an invitation by the token of its link, with the account that has the invited address',
    auth: 'member',
    body: z.object({ token: z.string().min(20).max(100) }),
    example: { token: 'from-the-address-in-the-email' },
    reply: z.object({
      role,
      secondFactorNeeded: z.boolean().meta({
        description: 'nothing of /dsb opens before a log-in with a second factor',
      }),
    }),
    errors: ['token.invalid', 'team.otherAddress'],
    perMinute: 20,
  }),
  'PUT /dsb/team/{userId}': route({
    stepUp: true,
    id: 'dsb.changeTeamRole',
    summary: 'Gives a person of the team another role; it applies within seconds',
    auth: 'admin',
    right: 'team.decide',
    params: ofMember,
    body: z.object({ role, reason }),
    example: { role: 'finance' },
    reply: z.object({ id: id('user'), role }),
    errors: ['team.notFound', 'team.lastOwner', 'decision.own'],
    perMinute: 60,
  }),
  'DELETE /dsb/team/{userId}': route({
    stepUp: true,
    id: 'dsb.removeFromTeam',
    summary: 'Takes a person out of the team; their account stays',
    auth: 'admin',
    right: 'team.decide',
    params: ofMember,
    body: z.object({ reason }),
    example: { reason: 'Saiu da empresa' },
    reply: z.null(),
    errors: ['team.notFound', 'team.lastOwner', 'decision.own'],
    perMinute: 60,
  }),
};
