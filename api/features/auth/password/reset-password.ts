// Password reset: sends an email with a link, and sets the new password by it.
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import {
  confirmAddress,
  findAccount,
  findConfirmedAccount,
  loadAccount,
  updatePassword,
} from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { deleteUnprovenIdentities } from '../identity/identity-store.ts';
import { createLink, readLink, consumeLink } from '../links/links.ts';
import { deleteDevicesOf } from '../session/session-store.ts';
import { publishSessionsEnded, endSessionsOf } from '../session/sessions.ts';
import { isWeakPassword } from './password-strength.ts';

/** Emails to one account; beyond the limit the reply is the same and no email is sent. */
const RESET_EMAIL_LIMIT = { limit: 3, windowSeconds: 3_600 };
const SEAL_CONTEXT = 'jobs/auth.forget';

/**
 * Only enqueues a job, which looks the address up, so neither the reply nor its timing reveals
 * whether an account has it. The address is sealed, because job payloads are readable.
 */
export const requestPasswordReset = async (
  { db, jobs, seal }: Ctx,
  email: string,
): Promise<void> => {
  const sealed = seal.seal(SEAL_CONTEXT, { email }).toString('base64');
  await transaction(db, (tx) => jobs.enqueue(tx, 'auth.forget', { sealed }));
};

/** Run by the job: sends the link when there is such an account. */
export const sendResetLink = async (ctx: Ctx, sealed: string): Promise<void> => {
  const { email } = ctx.seal.open<{ email: string }>(SEAL_CONTEXT, Buffer.from(sealed, 'base64'));
  const account = await findAccount(ctx.db, email);
  if (!account) return;
  const { allowed } = await ctx.strictLimits.take(
    `email|reset|${account.userId}`,
    RESET_EMAIL_LIMIT,
  );
  if (!allowed) return;
  const { userId, locale, name } = account;
  await transaction(ctx.db, async (tx) => {
    const link = await createLink(ctx, tx, { userId, purpose: 'resetPassword', email });
    await ctx.mail.send(tx, {
      to: email,
      template: 'resetPassword',
      locale,
      params: { name, link },
    });
  });
};

/** Throws validate.weakPassword with the field. */
export const requireStrongPassword = async (
  field: string,
  password: string,
  { email, domainName, name }: Pick<Account, 'email' | 'domainName' | 'name'>,
): Promise<void> => {
  if (await isWeakPassword(password, [domainName, email, name]))
    throw fieldError(field, 'validate.weakPassword');
};

/**
 * Sets the password, ends every session and deletes every known device. Throws token.invalid, and
 * validate.weakPassword without consuming the link.
 */
export const resetPassword = async (
  { ctx, passwords }: Auth,
  token: string,
  password: string,
): Promise<void> => {
  const { userId } = await readLink(ctx, token, 'resetPassword');
  const account = await loadAccount(ctx.db, userId);
  if (!account) throw new AppError('token.invalid');
  await requireStrongPassword('password', password, account);
  const passwordHash = await passwords.hash(password);
  const ended = await transaction(ctx.db, async (tx) => {
    const { email } = await consumeLink(ctx, tx, token, 'resetPassword');
    await updatePassword(tx, userId, passwordHash);
    await deleteUnprovenIdentities(tx, userId);
    // One of them may be an attacker's: it must not keep the rate limit of a known device.
    await deleteDevicesOf(tx, userId);
    // The link proves that its user reads the address's emails.
    const owner = await findConfirmedAccount(tx, email);
    if (!owner) await confirmAddress(tx, userId, email, ctx.clock.now());
    await ctx.mail.send(tx, {
      to: account.email,
      template: 'passwordChanged',
      locale: account.locale,
      params: { name: account.name, link: `${ctx.config.publicUrl}/account/forgot` },
    });
    return endSessionsOf(ctx, tx, userId, 'passwordChanged');
  });
  await publishSessionsEnded(ctx, ended);
};
