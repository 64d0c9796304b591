// SQL of accounts and sessions.
import type { ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import { type Selectable, sql } from 'kysely';
import type { StaffRole } from '@camarim/contract/staff';
import type { DB, Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keepHeldCopies } from '../access/index.ts';
import { unreadCount } from '../notifications/index.ts';
import type { ProducerStage } from '../profiles/index.ts';
import { requesterRow } from '../visibility/index.ts';

export type NewUser = {
  id: UserId;
  email: string;
  passwordHash: string | null;
  confirmed: boolean;
  now: Date;
};

/**
 * Fails with the constraint `users_email_key` when `confirmed` and another account has confirmed
 * the address.
 */
export const insertUser = async (tx: Database, user: NewUser): Promise<void> => {
  await tx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      email_confirmed_at: user.confirmed ? user.now : null,
      created_at: user.now,
    })
    .execute();
};

export type Credentials = {
  id: UserId;
  password_hash: string | null;
  blocked_at: Date | null;
  second_factor: boolean;
  /** When the owner last logged in on the requesting device; null when never. */
  device_seen_at: Date | null;
};

/**
 * The account behind a domain name or a confirmed email address. A domain name has no @, so only
 * one of the two can match. An unconfirmed address can't log in: an account that was created with
 * another account's address would otherwise reveal which of the two the address belongs to.
 */
export const findCredentials = async (
  db: Database,
  login: string,
  deviceHash: Buffer,
): Promise<Credentials | null> => {
  const { rows } = await sql<Credentials>`
    SELECT u.id, u.password_hash, u.blocked_at,
      EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
        OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS second_factor,
      (SELECT d.last_seen_at FROM known_devices d WHERE d.user_id = u.id
        AND d.device_hash = ${deviceHash}::bytea) AS device_seen_at
    FROM users u
    WHERE u.id = (SELECT id FROM users WHERE email = ${login}::citext
      AND email_confirmed_at IS NOT NULL UNION ALL SELECT user_id FROM profiles
      WHERE domain_name = ${login}::citext LIMIT 1)`.execute(db);
  return rows[0] ?? null;
};

export type UserRow = Pick<Selectable<DB['users']>, 'email' | 'email_confirmed_at'> & {
  unread: number;
};

/** The account of a session, with its number of unread notifications. */
export const loadUser = async (
  db: Database,
  viewer: Pick<Viewer, 'userId' | 'profileId' | 'place'>,
): Promise<UserRow | null> => {
  const { rows } = await sql<UserRow>`
    SELECT u.email, u.email_confirmed_at, ${unreadCount} AS unread FROM users u
      CROSS JOIN ${requesterRow(viewer)} WHERE u.id = ${viewer.userId}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** An open session with its owner. */
export type SessionRow = {
  user_id: UserId;
  profile_id: ProfileId;
  staff_role: StaffRole | null;
  producer_stage: ProducerStage;
  last_used_at: Date;
  /** The session was opened with a second factor, or has used one since. */
  second_factor: boolean;
  /** The owner's phones and address, sealed. */
  contacts: Buffer | null;
};

const SESSION_ROW = sql`s.user_id, p.id AS profile_id, u.staff_role, p.producer_stage,
  s.last_used_at, s.second_factor, c.sealed AS contacts`;
const SESSION_OWNER = sql`JOIN users u ON u.id = s.user_id JOIN profiles p ON p.user_id = u.id
  LEFT JOIN profile_contacts c ON c.profile_id = p.id`;

/** In the order of the ids; null when the session ended or its account is blocked. */
export const loadSessions = async (
  db: Database,
  ids: readonly SessionId[],
  now: Date,
): Promise<(SessionRow | null)[]> => {
  const { rows } = await sql<SessionRow & { id: SessionId }>`
    SELECT s.id, ${SESSION_ROW} FROM sessions s ${SESSION_OWNER}
    WHERE s.id = ANY(${ids}::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > ${now}::timestamptz
      AND u.blocked_at IS NULL`.execute(db);
  const found = new Map(rows.map(({ id, ...row }) => [id, row]));
  return ids.map((id) => found.get(id) ?? null);
};

export type NewSession = {
  id: SessionId;
  userId: UserId;
  refreshHash: Buffer;
  userAgent: string;
  address: string;
  /** Null: not known. */
  port: number | null;
  place: string;
  secondFactor: boolean;
  now: Date;
  expiresAt: Date;
};

/**
 * Inserts the session and returns it as `loadSessions` would, so a log-in needs one statement for
 * both.
 */
export const insertSession = async (
  tx: Database,
  {
    id,
    userId,
    refreshHash,
    userAgent,
    address,
    port,
    place,
    secondFactor,
    now,
    expiresAt,
  }: NewSession,
): Promise<SessionRow> => {
  const { rows } = await sql<SessionRow>`
    WITH s AS (
      INSERT INTO sessions (id, user_id, refresh_hash, user_agent, address, place, second_factor,
        rotated_at, proved_at, created_at, last_used_at, expires_at)
      SELECT ${id}::uuid, ${userId}::uuid, ${refreshHash}::bytea, ${userAgent}::text,
        ${address}::inet, ${place}::text, ${secondFactor}::boolean, t.now, t.now, t.now, t.now,
        ${expiresAt}::timestamptz
      FROM (SELECT ${now}::timestamptz AS now) t
      RETURNING user_id, last_used_at, second_factor
    ), recorded AS (
      INSERT INTO access_records (session_id, user_id, address, port, first_at, last_at)
      VALUES (${id}::uuid, ${userId}::uuid, ${address}::inet, ${port}::integer, ${now}::timestamptz,
        ${now}::timestamptz)
    )
    SELECT ${SESSION_ROW} FROM s ${SESSION_OWNER}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`account ${userId} has no profile`);
  return row;
};

export type RefreshableSession = {
  id: SessionId;
  user_id: UserId;
  /** The presented token is the current one; else it is the one before it. */
  current: boolean;
  rotated_at: Date;
  alive: boolean;
};

/**
 * Locks the session whose current or previous refresh token has this hash, so that concurrent
 * refreshes run one after the other.
 */
export const lockRefreshable = async (
  tx: Database,
  hash: Buffer,
  now: Date,
): Promise<RefreshableSession | null> => {
  const { rows } = await sql<RefreshableSession>`
    SELECT s.id, s.user_id, s.refresh_hash = ${hash}::bytea AS current, s.rotated_at,
      s.revoked_at IS NULL AND s.expires_at > ${now}::timestamptz AND u.blocked_at IS NULL AS alive
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.refresh_hash = ${hash}::bytea OR s.previous_refresh_hash = ${hash}::bytea
    FOR UPDATE OF s`.execute(tx);
  return rows[0] ?? null;
};

/** Makes `next` the current token and records the replaced one as used. */
export const rotateRefresh = async (
  tx: Database,
  id: SessionId,
  {
    used,
    next,
    now,
    expiresAt,
    address,
    place,
  }: { used: Buffer; next: Buffer; now: Date; expiresAt: Date; address: string; place: string },
): Promise<void> => {
  await tx
    .insertInto('rotated_refresh_tokens')
    .values({ refresh_hash: used, session_id: id, rotated_at: now })
    .execute();
  await tx
    .updateTable('sessions')
    .set({
      refresh_hash: next,
      previous_refresh_hash: used,
      rotated_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      address,
      place,
    })
    .where('id', '=', id)
    .execute();
};

/** The session in which the token was used before. */
export const sessionOfUsedToken = async (tx: Database, hash: Buffer): Promise<SessionId | null> => {
  const row = await tx
    .selectFrom('rotated_refresh_tokens')
    .select('session_id')
    .where('refresh_hash', '=', hash)
    .executeTakeFirst();
  return (row?.session_id as SessionId | undefined) ?? null;
};

/** The session whose current refresh token this is; for a log-out with an expired access token. */
export const sessionOfToken = async (db: Database, hash: Buffer): Promise<SessionId | null> => {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('refresh_hash', '=', hash)
    .executeTakeFirst();
  return (row?.id as SessionId | undefined) ?? null;
};

/** Ends a session; false when it had ended before. */
export const revokeSession = async (
  tx: Database,
  id: SessionId,
  reason: 'logout' | 'reuse',
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Skips locked rows: a session that is being renewed or ended is updated by that statement. */
export const touchSessions = async (
  db: Database,
  ids: readonly SessionId[],
  now: Date,
): Promise<void> => {
  await sql`
    UPDATE sessions SET last_used_at = ${now}
    WHERE id IN (SELECT id FROM sessions WHERE id = ANY(${ids}::uuid[])
      AND last_used_at < ${now}::timestamptz FOR NO KEY UPDATE SKIP LOCKED)`.execute(db);
};

/** Deletes used tokens and sessions that ended before `before`, with a copy under a legal hold. */
export const deleteStale = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('rotated_refresh_tokens').where('rotated_at', '<', before).execute();
  const ended = sql`t.expires_at < ${before} OR t.revoked_at < ${before}`;
  await keepHeldCopies(db, 'session', ended);
  await sql`DELETE FROM sessions t WHERE ${ended}`.execute(db);
};
