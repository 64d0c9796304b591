// SQL of one account: its owner's contact data, password and email address.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isAccountUnderLegalHold, keepHeldCopy } from '../access/index.ts';
import { deleteLinksOf } from './links/link-store.ts';

/** An account with the data that emails and checks need. */
export type Account = {
  userId: UserId;
  profileId: ProfileId;
  email: string;
  emailConfirmed: boolean;
  passwordHash: string | null;
  domainName: string;
  name: string;
  /** The profile's language; Portuguese when none was chosen. */
  locale: Locale;
};

const selectAccounts = (db: Database) =>
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

/** Null when there is no such account, or it is blocked. */
export const loadAccount = async (db: Database, id: UserId): Promise<Account | null> =>
  accountOf(await selectAccounts(db).where('users.id', '=', id).executeTakeFirst());

/**
 * By email address: the account that confirmed it, else the oldest account that claims it. Null
 * when there is no such account, or it is blocked.
 */
export const findAccount = async (db: Database, email: string): Promise<Account | null> =>
  accountOf(
    await selectAccounts(db)
      .where('email', '=', email)
      .orderBy((eb) => eb('email_confirmed_at', 'is', null))
      .orderBy('users.id')
      .executeTakeFirst(),
  );

/** The account that confirmed the address; null when no account did, or it is blocked. */
export const findConfirmedAccount = async (db: Database, email: string): Promise<Account | null> =>
  accountOf(
    await selectAccounts(db)
      .where('email', '=', email)
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst(),
  );

/**
 * Also deletes the account's email links: a link that was requested with the old password must stop
 * working.
 */
export const updatePassword = async (
  tx: Database,
  id: UserId,
  passwordHash: string,
): Promise<void> => {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await deleteLinksOf(tx, id);
};

/**
 * Records that the owner reads email at this address; changes nothing when the account has another
 * address by now. Fails with the constraint `users_email_key` when another account confirmed it.
 */
export const confirmAddress = async (
  tx: Database,
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
 * Fails with the constraint `users_email_key` when another account confirmed the address. Links
 * that were sent to the old address stop working.
 */
export const replaceAddress = async (
  tx: Database,
  id: UserId,
  email: string,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(tx, 'account', id);
  await tx
    .updateTable('users')
    .set({ email, email_confirmed_at: now })
    .where('id', '=', id)
    .execute();
  await deleteLinksOf(tx, id);
};

/** Locks the profile and returns its stage. */
export const lockProducerStage = async (tx: Database, id: UserId): Promise<string> => {
  const row = await tx
    .selectFrom('profiles')
    .select('producer_stage')
    .where('user_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.producer_stage;
};

/**
 * Leaves an account without credentials and personal data; its row stays for records that point to
 * it. `stage` is that of its profile before the removal, which suspends it.
 */
export const blankAccount = async (
  tx: Database,
  id: UserId,
  { stage, now }: { stage: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({
      email: `${id}@removed.invalid`,
      email_confirmed_at: null,
      password_hash: null,
      role: 'member',
      staff_role: null,
      blocked_at: now,
      removed_at: now,
      stage_before_block: stage,
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

/**
 * Whether a legal hold keeps everything of the account. Its profile is locked, so that none is
 * placed before the commit.
 */
export const isUnderLegalHold = async (db: Database, profileId: ProfileId): Promise<boolean> => {
  await sql`SELECT FROM profiles WHERE id = ${profileId}::uuid FOR UPDATE`.execute(db);
  const { rows } = await sql<{ held: boolean }>`
    SELECT ${sql.raw(isAccountUnderLegalHold('p.id'))} AS held FROM profiles p
      WHERE p.id = ${profileId}::uuid`.execute(db);
  return rows[0]?.held ?? false;
};
