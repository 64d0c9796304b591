// SQL of the roles of administrators.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';

/** Changes of the team wait for each other until the transaction ends. */
export const lockStaff = async (tx: Database): Promise<void> => {
  await lockName(tx, 'staff');
};

export type NamedAccount = { id: UserId; profileId: ProfileId; domainName: string };

/** The account with this domain name or confirmed email address. */
export const findByLogin = async (db: Database, login: string): Promise<NamedAccount | null> => {
  const { rows } = await sql<NamedAccount>`
    SELECT u.id, p.id AS "profileId", p.domain_name::text AS "domainName" FROM users u
      JOIN profiles p ON p.user_id = u.id
    WHERE (u.email = ${login}::citext AND u.email_confirmed_at IS NOT NULL)
      OR p.domain_name = ${login}::citext`.execute(db);
  return rows[0] ?? null;
};

/** Returns the role before. */
export const updateStaffRole = async (
  tx: Database,
  id: UserId,
  role: StaffRole | null,
): Promise<StaffRole | null> => {
  const { rows } = await sql<{ before: StaffRole | null }>`
    WITH account AS (SELECT id, staff_role FROM users WHERE id = ${id}::uuid FOR UPDATE),
      changed AS (UPDATE users u SET staff_role = ${role}::text,
        role = ${role === null ? 'member' : 'admin'} FROM account WHERE u.id = account.id)
    SELECT staff_role AS before FROM account`.execute(tx);
  return rows[0]?.before ?? null;
};

/** Owners whose account is not blocked. */
export const countOwners = async (tx: Database): Promise<number> => {
  const { rows } = await sql<{
    owners: number;
  }>`SELECT count(*)::integer AS owners FROM users WHERE staff_role = 'owner'
    AND blocked_at IS NULL`.execute(tx);
  return rows[0]?.owners ?? 0;
};

/** Locks the account. */
export const staffRoleOf = async (tx: Database, id: UserId): Promise<StaffRole | null> => {
  const { rows } = await sql<{
    role: StaffRole | null;
  }>`SELECT staff_role AS role FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx);
  return rows[0]?.role ?? null;
};
