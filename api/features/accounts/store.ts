// SQL of contact data: the address, name and language that emails to an account need.
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { hasRight, STAFF_ROLES, type StaffRight } from '@camarim/contract/staff';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Contact data for emails. */
export type Contact = { email: string; name: string; locale: Locale };
export type AdminContact = Contact & { profileId: ProfileId };

/**
 * Earlier versions gave this placeholder to accounts whose address another account had confirmed;
 * no email reaches it.
 */
const RELEASED = '@unconfirmed.invalid';

export const isReleasedAddress = (email: string): boolean => email.endsWith(RELEASED);

const CONTACT_COLUMNS = sql`u.email::text AS email, p.display_name AS name,
  coalesce(p.default_language, 'pt') AS locale`;
const CONTACT = sql`SELECT ${CONTACT_COLUMNS} FROM users u JOIN profiles p ON p.user_id = u.id`;

const usable = (row: Contact | undefined): Contact | null =>
  row && !isReleasedAddress(row.email) ? row : null;

export const contactOf = async (db: Database, profileId: ProfileId): Promise<Contact | null> => {
  const { rows } =
    await sql<Contact>`${CONTACT} WHERE p.id = ${profileId}::uuid AND u.blocked_at IS NULL`.execute(
      db,
    );
  return usable(rows[0]);
};

export const contactOfBlocked = async (
  db: Database,
  profileId: ProfileId,
): Promise<Contact | null> => {
  const { rows } =
    await sql<Contact>`${CONTACT} WHERE p.id = ${profileId}::uuid AND u.removed_at IS NULL`.execute(
      db,
    );
  return usable(rows[0]);
};

/**
 * Contact data of these profiles whose address is confirmed, for emails that nothing depends on.
 */
export const confirmedContactsOf = async (
  db: Database,
  profileIds: readonly ProfileId[],
): Promise<ReadonlyMap<ProfileId, Contact>> => {
  const { rows } = await sql<
    Contact & { id: ProfileId }
  >`SELECT p.id, ${CONTACT_COLUMNS} FROM users u JOIN profiles p ON p.user_id = u.id
    WHERE p.id = ANY(${profileIds}::uuid[]) AND u.blocked_at IS NULL
      AND u.email_confirmed_at IS NOT NULL`.execute(db);
  return new Map(
    rows.filter(({ email }) => !isReleasedAddress(email)).map(({ id, ...row }) => [id, row]),
  );
};

/** An administrator blocked the account; removed accounts are not blocked. */
export const isBlocked = async (db: Database, profileId: ProfileId): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`
    SELECT u.blocked_at IS NOT NULL AND u.removed_at IS NULL AS blocked FROM users u
      JOIN profiles p ON p.user_id = u.id WHERE p.id = ${profileId}::uuid`.execute(db);
  return rows[0]?.blocked === true;
};

/** All administrators with these rights whose accounts are not blocked. */
export const adminContacts = async (
  db: Database,
  ...rights: readonly StaffRight[]
): Promise<AdminContact[]> => {
  const roles = STAFF_ROLES.filter((role) => rights.every((right) => hasRight(role, right)));
  const { rows } = await sql<AdminContact>`
    SELECT p.id AS "profileId", ${CONTACT_COLUMNS} FROM users u JOIN profiles p ON p.user_id = u.id
    WHERE u.staff_role = ANY(${roles}) AND u.blocked_at IS NULL ORDER BY u.id`.execute(db);
  return rows;
};
