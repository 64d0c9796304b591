// One account in the database: how to write to its owner, its password and its address.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import { deleteLinksOf } from './links/link-store.ts';

type Db = Kysely<DB>;

/** An account with what letters and checks need of it. */
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
    .select(['users.id', 'profiles.id as profile_id', 'email', 'email_confirmed_at', 'password_hash', 'domain_name', 'display_name', 'default_language'])
    .where('blocked_at', 'is', null);

type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirst']>>>;

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
export const loadAccount = async (db: Db, id: UserId): Promise<Account | null> => accountOf(await selectAccounts(db).where('users.id', '=', id).executeTakeFirst());

/** By address; null when nobody has it, or the account is blocked. */
export const findAccount = async (db: Db, email: string): Promise<Account | null> => accountOf(await selectAccounts(db).where('email', '=', email).executeTakeFirst());

export const isEmailTaken = async (db: Db, email: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;

/** What the old password was good for ends with it: links that were asked for with it too. */
export const updatePassword = async (tx: Db, id: UserId, passwordHash: string): Promise<void> => {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await deleteLinksOf(tx, id);
};

/** Notes that a letter to this address was read; nothing when the account has another one by now. */
export const confirmAddress = async (tx: Db, id: UserId, email: string, now: Date): Promise<void> => {
  await tx.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', id).where('email', '=', email).where('email_confirmed_at', 'is', null).execute();
};

/** Fails with the constraint `users_email_key` when another account has the address. Links to the old one stop working. */
export const replaceAddress = async (tx: Db, id: UserId, email: string, now: Date): Promise<void> => {
  await tx.updateTable('users').set({ email, email_confirmed_at: now }).where('id', '=', id).execute();
  await deleteLinksOf(tx, id);
};

/** Stands in the place of an address that turned out to be somebody else's; nobody reads its letters. */
const RELEASED = '@unconfirmed.invalid';

export const isReleased = (email: string): boolean => email.endsWith(RELEASED);

/** Takes the address away from an account that never confirmed it, with the links that were mailed to it. */
export const releaseAddress = async (tx: Db, email: string): Promise<void> => {
  const row = await tx
    .updateTable('users')
    .set(({ fn, val, cast }) => ({ email: fn<string>('concat', [cast<string>('id', 'text'), cast<string>(val(RELEASED), 'text')]) }))
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row) await deleteLinksOf(tx, row.id as UserId);
};

/** Leaves an account that nobody can enter and that names nobody. */
export const blankAccount = async (tx: Db, id: UserId, now: Date): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ email: `${id}@removed.invalid`, email_confirmed_at: null, password_hash: null, role: 'member', blocked_at: now, removed_at: now })
    .where('id', '=', id)
    .execute();
  await deleteLinksOf(tx, id);
  for (const table of ['known_devices', 'totp_secrets', 'recovery_codes', 'passkeys', 'identities'] as const) await tx.deleteFrom(table).where('user_id', '=', id).execute();
  await tx.updateTable('sessions').set({ user_agent: '', address: null, place: '' }).where('user_id', '=', id).execute();
};
