// Linking an account to a person of another house, and unlinking it; the owner gets an email of
// either.
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Identity, ProviderName } from '../../../platform/identity/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAccount } from '../account-store.ts';
import { deleteIdentity, lockWaysIn, putIdentity } from './identity-store.ts';

export type Vouched = { provider: ProviderName; identity: Identity };

/** As the houses call themselves. */
const TITLES: Record<ProviderName, string> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X',
};

const UNIQUE_VIOLATION = '23505';

/** Whether the identity was linked to another account a moment before. */
export const isTakenIdentity = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'identities_pkey';
};

const tellOwner = async (
  { mail, config }: Platform,
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
    params: { name, provider: TITLES[provider], link: `${config.publicUrl}/settings/security` },
  });
};

/** With the caller's transaction. Fails with a constraint that `isTakenIdentity` knows. */
export const linkIdentity = async (
  platform: Platform,
  tx: Transaction,
  userId: UserId,
  { provider, identity }: Vouched,
): Promise<void> => {
  await putIdentity(tx, {
    provider,
    subject: identity.subject,
    userId,
    name: identity.name,
    now: platform.clock.now(),
  });
  await tellOwner(platform, tx, userId, 'identityLinked', provider);
};

/** Throws identity.notLinked, and identity.lastWayIn when nothing else would let the person in. */
export const unlinkIdentity = (
  platform: Platform,
  userId: UserId,
  provider: ProviderName,
): Promise<void> =>
  transaction(platform.db, async (tx) => {
    const { password, identities } = await lockWaysIn(tx, userId);
    if (!identities.includes(provider)) throw new AppError('identity.notLinked');
    if (!password && identities.length === 1) throw new AppError('identity.lastWayIn');
    await deleteIdentity(tx, userId, provider);
    await tellOwner(platform, tx, userId, 'identityUnlinked', provider);
  });
