// One account in the database: how to write to its owner, its password and its address.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import { deleteLinksOf } from './links/link-store.ts';

type Db = Kysely<DB>;

/** An account with what emails and checks need of it. */
export type Account = {
  userId: UserId;
  profileId: ProfileId;
  email: string;
  emailConfirmed: boolean;
  passwordHash: string | null;
  domainName: string;
  name: string;
  /** Of the profile; Portuguese when it chose none. */
  locale: Locale;
};

const selectAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'users.id',
      'profiles.id as profile_id',
      'email',
      'email_confirmed_at',
      'password_hash',
      'domain_name',
      'display_name',
      'default_language',
    ])
    .where('blocked_at', 'is', null);

type AccountRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirst']>>
>;

const accountOf = (row: AccountRow | undefined): Account | null =>
  row
    ? {
        userId: row.id as UserId,
        profileId: row.profile_id as ProfileId,
        email: row.email,
        emailConfirmed: row.email_confirmed_at !== null,
        passwordHash: row.password_hash,
        domainName: row.domain_name,
        name: row.display_name,
        locale: (row.default_language as Locale | null) ?? 'pt',
      }
    : null;

/** Null when there is none, or it is blocked. */
export const loadAccount = async (db: Db, id: UserId): Promise<Account | null> =>
  accountOf(await selectAccounts(db).where('users.id', '=', id).executeTakeFirst());

/**
 * By address: the account that confirmed it, else the oldest of those that claim it. Null when
 * there is none, or it is blocked.
 */
export const findAccount = async (db: Db, email: string): Promise<Account | null> =>
  accountOf(
    await selectAccounts(db)
      .where('email', '=', email)
      .orderBy((eb) => eb('email_confirmed_at', 'is', null))
      .orderBy('users.id')
      .executeTakeFirst(),
  );

/** The account that confirmed the address; null when none did, or it is blocked. */
export const findConfirmed = async (db: Db, email: string): Promise<Account | null> =>
  accountOf(
    await selectAccounts(db)
      .where('email', '=', email)
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst(),
  );

/** What the old password was good for ends with it: links that were asked for with it too. */
export const updatePassword = async (tx: Db, id: UserId, passwordHash: string): Promise<void> => {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await deleteLinksOf(tx, id);
};

/**
 * Notes that an email to this address was read; nothing when the account has another one by now.
 * Fails with the constraint `users_email_key` when another account confirmed it.
 */
export const confirmAddress = async (
  tx: Db,
  id: UserId,
  email: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: now })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .execute();
};

/**
 * Fails with the constraint `users_email_key` when another account confirmed the address. Links to
 * the old one stop working.
 */
export const replaceAddress = async (
  tx: Db,
  id: UserId,
  email: string,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ email, email_confirmed_at: now })
    .where('id', '=', id)
    .execute();
  await deleteLinksOf(tx, id);
};

/**
 * Earlier versions put it in the place of an address that another account confirmed; no mail
 * reaches it.
 */
const RELEASED = '@unconfirmed.invalid';

export const isReleased = (email: string): boolean => email.endsWith(RELEASED);

/** Leaves an account that nobody can enter and that names nobody. */
export const blankAccount = async (tx: Db, id: UserId, now: Date): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      email: `${id}@removed.invalid`,
      email_confirmed_at: null,
      password_hash: null,
      role: 'member',
      blocked_at: now,
      removed_at: now,
    })
    .where('id', '=', id)
    .execute();
  await deleteLinksOf(tx, id);
  for (const table of [
    'known_devices',
    'totp_secrets',
    'recovery_codes',
    'passkeys',
    'identities',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute();
  await tx
    .updateTable('sessions')
    .set({ user_agent: '', address: null, place: '' })
    .where('user_id', '=', id)
    .execute();
};
