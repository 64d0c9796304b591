// Removing the account: asked for, confirmed by email and password, done at once; what it
// published is erased by a job.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Holdings } from '../../ledger/index.ts';
import { eraseProfile } from '../../profiles/index.ts';
import { blankAccount, loadAccount } from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { issueLink, readLink, spendLink } from '../links/links.ts';
import { proveByPassword } from '../password/change-password.ts';
import { requireRecentStrongAuth } from '../second-factor/prove.ts';
import { announceEnds, endSessionsOf } from '../session/sessions.ts';

/** Erases what one feature holds of a person. Must bear running twice. */
export type Eraser = (profileId: ProfileId) => Promise<void>;

/** Mails the link. Throws stepUp.required. */
export const askToRemove = async (auth: Auth, viewer: Viewer): Promise<void> => {
  const { platform } = auth;
  await requireRecentStrongAuth(platform, viewer);
  const account = await loadAccount(platform.db, viewer.userId);
  if (!account) throw new AppError('auth.required');
  const { userId, email, locale, name } = account;
  await transaction(platform.db, async (tx) => {
    const link = await issueLink(platform, tx, { userId, purpose: 'removeAccount', email });
    await platform.mail.send(tx, {
      to: email,
      template: 'removeAccount',
      locale,
      params: { name, link },
    });
  });
};

const erase = async (
  platform: Platform,
  tx: Transaction,
  { userId, profileId, email, locale, name }: Account,
) => {
  await eraseProfile(platform, tx, profileId);
  await blankAccount(tx, userId, platform.clock.now());
  await platform.jobs.enqueue(tx, 'auth.erase', { profileId });
  // The address is known for the last time.
  await platform.mail.send(tx, { to: email, template: 'accountRemoved', locale, params: { name } });
  return endSessionsOf(platform, tx, userId, 'removed');
};

const accountOfLink = async ({ platform }: Auth, token: string) => {
  const link = await readLink(platform, token, 'removeAccount');
  const account = await loadAccount(platform.db, link.userId);
  if (!account) throw new AppError('token.invalid');
  return { link, account };
};

/** What confirming asks for, for a person who has the link. Throws token.invalid. */
export const removalTerms = async (
  auth: Auth,
  token: string,
): Promise<Holdings & { password: boolean }> => {
  const { account } = await accountOfLink(auth, token);
  const holdings = await transaction(auth.platform.db, (tx) =>
    auth.ledger.holdingsIn(tx, account.profileId),
  );
  return { password: account.passwordHash !== null, ...holdings };
};

/**
 * Throws account.moneyLeft unless exactly the money that is there is given up: money that came
 * since the page was read is not lost unseen.
 */
const requireWaiver = async (
  { platform, ledger }: Auth,
  tx: Transaction,
  { profileId }: Account,
  waive: Centavos,
): Promise<void> => {
  const { balance, earnings } = await ledger.holdingsIn(tx, profileId);
  if (balance + earnings !== waive) throw new AppError('account.moneyLeft');
  if (waive > 0)
    platform.log.info(
      { profileId, balance, earnings },
      'an account is removed, its owner gives up the money in it',
    );
};

type Confirmation = {
  email: string;
  token: string;
  password?: string | undefined;
  waive: Centavos;
};

/**
 * An account without a password is confirmed by its link alone: asking for that took a recent
 * proof, and it was read in the account's mailbox. Throws token.invalid, validate.wrongPassword
 * with the field, account.moneyLeft; then nothing has changed.
 */
export const removeAccount = async (
  auth: Auth,
  { email, token, password, waive }: Confirmation,
): Promise<void> => {
  const { platform } = auth;
  const { link, account } = await accountOfLink(auth, token);
  // Somebody who has only the link does not learn whose it is.
  if (link.email.toLowerCase() !== email) throw fieldError('email', 'validate.invalid');
  if (account.passwordHash !== null) await proveByPassword(auth, link.userId, password ?? '');
  const closed = await transaction(platform.db, async (tx) => {
    await spendLink(platform, tx, token, 'removeAccount');
    const ended = await erase(platform, tx, account);
    // With the accounts locked: a sale is counted here, or is refused because the account is
    // removed by then.
    await requireWaiver(auth, tx, account, waive);
    return ended;
  });
  await announceEnds(platform, closed);
};
