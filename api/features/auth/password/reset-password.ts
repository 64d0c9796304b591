// A forgotten password: an email with a link, and choosing another one by it.
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  confirmAddress,
  findAccount,
  findConfirmed,
  loadAccount,
  updatePassword,
} from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { deleteUnprovenIdentities } from '../identity/identity-store.ts';
import { issueLink, readLink, spendLink } from '../links/links.ts';
import { deleteDevicesOf } from '../session/session-store.ts';
import { announceEnds, endSessionsOf } from '../session/sessions.ts';
import { isWeakPassword } from './password-strength.ts';

/** Emails to one person; whoever asks more often is answered alike and nothing is sent. */
const LETTERS = { limit: 3, windowSeconds: 3_600 };
const SEALED_PLACE = 'jobs/auth.forget';

/**
 * Notes the wish and no more, so the answer tells by neither words nor time whether anybody has the
 * address: that is looked up by a job. The address is sealed, because jobs stay readable.
 */
export const askForReset = async ({ db, jobs, seal }: Platform, email: string): Promise<void> => {
  const sealed = seal.seal(SEALED_PLACE, { email }).toString('base64');
  await transaction(db, (tx) => jobs.enqueue(tx, 'auth.forget', { sealed }));
};

/** Run by the job: mails the link when there is such an account. */
export const mailReset = async (platform: Platform, sealed: string): Promise<void> => {
  const { email } = platform.seal.open<{ email: string }>(
    SEALED_PLACE,
    Buffer.from(sealed, 'base64'),
  );
  const account = await findAccount(platform.db, email);
  if (!account) return;
  const { allowed } = await platform.strictLimits.take(`email|reset|${account.userId}`, LETTERS);
  if (!allowed) return;
  const { userId, locale, name } = account;
  await transaction(platform.db, async (tx) => {
    const link = await issueLink(platform, tx, { userId, purpose: 'resetPassword', email });
    await platform.mail.send(tx, {
      to: email,
      template: 'resetPassword',
      locale,
      params: { name, link },
    });
  });
};

/** Throws validate.weakPassword with the field. */
export const refuseWeak = async (
  field: string,
  password: string,
  { email, domainName, name }: Pick<Account, 'email' | 'domainName' | 'name'>,
): Promise<void> => {
  if (await isWeakPassword(password, [domainName, email, name]))
    throw fieldError(field, 'validate.weakPassword');
};

/**
 * Sets the password, ends every session and forgets every device. Throws token.invalid, and
 * validate.weakPassword without using the link up.
 */
export const resetPassword = async (
  { platform, passwords }: Auth,
  token: string,
  password: string,
): Promise<void> => {
  const { userId } = await readLink(platform, token, 'resetPassword');
  const account = await loadAccount(platform.db, userId);
  if (!account) throw new AppError('token.invalid');
  await refuseWeak('password', password, account);
  const passwordHash = await passwords.hash(password);
  const ended = await transaction(platform.db, async (tx) => {
    const { email } = await spendLink(platform, tx, token, 'resetPassword');
    await updatePassword(tx, userId, passwordHash);
    await deleteUnprovenIdentities(tx, userId);
    // One of them may be why the password had to go: none guesses with a known device's allowance.
    await deleteDevicesOf(tx, userId);
    // Whoever has the link reads the address's emails.
    const owner = await findConfirmed(tx, email);
    if (!owner) await confirmAddress(tx, userId, email, platform.clock.now());
    await platform.mail.send(tx, {
      to: account.email,
      template: 'passwordChanged',
      locale: account.locale,
      params: { name: account.name, link: `${platform.config.publicUrl}/account/forgot` },
    });
    return endSessionsOf(platform, tx, userId, 'passwordChanged');
  });
  await announceEnds(platform, ended);
};
