// Invitations to the team: sent by email, accepted once, by the account that has the address. The
// token is in the email only; the database has its hash.
import { randomBytes } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import { INVITATION_DAYS, TEAM_MAX } from '@camarim/contract/features/team/people';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { recordAct } from '../../platform/audit/audit.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { text } from '../../platform/text/text.ts';
import type { Ctx } from '../../context.ts';
import { changeStaffRoleIn } from '../auth/index.ts';
import { summarise } from '../profiles/index.ts';
import type { Invitee, Inviter } from './policy.ts';
import {
  countTeam,
  deleteInvitation,
  type InvitationRow,
  isStaffAddress,
  lockAccount,
  takeInvitation,
  upsertInvitation,
} from './store.ts';
import { hashToken } from '../../platform/tokens/hash-token.ts';

type Invitation = DataInput<Routes['POST /dsb/team/invitations']>;

const PAGE = '/account/team';

export const presentInvitation = (row: InvitationRow, invitedBy: string): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});

const sendInvitation = async (
  ctx: Ctx,
  tx: Transaction,
  { email, role, invited_by: inviterId }: InvitationRow,
  token: string,
): Promise<void> => {
  const inviter = await ctx.accounts.contactOf(tx, inviterId);
  const locale = inviter?.locale ?? 'pt';
  await ctx.mail.send(tx, {
    to: email,
    locale,
    template: 'teamInvitation',
    params: {
      inviter: inviter?.name ?? '',
      role: text(locale, `team.role.${role}`),
      link: `${ctx.config.publicUrl}${PAGE}#${token}`,
    },
  });
};

/** Throws team.alreadyMember and team.full. */
export const inviteToTeam = async (
  ctx: Ctx,
  { adminId }: Allowed<Inviter>,
  { email, role }: BodyOf<Routes['POST /dsb/team/invitations']>,
): Promise<Invitation> => {
  const now = ctx.clock.now();
  const token = randomBytes(32).toString('base64url');
  const row: InvitationRow = {
    id: newId(),
    email: email.toLowerCase(),
    role,
    invited_by: adminId,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
  };
  await transaction(ctx.db, async (tx) => {
    if (await isStaffAddress(tx, row.email)) throw new AppError('team.alreadyMember');
    if ((await countTeam(tx)) >= TEAM_MAX) throw new AppError('team.full');
    await upsertInvitation(tx, { ...row, tokenHash: hashToken(token) });
    await recordAct(tx, {
      adminId,
      action: 'admin.invited',
      profileId: null,
      subjectId: row.id,
      reason: role,
      now,
    });
    await sendInvitation(ctx, tx, row, token);
  });
  const inviter = (await summarise(ctx, [adminId])).get(adminId);
  return presentInvitation(row, inviter?.domainName ?? '');
};

/** Throws team.invitationNotFound. */
export const withdrawInvitation = (
  ctx: Ctx,
  { adminId }: Allowed<Inviter>,
  id: string,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const row = await deleteInvitation(tx, id);
    if (!row) throw new AppError('team.invitationNotFound');
    await recordAct(tx, {
      adminId,
      action: 'admin.invitationWithdrawn',
      profileId: null,
      subjectId: id,
      reason: row.role,
      now: ctx.clock.now(),
    });
  });

/**
 * Throws token.invalid, team.otherAddress, and team.alreadyMember where the account has a role,
 * which an invitation does not change.
 */
export const acceptInvitation = (
  ctx: Ctx,
  { profileId, userId }: Allowed<Invitee>,
  token: string,
): Promise<DataInput<Routes['POST /team/join']>> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const account = await lockAccount(tx, userId);
    const row = await takeInvitation(tx, hashToken(token), now);
    if (!row || !account) throw new AppError('token.invalid');
    // The token was in this mailbox, so the address needs no other confirmation.
    if (row.email.toLowerCase() !== account.email.toLowerCase())
      throw new AppError('team.otherAddress');
    if (account.staff_role !== null) throw new AppError('team.alreadyMember');
    await changeStaffRoleIn(
      tx,
      { id: userId, profileId },
      { adminId: profileId, action: 'admin.joined', role: row.role, reason: '', now },
    );
    return {
      role: row.role,
      secondFactorNeeded: ctx.config.adminSecondFactor,
    };
  });
