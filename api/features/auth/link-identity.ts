// Links an account to an identity of a provider, and unlinks it; the owner gets an email about
// both.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Identity, ProviderName } from '../../platform/identity/port.ts';
import type { Ctx } from '../../context.ts';
import { loadAccount } from './account-store.ts';
import { deleteIdentity, lockLogInMethods, upsertIdentity } from './identity/identity-store.ts';

export type ProviderIdentity = { provider: ProviderName; identity: Identity };

/** Display names of the providers. */
const PROVIDER_TITLES: Record<ProviderName, string> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X',
};

const UNIQUE_VIOLATION = '23505';

/** Whether the insert failed because another account has the identity. */
export const isTakenIdentity = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'identities_pkey';
};

const notifyOwner = async (
  { mail, config }: Ctx,
  tx: Transaction,
  userId: UserId,
  template: 'identityLinked' | 'identityUnlinked',
  provider: ProviderName,
): Promise<void> => {
  const account = await loadAccount(tx, userId);
  if (!account) return;
  const { email, locale, name } = account;
  await mail.send(tx, {
    to: email,
    template,
    locale,
    params: {
      name,
      provider: PROVIDER_TITLES[provider],
      link: `${config.publicUrl}/settings/security`,
    },
  });
};

/** In the caller's transaction. Fails with a constraint error that `isTakenIdentity` recognises. */
export const linkIdentity = async (
  ctx: Ctx,
  tx: Transaction,
  userId: UserId,
  { provider, identity }: ProviderIdentity,
): Promise<void> => {
  await upsertIdentity(tx, {
    provider,
    subject: identity.subject,
    userId,
    name: identity.name,
    now: ctx.clock.now(),
  });
  await notifyOwner(ctx, tx, userId, 'identityLinked', provider);
};

/**
 * Throws identity.notLinked, and identity.lastWayIn when it is the account's last log-in method.
 */
export const unlinkIdentity = (ctx: Ctx, userId: UserId, provider: ProviderName): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { password, identities } = await lockLogInMethods(tx, userId);
    if (!identities.includes(provider)) throw new AppError('identity.notLinked');
    if (!password && identities.length === 1) throw new AppError('identity.lastWayIn');
    await deleteIdentity(tx, userId, provider);
    await notifyOwner(ctx, tx, userId, 'identityUnlinked', provider);
  });
