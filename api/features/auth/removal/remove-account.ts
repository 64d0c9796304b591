// Removing the account: asked for, confirmed by letter and password, done at once; what it published is erased by a job.
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
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

/** Throws account.moneyLeft: earnings that were not cashed out would be lost. */
const refuseWithEarnings = async ({ ledger }: Auth, profileId: ProfileId): Promise<void> => {
  const { available, pending } = await ledger.earningsOf(profileId);
  if (available > 0 || pending > 0) throw new AppError('account.moneyLeft');
};

/** Mails the link. Throws stepUp.required and account.moneyLeft. */
export const askToRemove = async (auth: Auth, viewer: Viewer): Promise<void> => {
  const { platform } = auth;
  await requireRecentStrongAuth(platform, viewer);
  await refuseWithEarnings(auth, viewer.profileId);
  const account = await loadAccount(platform.db, viewer.userId);
  if (!account) throw new AppError('auth.required');
  const { userId, email, locale, name } = account;
  await transaction(platform.db, async (tx) => {
    const link = await issueLink(platform, tx, { userId, purpose: 'removeAccount', email });
    await platform.mail.send(tx, { to: email, template: 'removeAccount', locale, params: { name, link } });
  });
};

const erase = async (platform: Platform, tx: Transaction, { userId, profileId, email, locale, name }: Account) => {
  await eraseProfile(platform, tx, profileId);
  await blankAccount(tx, userId, platform.clock.now());
  await platform.jobs.enqueue(tx, 'auth.erase', { profileId });
  // The address is known for the last time.
  await platform.mail.send(tx, { to: email, template: 'accountRemoved', locale, params: { name } });
  return endSessionsOf(platform, tx, userId, 'removed');
};

/** Throws token.invalid, validate.wrongPassword with the field, account.moneyLeft; then nothing has changed. */
export const removeAccount = async (auth: Auth, { email, token, password }: { email: string; token: string; password: string }): Promise<void> => {
  const { platform } = auth;
  const link = await readLink(platform, token, 'removeAccount');
  // Somebody who has only the link does not learn whose it is.
  if (link.email.toLowerCase() !== email) throw fieldError('email', 'validate.invalid');
  const account = await proveByPassword(auth, link.userId, password);
  await refuseWithEarnings(auth, account.profileId);
  const ended = await transaction(platform.db, async (tx) => {
    await spendLink(platform, tx, token, 'removeAccount');
    return erase(platform, tx, account);
  });
  await announceEnds(platform, ended);
};
