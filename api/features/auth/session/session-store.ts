// SQL of a user's open sessions and known devices.
import type { ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Position } from '../../../platform/http/cursor.ts';
import { isAccountUnderLegalHold, keepHeldCopy } from '../../access/index.ts';

/** Why a session was revoked. */
export type EndReason = 'logout' | 'reuse' | 'revoked' | 'passwordChanged' | 'removed' | 'blocked';

/** Revokes a user's sessions, all but `except`, or only `one`; returns those that were open. */
export const revokeSessions = async (
  tx: Database,
  userId: UserId,
  {
    reason,
    now,
    except,
    one,
  }: { reason: EndReason; now: Date; except?: SessionId | undefined; one?: SessionId },
): Promise<SessionId[]> => {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .$if(one !== undefined, (query) => query.where('id', '=', one ?? ''))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id as SessionId);
};

export type OpenSession = {
  id: SessionId;
  user_agent: string;
  address: string | null;
  place: string;
  created_at: Date;
  last_used_at: Date;
};

/** Open sessions, the last used first; `total` counts all, or those after the position. */
export const listOpenSessions = async (
  db: Database,
  userId: UserId,
  now: Date,
  page: { limit: number } & ({ offset: number } | { after: Position<SessionId> | null }),
): Promise<{ rows: OpenSession[]; total: number }> => {
  const after = 'after' in page ? page.after : null;
  const beyond = after
    ? sql`(last_used_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<OpenSession & { total: string }>`
    SELECT id, user_agent, host(address) AS address, place, created_at, last_used_at,
      count(*) OVER () AS total FROM sessions
    WHERE user_id = ${userId}::uuid AND revoked_at IS NULL AND expires_at > ${now}::timestamptz
      AND ${beyond}
    ORDER BY last_used_at DESC, id DESC
    LIMIT ${page.limit}::int OFFSET ${'offset' in page ? page.offset : 0}::int`.execute(db);
  return { rows, total: Number(rows[0]?.total ?? 0) };
};

export type KnownDevice = {
  /** The beginning of its hash, long enough to tell devices apart. */
  name: string;
  last_seen_at: Date;
  /** Profiles of other accounts that logged in on it, last seen first. */
  others: ProfileId[];
};

/** Devices on which the user logged in, last seen first; removed accounts are left out. */
export const listKnownDevices = async (
  db: Database,
  userId: UserId,
  limit: number,
): Promise<KnownDevice[]> => {
  const { rows } = await sql<KnownDevice>`
    SELECT left(encode(d.device_hash, 'hex'), 8) AS name, d.last_seen_at,
      ARRAY(SELECT p.id FROM known_devices o JOIN profiles p ON p.user_id = o.user_id
        WHERE o.device_hash = d.device_hash AND o.user_id <> d.user_id
        ORDER BY o.last_seen_at DESC, p.id LIMIT 10) AS others
    FROM known_devices d WHERE d.user_id = ${userId}::uuid
    ORDER BY d.last_seen_at DESC, d.device_hash LIMIT ${limit}`.execute(db);
  return rows;
};

/** Whether the user has logged in on any device before, and whether on this one. */
export const deviceHistory = async (
  tx: Database,
  userId: UserId,
  deviceHash: Buffer,
): Promise<{ before: boolean; known: boolean }> => {
  const row = await tx
    .selectFrom('known_devices')
    .select(({ fn }) => [
      fn.countAll<string>().as('devices'),
      fn
        .count<string>(sql`1`)
        .filterWhere('device_hash', '=', deviceHash)
        .as('same'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { before: Number(row.devices) > 0, known: Number(row.same) > 0 };
};

export const upsertDevice = async (
  tx: Database,
  userId: UserId,
  deviceHash: Buffer,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash, last_seen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: now }),
    )
    .execute();
};

/** Every device is unknown to the log-in again. */
export const deleteDevicesOf = async (tx: Database, userId: UserId): Promise<void> => {
  await keepHeldCopy(tx, 'device', userId);
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
};

/** Deletes devices that were not seen since, except those of accounts under a legal hold. */
export const deleteDevicesBefore = async (db: Database, before: Date): Promise<void> => {
  await sql`
    DELETE FROM known_devices d WHERE d.last_seen_at < ${before}
      AND NOT EXISTS (SELECT FROM profiles p WHERE p.user_id = d.user_id
        AND ${sql.raw(isAccountUnderLegalHold('p.id'))})`.execute(db);
};
