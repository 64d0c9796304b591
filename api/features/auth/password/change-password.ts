// Changing the password by knowing it, and proving by it who one is.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { loadAccount, updatePassword } from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { announceEnds, endSessionsOf } from '../session/sessions.ts';
import { refuseWeak } from './reset-password.ts';

/** Somebody at an unlocked screen guesses no faster than at the log-in. */
const GUESSES = { limit: 10, windowSeconds: 900 };

/**
 * The account, whose owner knows its password. Throws validate.wrongPassword with the field,
 * request.tooMany.
 */
export const proveByPassword = async (
  { platform, passwords }: Auth,
  userId: UserId,
  password: string,
): Promise<Account> => {
  const { allowed, resetsInSeconds } = await platform.strictLimits.take(
    `password|${userId}`,
    GUESSES,
  );
  if (!allowed) throw new AppError('request.tooMany', { retryAfterSeconds: resetsInSeconds });
  const account = await loadAccount(platform.db, userId);
  if (!account) throw new AppError('auth.required');
  if (!(await passwords.verify(account.passwordHash, password)))
    throw fieldError('password', 'validate.wrongPassword');
  return account;
};

/**
 * Sets the new password and ends every session but the viewer's. Throws as `proveByPassword`, and
 * validate.weakPassword.
 */
export const changePassword = async (
  auth: Auth,
  viewer: Viewer,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> => {
  const { platform, passwords } = auth;
  const account = await proveByPassword(auth, viewer.userId, password);
  await refuseWeak('newPassword', newPassword, account);
  const passwordHash = await passwords.hash(newPassword);
  const ended = await transaction(platform.db, async (tx) => {
    await updatePassword(tx, viewer.userId, passwordHash);
    const { email: to, locale, name } = account;
    await platform.mail.send(tx, {
      to,
      template: 'passwordChanged',
      locale,
      params: { name, link: `${platform.config.publicUrl}/account/forgot` },
    });
    return endSessionsOf(platform, tx, viewer.userId, 'passwordChanged', viewer.sessionId);
  });
  await announceEnds(platform, ended);
};
