// The account's address: confirmed by a letter to it, and changed only by a letter to the new one.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { confirmAddress, isEmailTaken, isReleased, loadAccount, replaceAddress } from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { issueLink, spendLink } from '../links/links.ts';
import { proveByPassword } from '../password/change-password.ts';
import { requireRecentStrongAuth } from '../second-factor/prove.ts';

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean => (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

/** Mails the link that confirms the account's address; nothing when it is confirmed, or there is none any more. */
export const mailConfirmation = async (platform: Platform, tx: Transaction, userId: UserId): Promise<void> => {
  const account = await loadAccount(tx, userId);
  if (!account || account.emailConfirmed || isReleased(account.email)) return;
  const { email, locale, name } = account;
  const link = await issueLink(platform, tx, { userId, purpose: 'confirmEmail', email });
  await platform.mail.send(tx, { to: email, template: 'confirmEmail', locale, params: { name, link } });
};

/** An account without a password has been proved by its recent log-in; every other by its password too. */
const provingOwner = async (auth: Auth, userId: UserId, password: string | undefined): Promise<Account> => {
  const account = await loadAccount(auth.platform.db, userId);
  return account?.passwordHash === null ? account : proveByPassword(auth, userId, password ?? '');
};

/**
 * Mails a link to the address that is to replace the account's, which stays as it is until the link was used. Throws
 * stepUp.required, validate.wrongPassword, and validate.taken as registration does.
 */
export const askToChangeEmail = async (auth: Auth, viewer: Viewer, { email, password }: { email: string; password?: string | undefined }): Promise<void> => {
  const { platform } = auth;
  await requireRecentStrongAuth(platform, viewer);
  const { userId, locale, name } = await provingOwner(auth, viewer.userId, password);
  if (await isEmailTaken(platform.db, email)) throw fieldError('email', 'validate.taken');
  await transaction(platform.db, async (tx) => {
    const link = await issueLink(platform, tx, { userId, purpose: 'changeEmail', email });
    await platform.mail.send(tx, { to: email, template: 'changeEmail', locale, params: { name, link } });
  });
};

/** Uses a link of either kind and answers the address it was for. Throws token.invalid, or validate.taken when somebody else has the address by now. */
export const confirmEmail = async (platform: Platform, token: string): Promise<string> => {
  try {
    return await transaction(platform.db, async (tx) => {
      const { userId, purpose, email } = await spendLink(platform, tx, token, 'confirmEmail', 'changeEmail');
      const account = await loadAccount(tx, userId);
      if (!account || (purpose === 'confirmEmail' && account.email !== email)) throw new AppError('token.invalid');
      const now = platform.clock.now();
      if (purpose === 'confirmEmail') await confirmAddress(tx, userId, email, now);
      else {
        await replaceAddress(tx, userId, email, now);
        // Whoever loses an account this way learns of it while the old address still reads its letters.
        await platform.mail.send(tx, { to: account.email, template: 'emailChanged', locale: account.locale, params: { name: account.name, email } });
      }
      return email;
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('validate.taken') : error;
  }
};
