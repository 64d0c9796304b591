// The account's address: confirmed by an email to it, and changed only by an email to the new one.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  confirmAddress,
  findConfirmed,
  isReleased,
  loadAccount,
  replaceAddress,
} from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { issueLink, spendLink } from '../links/links.ts';
import { proveByPassword } from '../password/change-password.ts';
import { requireRecentStrongAuth } from '../second-factor/prove.ts';

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

/**
 * Has the link mailed that confirms the account's address. A job finds out whether another account
 * has confirmed the address, so that neither the answer of the request nor its time tells.
 */
export const requestConfirmation = async (
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Transaction,
  userId: UserId,
): Promise<void> => {
  await jobs.enqueue(tx, 'auth.confirm', { userId });
};

/** Mail to one address about registrations and changes that others may ask for. */
const NOTICES = { limit: 3, windowSeconds: 3_600 };

/** Writes to the account that confirmed the address, and answers whether there is one. */
const tellOwner = async (platform: Platform, tx: Transaction, email: string): Promise<boolean> => {
  const owner = await findConfirmed(tx, email);
  if (!owner) return false;
  const { allowed } = await platform.strictLimits
    .in(tx)
    .take(`email|emailInUse|${owner.userId}`, NOTICES);
  const { domainName, locale, name } = owner;
  if (allowed)
    await platform.mail.send(tx, {
      to: email,
      template: 'emailInUse',
      locale,
      params: { name, domainName, link: `${platform.config.publicUrl}/account/forgot` },
    });
  return true;
};

/**
 * Run by the job: mails the link; nothing when the address is confirmed, or the account has none
 * any more.
 */
export const mailConfirmation = (platform: Platform, userId: UserId): Promise<void> =>
  transaction(platform.db, async (tx) => {
    const account = await loadAccount(tx, userId);
    if (!account || account.emailConfirmed || isReleased(account.email)) return;
    const { email, locale, name } = account;
    if (await tellOwner(platform, tx, email)) return;
    const link = await issueLink(platform, tx, { userId, purpose: 'confirmEmail', email });
    await platform.mail.send(tx, {
      to: email,
      template: 'confirmEmail',
      locale,
      params: { name, link },
    });
  });

/**
 * An account without a password has been proved by its recent log-in; every other by its password
 * too.
 */
const provingOwner = async (
  auth: Auth,
  userId: UserId,
  password: string | undefined,
): Promise<Account> => {
  const account = await loadAccount(auth.platform.db, userId);
  return account?.passwordHash === null ? account : proveByPassword(auth, userId, password ?? '');
};

const SEALED_PLACE = 'jobs/auth.changeEmail';

/**
 * Has a link mailed to the address that is to replace the account's, which stays as it is until the
 * link was used. An address that another account confirmed is answered alike. Throws
 * stepUp.required and validate.wrongPassword.
 */
export const askToChangeEmail = async (
  auth: Auth,
  viewer: Viewer,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> => {
  const { platform } = auth;
  await requireRecentStrongAuth(platform, viewer);
  const { userId } = await provingOwner(auth, viewer.userId, password);
  const sealed = platform.seal.seal(SEALED_PLACE, { email }).toString('base64');
  await transaction(platform.db, (tx) =>
    platform.jobs.enqueue(tx, 'auth.changeEmail', { userId, sealed }),
  );
};

/** Run by the job: mails the link, or writes to the account that confirmed the address. */
export const mailChange = async (
  platform: Platform,
  userId: UserId,
  sealed: string,
): Promise<void> => {
  const { email } = platform.seal.open<{ email: string }>(
    SEALED_PLACE,
    Buffer.from(sealed, 'base64'),
  );
  await transaction(platform.db, async (tx) => {
    const account = await loadAccount(tx, userId);
    const own = account?.emailConfirmed && account.email === email;
    if (!account || own || (await tellOwner(platform, tx, email))) return;
    const { locale, name } = account;
    const link = await issueLink(platform, tx, { userId, purpose: 'changeEmail', email });
    await platform.mail.send(tx, {
      to: email,
      template: 'changeEmail',
      locale,
      params: { name, link },
    });
  });
};

/**
 * Uses a link of either kind and answers the address it was for. Throws token.invalid, or
 * validate.taken when another account has confirmed the address by now.
 */
export const confirmEmail = async (platform: Platform, token: string): Promise<string> => {
  try {
    return await transaction(platform.db, async (tx) => {
      const { userId, purpose, email } = await spendLink(
        platform,
        tx,
        token,
        'confirmEmail',
        'changeEmail',
      );
      const account = await loadAccount(tx, userId);
      if (!account || (purpose === 'confirmEmail' && account.email !== email))
        throw new AppError('token.invalid');
      const now = platform.clock.now();
      if (purpose === 'confirmEmail') await confirmAddress(tx, userId, email, now);
      else {
        await replaceAddress(tx, userId, email, now);
        // Whoever loses an account this way learns of it while the old address still reads its
        // emails.
        await platform.mail.send(tx, {
          to: account.email,
          template: 'emailChanged',
          locale: account.locale,
          params: { name: account.name, email },
        });
      }
      return email;
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('validate.taken') : error;
  }
};
