// SQL of the team and of open invitations to it.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import { sql } from 'kysely';
import { isStaffWith } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';

export type StaffRow = {
  id: UserId;
  profile_id: ProfileId;
  role: StaffRole;
  second_factor: boolean;
  blocked: boolean;
  /** Their page was open, or one of their sessions was used. */
  last_seen_at: Date | null;
};

const STAFF = sql`
  SELECT u.id, p.id AS profile_id, u.staff_role AS role, u.blocked_at IS NOT NULL AS blocked,
    greatest(p.last_seen_at, (SELECT max(s.last_used_at) FROM sessions s
      WHERE s.user_id = u.id)) AS last_seen_at,
    EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS second_factor
  FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.staff_role IS NOT NULL`;

/** In the order of `roles`, then by age of the account. */
export const listStaff = async (
  db: Database,
  roles: readonly StaffRole[],
  limit: number,
): Promise<StaffRow[]> => {
  const { rows } = await sql<StaffRow>`
    ${STAFF} ORDER BY array_position(${roles}::text[], u.staff_role), u.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};

export const findStaff = async (db: Database, id: UserId): Promise<StaffRow | null> => {
  const { rows } = await sql<StaffRow>`${STAFF} AND u.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** Whether the account that confirmed this address is of an administrator. */
export const isStaffAddress = async (db: Database, email: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM users WHERE email = ${email}::citext AND email_confirmed_at IS NOT NULL
      AND staff_role IS NOT NULL`.execute(db);
  return rows.length > 0;
};

export type InvitationRow = {
  id: string;
  email: string;
  role: StaffRole;
  invited_by: ProfileId;
  created_at: Date;
  expires_at: Date;
};

const INVITATION = sql`id, email::text AS email, role, invited_by, created_at, expires_at`;

/**
 * What a person began who was taken out of the team, blocked or given another role gives nothing.
 */
const IS_IN_FORCE = isStaffWith('team.decide', sql.ref('invited_by'));

export const listInvitations = async (db: Database, limit: number): Promise<InvitationRow[]> => {
  const { rows } = await sql<InvitationRow>`
    SELECT ${INVITATION} FROM staff_invitations WHERE ${IS_IN_FORCE} ORDER BY created_at DESC, id
      LIMIT ${limit}`.execute(db);
  return rows;
};

/** Replaces an earlier invitation of the same address. */
export const upsertInvitation = async (
  tx: Database,
  { tokenHash, ...row }: InvitationRow & { tokenHash: Buffer },
): Promise<void> => {
  const facts = { ...row, token_hash: tokenHash };
  await tx
    .insertInto('staff_invitations')
    .values(facts)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(facts))
    .execute();
};

/** People and invitations together. */
export const countTeam = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT count(*) FROM users WHERE staff_role IS NOT NULL)::integer + (SELECT count(*)
      FROM staff_invitations WHERE ${IS_IN_FORCE})::integer AS count`.execute(db);
  return rows[0]?.count ?? 0;
};

export const deleteInvitation = async (tx: Database, id: string): Promise<InvitationRow | null> => {
  const { rows } = await sql<InvitationRow>`
    DELETE FROM staff_invitations WHERE id = ${id}::uuid RETURNING ${INVITATION}`.execute(tx);
  return rows[0] ?? null;
};

/**
 * Deletes and returns the valid one in force with this token; of two concurrent calls only one gets
 * it.
 */
export const takeInvitation = async (
  tx: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | null> => {
  const { rows } = await sql<InvitationRow>`
    DELETE FROM staff_invitations WHERE token_hash = ${tokenHash}::bytea
      AND expires_at > ${now}::timestamptz AND ${IS_IN_FORCE} RETURNING ${INVITATION}`.execute(tx);
  return rows[0] ?? null;
};

export const deleteInvitationsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('staff_invitations').where('expires_at', '<', before).execute();
};

export type JoiningAccount = {
  email: string;
  second_factor: boolean;
  staff_role: StaffRole | null;
};

/** Locks the row until the transaction ends; null when it is blocked. */
export const lockAccount = async (tx: Database, id: UserId): Promise<JoiningAccount | null> => {
  const { rows } = await sql<JoiningAccount>`
    SELECT u.email::text AS email, u.staff_role,
      EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS second_factor
    FROM users u WHERE u.id = ${id}::uuid AND u.blocked_at IS NULL FOR NO KEY UPDATE OF u`.execute(
    tx,
  );
  return rows[0] ?? null;
};
