// SQL of linked identities: which subject of which identity provider belongs to which account.
import type { UserId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { ProviderName } from '../../../platform/identity/port.ts';
import { keepHeldCopies } from '../../access/index.ts';

export type NewIdentity = {
  provider: ProviderName;
  subject: string;
  userId: UserId;
  name: string;
  now: Date;
};

/**
 * Replaces the account's earlier identity of this provider. Fails with the constraint
 * `identities_pkey` when another account has it.
 */
export const upsertIdentity = async (
  tx: Database,
  { provider, subject, userId, name, now }: NewIdentity,
): Promise<void> => {
  const facts = { subject, name, linked_at: now };
  await tx
    .insertInto('identities')
    .values({ provider, user_id: userId, ...facts })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(facts))
    .execute();
};

/** The account that the identity is linked to; null when it is unlinked. */
export const findIdentityOwner = async (
  db: Database,
  provider: ProviderName,
  subject: string,
): Promise<UserId | null> => {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return (row?.user_id as UserId | undefined) ?? null;
};

export type LinkedIdentity = { provider: ProviderName; name: string; linked_at: Date };

export const identitiesOf = async (db: Database, userId: UserId): Promise<LinkedIdentity[]> => {
  const rows = await db
    .selectFrom('identities')
    .select(['provider', 'name', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
  return rows as LinkedIdentity[];
};

/**
 * Locks the account and returns its log-in methods, so that concurrent unlinks run one after the
 * other.
 */
export const lockLogInMethods = async (
  tx: Database,
  userId: UserId,
): Promise<{ password: boolean; identities: ProviderName[] }> => {
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return {
    password: Boolean(user?.password_hash),
    identities: (await identitiesOf(tx, userId)).map(({ provider }) => provider),
  };
};

export const deleteIdentity = async (
  tx: Database,
  userId: UserId,
  provider: ProviderName,
): Promise<void> => {
  await keepHeldCopies(
    tx,
    'identity',
    sql`t.user_id = ${userId}::uuid AND t.provider = ${provider}`,
  );
  await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();
};

/**
 * Deletes identities that were linked before the address was confirmed: an attacker who registered
 * with the victim's address may have linked their own (trojan identifier).
 */
export const deleteUnprovenIdentities = async (tx: Database, userId: UserId): Promise<void> => {
  const unproven = sql`t.user_id = ${userId}::uuid AND EXISTS (SELECT FROM users u
    WHERE u.id = t.user_id AND (u.email_confirmed_at IS NULL
      OR t.linked_at < u.email_confirmed_at))`;
  await keepHeldCopies(tx, 'identity', unproven);
  await sql`DELETE FROM identities t WHERE ${unproven}`.execute(tx);
};
