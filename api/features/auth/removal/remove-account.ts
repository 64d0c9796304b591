// Account removal: requested, confirmed by an email link and the password, and done at once. A job
// erases published content.
import type { Centavos } from '@camarim/contract/money';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { Holdings } from '../../ledger/index.ts';
import { eraseProfile } from '../../profiles/index.ts';
import {
  blankAccount,
  isUnderLegalHold,
  loadAccount,
  lockProducerStage,
} from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { createLink, readLink, consumeLink } from '../links/links.ts';
import { verifyPassword } from '../password/change-password.ts';
import { requireRecentStrongAuth } from '../second-factor/step-up.ts';
import { publishSessionsEnded, endSessionsOf } from '../session/sessions.ts';
import { requireOwnerLeft } from '../staff-role.ts';
import { staffRoleOf } from '../staff-store.ts';

/** Sends the link. Throws stepUp.required. */
export const requestRemoval = async (auth: Auth, viewer: Viewer): Promise<void> => {
  const { ctx } = auth;
  await requireRecentStrongAuth(ctx, viewer);
  const account = await loadAccount(ctx.db, viewer.userId);
  if (!account) throw new AppError('auth.required');
  const { userId, email, locale, name } = account;
  await transaction(ctx.db, async (tx) => {
    const link = await createLink(ctx, tx, { userId, purpose: 'removeAccount', email });
    await ctx.mail.send(tx, {
      to: email,
      template: 'removeAccount',
      locale,
      params: { name, link },
    });
  });
};

const eraseAccount = async (
  ctx: Ctx,
  tx: Transaction,
  { userId, profileId, email, locale, name }: Account,
) => {
  const stage = await lockProducerStage(tx, userId);
  await eraseProfile(ctx, tx, profileId);
  await blankAccount(tx, userId, { stage, now: ctx.clock.now() });
  await ctx.jobs.enqueue(tx, 'auth.erase', { profileId });
  // The last email: the address is deleted by this transaction.
  await ctx.mail.send(tx, { to: email, template: 'accountRemoved', locale, params: { name } });
  return endSessionsOf(ctx, tx, userId, 'removed');
};

const accountOfLink = async ({ ctx }: Auth, token: string) => {
  const link = await readLink(ctx, token, 'removeAccount');
  const account = await loadAccount(ctx.db, link.userId);
  if (!account) throw new AppError('token.invalid');
  return { link, account };
};

/**
 * What the confirmation page asks for: whether a password is needed, and the balances to waive.
 * Throws token.invalid.
 */
export const removalTerms = async (
  auth: Auth,
  token: string,
): Promise<Holdings & { password: boolean }> => {
  const { account } = await accountOfLink(auth, token);
  const holdings = await transaction(auth.ctx.db, (tx) =>
    auth.ctx.ledger.holdingsIn(tx, account.profileId),
  );
  return { password: account.passwordHash !== null, ...holdings };
};

/**
 * Throws account.moneyLeft unless `waive` equals the balances: money that arrived since the page
 * was loaded must not be lost unnoticed.
 */
const requireWaiver = async (
  { ctx }: Auth,
  tx: Transaction,
  { profileId }: Account,
  waive: Centavos,
): Promise<void> => {
  const { balance, earnings } = await ctx.ledger.holdingsIn(tx, profileId);
  if (balance + earnings !== waive) throw new AppError('account.moneyLeft');
  if (waive > 0)
    ctx.log.info(
      { profileId, balance, earnings },
      'an account is removed and its owner waived the balance',
    );
};

type Confirmation = {
  email: string;
  token: string;
  password?: string | undefined;
  waive: Centavos;
};

/**
 * An account without a password is confirmed by its link alone, which was requested after a step-up
 * and read in the account's mailbox. Throws token.invalid, validate.wrongPassword with the field,
 * account.moneyLeft, account.held while a legal hold keeps its data, team.lastOwner; then nothing
 * has changed.
 */
export const removeAccount = async (
  auth: Auth,
  { email, token, password, waive }: Confirmation,
): Promise<void> => {
  const { ctx } = auth;
  const { link, account } = await accountOfLink(auth, token);
  // A person who has only the link does not learn whose account it is.
  if (link.email.toLowerCase() !== email) throw fieldError('email', 'validate.invalid');
  if (account.passwordHash !== null) await verifyPassword(auth, link.userId, password ?? '');
  const endedSessions = await transaction(ctx.db, async (tx) => {
    await consumeLink(ctx, tx, token, 'removeAccount');
    if (await isUnderLegalHold(tx, account.profileId)) throw new AppError('account.held');
    const role = await staffRoleOf(tx, link.userId);
    const ended = await eraseAccount(ctx, tx, account);
    if (role === 'owner') await requireOwnerLeft(tx);
    // With the ledger accounts locked: a concurrent sale is either part of these balances or
    // refused, because the account is removed.
    await requireWaiver(auth, tx, account, waive);
    return ended;
  });
  await publishSessionsEnded(ctx, endedSessions);
};
