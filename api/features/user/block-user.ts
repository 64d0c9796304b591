// Blocks of accounts. A block ends every session and hides the profile by the suspension of
// producers, so nothing is bought, sold or renewed; it touches no balance. Lifted by an
// administrator, or by a job on its last day.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { contestLink } from '../decisions/index.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { hasSecondPerson, refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';
import { text } from '../../platform/text/text.ts';
import { dayText } from '../../platform/text/day.ts';
import { endSessionsOf, publishSessionsEnded, requireOwnerLeft } from '../auth/index.ts';
import { type BlockableUser, deleteBlock, insertBlock, lockUser, userOf } from './block-store.ts';
import { canReviewUsers, type UserReviewer } from './policy.ts';

export type Block = { reason: string; until?: string | undefined };

const requireUser = async (tx: Transaction, userId: UserId): Promise<BlockableUser> => {
  const found = await lockUser(tx, userId);
  if (!found) throw new AppError('user.notFound');
  return found;
};

/** Throws decision.own, and auth.rightMissing where the account is an administrator's. */
const requireAuthority = (
  { adminId, decidesTeam }: Pick<UserReviewer, 'adminId' | 'decidesTeam'>,
  { profile_id: profileId, staff_role: role }: BlockableUser,
): void => {
  refuseOwnDecision(adminId, profileId);
  if (role !== null && !decidesTeam) throw new AppError('auth.rightMissing');
};

/** `entry`: of the audit log, which the link to contest the block names. */
const notifyBlocked = async (
  ctx: Ctx,
  tx: Transaction,
  entry: number,
  { profile_id: profileId }: BlockableUser,
  { reason, endsAt }: { reason: string; endsAt: Date | null },
): Promise<void> => {
  const person = await ctx.accounts.contactOfBlocked(tx, profileId);
  if (!person) return;
  const { email: to, locale, name } = person;
  const contact = ctx.config.CONTACT_ADDRESS ?? `${ctx.config.publicUrl}/help`;
  const link = await contestLink(ctx, { kind: 'block', id: String(entry) });
  const params = { name, reason, contact, link };
  await (endsAt
    ? ctx.mail.send(tx, {
        to,
        locale,
        template: 'userBlockedUntil',
        params: { ...params, until: dayText(endsAt, locale) },
      })
    : ctx.mail.send(tx, { to, locale, template: 'userBlocked', params }));
};

/**
 * False while a second administrator has to agree, as for a block of an administrator where the
 * installation asks for two; then nothing has changed. Throws user.notFound, user.alreadyBlocked,
 * decision.own, auth.rightMissing, team.lastOwner, and validate.invalid for an end in the past.
 */
export const blockUser = async (
  ctx: Ctx,
  reviewer: Allowed<UserReviewer>,
  userId: UserId,
  { reason, until }: Block,
): Promise<boolean> => {
  const now = ctx.clock.now();
  const endsAt = until === undefined ? null : new Date(until);
  if (endsAt && endsAt <= now) throw fieldError('until', 'validate.invalid');
  const ended = await transaction(ctx.db, async (tx) => {
    const found = await requireUser(tx, userId);
    const { profile_id: profileId, staff_role: role, blocked_at: blockedAt } = found;
    const { adminId } = reviewer;
    requireAuthority(reviewer, found);
    if (blockedAt) throw new AppError('user.alreadyBlocked');
    const act = { adminId, profileId, subjectId: userId, reason, now };
    if (
      role !== null &&
      !(await hasSecondPerson(tx, ctx.config, {
        ...act,
        action: 'user.agreed',
        right: 'team.decide',
      }))
    )
      return null;
    await insertBlock(tx, userId, { reason, endsAt, now });
    if (role === 'owner') await requireOwnerLeft(tx);
    await ctx.outbox.changeAccess(tx, { owners: [profileId], viewers: [profileId] });
    const entry = await recordAct(tx, { ...act, action: 'user.blocked' });
    await notifyBlocked(ctx, tx, entry, found, { reason, endsAt });
    if (endsAt) await ctx.jobs.enqueue(tx, 'user.endBlock', { userId }, { startAfter: endsAt });
    return endSessionsOf(ctx, tx, userId, 'blocked');
  });
  if (ended) await publishSessionsEnded(ctx, ended);
  return ended !== null;
};

/**
 * Blocks the account of a profile without an end. True: it is blocked, also when it was before;
 * false while a second administrator has to agree. Throws as blockUser does; a removed account is
 * user.notFound.
 */
export const blockProfile = async (
  ctx: Ctx,
  viewer: AdminViewer,
  profileId: ProfileId,
  reason: string,
): Promise<boolean> => {
  const userId = await userOf(ctx.db, profileId);
  if (!userId) throw new AppError('user.notFound');
  try {
    return await blockUser(ctx, canReviewUsers(viewer), userId, { reason });
  } catch (error) {
    if (error instanceof AppError && error.code === 'user.alreadyBlocked') return true;
    throw error;
  }
};

type End = { adminId: UserReviewer['adminId'] | null; reason: string };

/**
 * In the caller's transaction: the block ends because the person contested it; false when it has
 * ended. Throws decision.own and auth.rightMissing.
 */
export const overturnBlock = async (
  ctx: Ctx,
  tx: Transaction,
  reviewer: Pick<UserReviewer, 'adminId' | 'decidesTeam'>,
  { userId, reason }: { userId: UserId; reason: string },
): Promise<boolean> => {
  const found = await lockUser(tx, userId);
  if (!found?.blocked_at) return false;
  requireAuthority(reviewer, found);
  await endBlock(ctx, tx, userId, found, { adminId: reviewer.adminId, reason });
  return true;
};

const endBlock = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  { profile_id: profileId }: BlockableUser,
  { adminId, reason }: End,
): Promise<void> => {
  await deleteBlock(tx, userId);
  await ctx.outbox.changeAccess(tx, { owners: [profileId] });
  await recordAct(tx, {
    adminId,
    action: 'user.unblocked',
    profileId,
    subjectId: userId,
    reason,
    now: ctx.clock.now(),
  });
  const person = await ctx.accounts.contactOf(tx, profileId);
  if (!person) return;
  const { email: to, locale, name } = person;
  await ctx.mail.send(tx, {
    to,
    locale,
    template: 'userUnblocked',
    params: {
      name,
      reason: reason || text(locale, 'user.blockEnded'),
      link: `${ctx.config.publicUrl}/account/login`,
    },
  });
};

/** Throws user.notFound, user.notBlocked, decision.own and auth.rightMissing. */
export const unblockUser = async (
  ctx: Ctx,
  reviewer: Allowed<UserReviewer>,
  userId: UserId,
  reason: string,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const found = await requireUser(tx, userId);
    requireAuthority(reviewer, found);
    if (!found.blocked_at) throw new AppError('user.notBlocked');
    await endBlock(ctx, tx, userId, found, { adminId: reviewer.adminId, reason });
  });

/**
 * Does nothing when the block was lifted, or replaced by a longer one, whose own job ends it; may
 * run twice.
 */
export const endDueBlock = async (ctx: Ctx, userId: UserId): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const found = await lockUser(tx, userId);
    if (!found?.blocked_at || !found.block_ends_at) return;
    if (found.block_ends_at > ctx.clock.now()) return;
    await endBlock(ctx, tx, userId, found, { adminId: null, reason: '' });
  });
