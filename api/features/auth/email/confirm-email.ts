// Confirming and changing the account's email address, both by a link that is sent to the address
// in question.
import type { UserId } from '@camarim/contract/ids';
import { isReleasedAddress } from '../../accounts/index.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import {
  confirmAddress,
  findConfirmedAccount,
  loadAccount,
  replaceAddress,
} from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { createLink, consumeLink } from '../links/links.ts';
import { verifyPassword } from '../password/change-password.ts';
import { requireRecentStrongAuth } from '../second-factor/step-up.ts';

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;

/**
 * Enqueues the email with the confirmation link. The job checks whether another account has
 * confirmed the address, so neither the reply nor its timing reveals it.
 */
export const requestConfirmation = async (
  { jobs }: Ctx,
  tx: Transaction,
  userId: UserId,
): Promise<void> => {
  await jobs.enqueue(tx, 'auth.confirm', { userId });
};

/** Limits emails to one address, because other people can trigger them by registering with it. */
const NOTICE_LIMIT = { limit: 3, windowSeconds: 3_600 };

/** Emails the account that confirmed the address; returns whether there is one. */
const notifyOwner = async (ctx: Ctx, tx: Transaction, email: string): Promise<boolean> => {
  const owner = await findConfirmedAccount(tx, email);
  if (!owner) return false;
  const { allowed } = await ctx.strictLimits
    .in(tx)
    .take(`email|emailInUse|${owner.userId}`, NOTICE_LIMIT);
  const { domainName, locale, name } = owner;
  if (allowed)
    await ctx.mail.send(tx, {
      to: email,
      template: 'emailInUse',
      locale,
      params: { name, domainName, link: `${ctx.config.publicUrl}/account/forgot` },
    });
  return true;
};

/**
 * Run by the job: sends the link, unless the address is confirmed or the account has none any more.
 */
export const sendConfirmationLink = (ctx: Ctx, userId: UserId): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const account = await loadAccount(tx, userId);
    if (!account || account.emailConfirmed || isReleasedAddress(account.email)) return;
    const { email, locale, name } = account;
    if (await notifyOwner(ctx, tx, email)) return;
    const link = await createLink(ctx, tx, { userId, purpose: 'confirmEmail', email });
    await ctx.mail.send(tx, {
      to: email,
      template: 'confirmEmail',
      locale,
      params: { name, link },
    });
  });

/** Asks for the password, unless the account has none: then its recent log-in is the proof. */
const verifyOwner = async (
  auth: Auth,
  userId: UserId,
  password: string | undefined,
): Promise<Account> => {
  const account = await loadAccount(auth.ctx.db, userId);
  return account?.passwordHash === null ? account : verifyPassword(auth, userId, password ?? '');
};

const SEAL_CONTEXT = 'jobs/auth.changeEmail';

/**
 * Sends a link to the new address; the account's address changes when the link is used. The reply
 * is the same for an address that another account confirmed. Throws stepUp.required and
 * validate.wrongPassword.
 */
export const requestEmailChange = async (
  auth: Auth,
  viewer: Viewer,
  { email, password }: { email: string; password?: string | undefined },
): Promise<void> => {
  const { ctx } = auth;
  await requireRecentStrongAuth(ctx, viewer);
  const { userId } = await verifyOwner(auth, viewer.userId, password);
  const sealed = ctx.seal.seal(SEAL_CONTEXT, { email }).toString('base64');
  await transaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, 'auth.changeEmail', { userId, sealed }));
};

/** Run by the job: sends the link, or an email to the account that has confirmed the address. */
export const sendEmailChangeLink = async (
  ctx: Ctx,
  userId: UserId,
  sealed: string,
): Promise<void> => {
  const { email } = ctx.seal.open<{ email: string }>(SEAL_CONTEXT, Buffer.from(sealed, 'base64'));
  await transaction(ctx.db, async (tx) => {
    const account = await loadAccount(tx, userId);
    const own = account?.emailConfirmed && account.email === email;
    if (!account || own || (await notifyOwner(ctx, tx, email))) return;
    const { locale, name } = account;
    const link = await createLink(ctx, tx, { userId, purpose: 'changeEmail', email });
    await ctx.mail.send(tx, {
      to: email,
      template: 'changeEmail',
      locale,
      params: { name, link },
    });
  });
};

/**
 * Consumes a confirmation or change link and returns its address. Throws token.invalid, or
 * validate.taken when another account has confirmed the address by now.
 */
export const confirmEmail = async (ctx: Ctx, token: string): Promise<string> => {
  try {
    return await transaction(ctx.db, async (tx) => {
      const { userId, purpose, email } = await consumeLink(
        ctx,
        tx,
        token,
        'confirmEmail',
        'changeEmail',
      );
      const account = await loadAccount(tx, userId);
      if (!account || (purpose === 'confirmEmail' && account.email !== email))
        throw new AppError('token.invalid');
      const now = ctx.clock.now();
      if (purpose === 'confirmEmail') await confirmAddress(tx, userId, email, now);
      else {
        await replaceAddress(tx, userId, email, now);
        // The old address gets the last email, so an owner who did not request the change learns of
        // it.
        await ctx.mail.send(tx, {
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
