// Changes the password, and verifies it before other sensitive acts.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { loadAccount, updatePassword } from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { publishSessionsEnded, endSessionsOf } from '../session/sessions.ts';
import { requireStrongPassword } from './reset-password.ts';

/** A person at an unlocked screen guesses no faster than at the log-in. */
const GUESS_LIMIT = { limit: 10, windowSeconds: 900 };

/**
 * Returns the account when the password is right. Throws validate.wrongPassword with the field,
 * request.tooMany.
 */
export const verifyPassword = async (
  { ctx, passwords }: Auth,
  userId: UserId,
  password: string,
): Promise<Account> => {
  const { allowed, resetsInSeconds } = await ctx.strictLimits.take(
    `password|${userId}`,
    GUESS_LIMIT,
  );
  if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  const account = await loadAccount(ctx.db, userId);
  if (!account) throw new AppError('auth.required');
  if (!(await passwords.verify(account.passwordHash, password)))
    throw fieldError('password', 'validate.wrongPassword');
  return account;
};

/**
 * Sets the new password and ends every session but the viewer's. Throws as `verifyPassword`, and
 * validate.weakPassword.
 */
export const changePassword = async (
  auth: Auth,
  viewer: Viewer,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> => {
  const { ctx, passwords } = auth;
  const account = await verifyPassword(auth, viewer.userId, password);
  await requireStrongPassword('newPassword', newPassword, account);
  const passwordHash = await passwords.hash(newPassword);
  const ended = await transaction(ctx.db, async (tx) => {
    await updatePassword(tx, viewer.userId, passwordHash);
    const { email: to, locale, name } = account;
    await ctx.mail.send(tx, {
      to,
      template: 'passwordChanged',
      locale,
      params: { name, link: `${ctx.config.publicUrl}/account/forgot` },
    });
    return endSessionsOf(ctx, tx, viewer.userId, 'passwordChanged', viewer.sessionId);
  });
  await publishSessionsEnded(ctx, ended);
};
