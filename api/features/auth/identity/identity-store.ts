// Which person of another house is which account, in the database.
import type { UserId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import type { ProviderName } from '../../../platform/identity/port.ts';

type Db = Kysely<DB>;

export type NewIdentity = {
  provider: ProviderName;
  subject: string;
  userId: UserId;
  name: string;
  now: Date;
};

/**
 * Takes the place of the account's earlier one of this provider. Fails with the constraint
 * `identities_pkey` when it is another account's.
 */
export const putIdentity = async (
  tx: Db,
  { provider, subject, userId, name, now }: NewIdentity,
): Promise<void> => {
  const facts = { subject, name, linked_at: now };
  await tx
    .insertInto('identities')
    .values({ provider, user_id: userId, ...facts })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(facts))
    .execute();
};

/** Whose it is; null for nobody's. */
export const ownerOfIdentity = async (
  db: Db,
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

export const identitiesOf = async (db: Db, userId: UserId): Promise<LinkedIdentity[]> => {
  const rows = await db
    .selectFrom('identities')
    .select(['provider', 'name', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
  return rows as LinkedIdentity[];
};

/** Locks the account's ways in, so that two unlinked at once are judged one after the other. */
export const lockWaysIn = async (
  tx: Db,
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
  tx: Db,
  userId: UserId,
  provider: ProviderName,
): Promise<void> => {
  await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();
};

/**
 * Whoever opened the account with an address that was not theirs may have left a way in of their
 * own. What was linked before the address was confirmed goes when somebody proves for the first
 * time that they read its emails.
 */
export const deleteUnprovenIdentities = async (tx: Db, userId: UserId): Promise<void> => {
  await sql`DELETE FROM identities i USING users u
    WHERE u.id = ${userId}::uuid AND i.user_id = u.id AND (u.email_confirmed_at IS NULL OR i.linked_at < u.email_confirmed_at)`.execute(
    tx,
  );
};
