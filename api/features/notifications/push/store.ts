// SQL of the browsers that get Web Push.
import type { DeviceId, ProfileId, SessionId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type NewDevice = {
  id: DeviceId;
  profile_id: ProfileId;
  session_id: SessionId;
  endpoint_hash: Buffer;
  sealed: Buffer;
  name: string;
  created_at: Date;
};

/**
 * Inserts the browser; a known one goes over to this profile and session, because a browser is one
 * person's at a time. Returns its id.
 */
export const saveDevice = async (tx: Database, device: NewDevice): Promise<DeviceId> => {
  const { rows } = await sql<{ id: DeviceId }>`
    INSERT INTO push_devices (id, profile_id, session_id, endpoint_hash, sealed, name, created_at)
    VALUES (${device.id}, ${device.profile_id}, ${device.session_id}, ${device.endpoint_hash},
      ${device.sealed}, ${device.name}, ${device.created_at})
    ON CONFLICT (endpoint_hash) DO UPDATE SET profile_id = excluded.profile_id,
      session_id = excluded.session_id, name = excluded.name
    RETURNING id`.execute(tx);
  return rows[0]?.id ?? device.id;
};

/** How many the profile has beside this address, of those whose session is open. */
export const countOtherDevices = async (
  tx: Database,
  profileId: ProfileId,
  endpointHash: Buffer,
  now: Date,
): Promise<number> => {
  // Two calls at once would both find room.
  await sql`SELECT FROM profiles WHERE id = ${profileId}::uuid FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM push_devices d JOIN sessions s ON s.id = d.session_id
    WHERE d.profile_id = ${profileId}::uuid AND d.endpoint_hash <> ${endpointHash}
      AND s.revoked_at IS NULL AND s.expires_at > ${now}::timestamptz`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** The sealed address of a known browser is bound to its id, so it is sealed again with it. */
export const setSealed = async (tx: Database, id: DeviceId, sealed: Buffer): Promise<void> => {
  await tx.updateTable('push_devices').set({ sealed }).where('id', '=', id).execute();
};

/** Removes one of the profile's; false when it has no such one. */
export const deleteDevice = async (
  db: Database,
  profileId: ProfileId,
  id: DeviceId,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Removes the browser of a session; false when it has none. */
export const deleteDeviceOfSession = async (
  tx: Database,
  profileId: ProfileId,
  sessionId: SessionId,
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('push_devices')
    .where('profile_id', '=', profileId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Removes those whose session has ended. */
export const deleteEndedDevices = async (db: Database, now: Date): Promise<void> => {
  await sql`DELETE FROM push_devices d USING sessions s WHERE s.id = d.session_id
    AND (s.revoked_at IS NOT NULL OR s.expires_at <= ${now}::timestamptz)`.execute(db);
};

export const deleteDevicesOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('push_devices').where('profile_id', '=', profileId).execute();
};
