// SQL of distributing notifications to email and Web Push.
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { DeviceId, NotificationId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';

/** The jobs by which failing items are postponed: notifications, and people's daily emails. */
export const DELIVER_JOB = 'notifications.deliver';
export const DIGEST_JOB = 'notifications.digest';

/** A notification on its way to a channel. */
export type Delivery = {
  id: NotificationId;
  profile_id: ProfileId;
  type: NotificationType;
  from_profile_id: ProfileId | null;
  post_id: PostId | null;
  amount_centavos: Centavos | null;
  text: string | null;
  read: boolean;
  post_owner: string | null;
  /** Browsers of the person that get Web Push. */
  devices: DeviceId[];
};

/** Devices whose session is open. */
const DEVICES = (now: Date) =>
  sql`ARRAY(SELECT d.id FROM push_devices d JOIN sessions s ON s.id = d.session_id
    WHERE d.profile_id = n.profile_id AND s.revoked_at IS NULL
    AND s.expires_at > ${now}::timestamptz)`;

const selectDeliveries = async (
  db: Database,
  chosen: RawBuilder<unknown>,
  now: Date,
): Promise<Delivery[]> => {
  const { rows } = await sql<Delivery>`
    SELECT n.id, n.profile_id, n.type, n.from_profile_id, n.post_id, n.amount_centavos, n.text,
      n.read_at IS NOT NULL AS read, o.domain_name::text AS post_owner,
      ${DEVICES(now)} AS devices
    FROM notifications n
      LEFT JOIN posts po ON po.id = n.post_id AND po.deleted_at IS NULL
        LEFT JOIN profiles o ON o.id = po.profile_id
    WHERE ${chosen} ORDER BY n.created_at, n.id`.execute(db);
  return rows;
};

/**
 * Takes the oldest notifications that were not distributed; another process takes others. They are
 * taken when the transaction commits.
 */
export const takePending = async (tx: Database, limit: number, now: Date): Promise<Delivery[]> => {
  const { rows } = await sql<{ id: NotificationId }>`
    UPDATE notifications SET pending = false WHERE id IN (
      SELECT id FROM notifications WHERE pending
        AND ${notPostponed(DELIVER_JOB, sql.ref('notifications.id'), now)} ORDER BY created_at, id
        LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(tx);
  if (rows.length === 0) return [];
  return selectDeliveries(tx, sql`n.id = ANY(${rows.map(({ id }) => id)}::uuid[])`, now);
};

/** Puts notifications back: what could not be composed is tried later. */
export const putBack = async (tx: Database, ids: readonly NotificationId[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.updateTable('notifications').set({ pending: true }).where('id', 'in', ids).execute();
};

export const loadDelivery = async (
  db: Database,
  id: NotificationId,
  now: Date,
): Promise<Delivery | null> =>
  (await selectDeliveries(db, sql`n.id = ${id}::uuid`, now))[0] ?? null;

/** Schedules the daily email with each of these. */
export const setDigestAt = async (
  tx: Database,
  due: readonly { id: NotificationId; at: Date }[],
): Promise<void> => {
  if (due.length === 0) return;
  await sql`UPDATE notifications n SET digest_at = d.at
    FROM unnest(${due.map(({ id }) => id)}::uuid[],
    ${due.map(({ at }) => at)}::timestamptz[]) AS d (id, at)
    WHERE n.id = d.id`.execute(tx);
};

/** Up to `limit` people whose daily email is due. */
export const listDigestsDue = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT DISTINCT n.profile_id AS id FROM notifications n WHERE n.digest_at <= ${now}::timestamptz
      AND ${notPostponed(DIGEST_JOB, sql`n.profile_id`, now)} LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Takes all that waits for the person's daily email, oldest first. */
export const takeDigest = async (
  tx: Database,
  profileId: ProfileId,
  now: Date,
): Promise<Delivery[]> => {
  const { rows } = await sql<{ id: NotificationId }>`
    UPDATE notifications SET digest_at = NULL WHERE profile_id = ${profileId}::uuid
      AND digest_at IS NOT NULL RETURNING id`.execute(tx);
  if (rows.length === 0) return [];
  return selectDeliveries(
    tx,
    sql`n.id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND n.read_at IS NULL`,
    now,
  );
};

/** A browser that gets Web Push. */
export type DeviceRow = { id: DeviceId; name: string; sealed: Buffer; created_at: Date };

/** The devices of the person whose session is open. */
export const listDevices = async (
  db: Database,
  profileId: ProfileId,
  now: Date,
): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    SELECT d.id, d.name, d.sealed, d.created_at FROM push_devices d
      JOIN sessions s ON s.id = d.session_id
    WHERE d.profile_id = ${profileId}::uuid AND s.revoked_at IS NULL
      AND s.expires_at > ${now}::timestamptz ORDER BY d.created_at, d.id`.execute(db);
  return rows;
};
