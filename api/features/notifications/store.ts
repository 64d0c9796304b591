// SQL of notifications.
import type { NotificationId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import { contains } from '../../platform/database/contains.ts';
import type { Database } from '../../platform/database/database.ts';
import { isAccountUnderLegalHold } from '../access/index.ts';
import type { Requester, Viewer } from '../../platform/http/viewer.ts';
import { isHidden, requesterRow } from '../visibility/index.ts';
import type { NotificationType } from '@camarim/contract/features/notifications';
import {
  groupOf,
  NOTIFICATION_TYPES,
  type NotificationFlag,
  typesOfFlag,
} from '@camarim/contract/features/notifications/kinds';
import type { Position } from '../../platform/http/cursor.ts';

/** A row, by the names of its columns. */
export type NewNotification = {
  id: NotificationId;
  profile_id: ProfileId;
  type: NotificationType;
  from_profile_id: ProfileId | null;
  post_id: PostId | null;
  amount_centavos: Centavos | null;
  /** What the sender of a tip wrote. */
  text: string | null;
  created_at: Date;
};

/**
 * Inserts them; with `unlessUnread`, only those of which no equal one is unread. Returns which were
 * inserted.
 */
export const insertNotifications = async (
  tx: Database,
  notices: readonly NewNotification[],
  unlessUnread: boolean,
): Promise<Set<NotificationId>> => {
  if (notices.length === 0) return new Set();
  const { rows } = await sql<{ id: NotificationId }>`
    INSERT INTO notifications (id, profile_id, type, from_profile_id, post_id, amount_centavos,
      text, created_at)
    SELECT r.id, r.profile_id, r.type, r.from_profile_id, r.post_id, r.amount_centavos, r.text,
      r.created_at
    FROM jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
      AS r (id uuid, profile_id uuid, type text, from_profile_id uuid, post_id uuid,
        amount_centavos bigint, text text, created_at timestamptz)
    WHERE NOT ${unlessUnread}::boolean OR NOT EXISTS (
      SELECT FROM notifications o WHERE o.profile_id = r.profile_id AND o.read_at IS NULL
        AND o.type = r.type
        AND o.from_profile_id IS NOT DISTINCT FROM r.from_profile_id
          AND o.post_id IS NOT DISTINCT FROM r.post_id)
    RETURNING id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Marks the notifications of one type that one person caused. Returns who had any. */
export const markReadFrom = async (
  tx: Database,
  {
    profileIds,
    type,
    fromId,
  }: { profileIds: readonly ProfileId[]; type: NotificationType; fromId: ProfileId },
  now: Date,
): Promise<ProfileId[]> => {
  if (profileIds.length === 0) return [];
  const rows = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('profile_id', 'in', profileIds)
    .where('type', '=', type)
    .where('from_profile_id', '=', fromId)
    .where('read_at', 'is', null)
    .returning('profile_id')
    .execute();
  return [...new Set(rows.map(({ profile_id }) => profile_id as ProfileId))];
};

/** Whether the profile got one of this type from the person after the instant. */
export const notifiedSince = async (
  db: Database,
  { profileId, type, fromId }: { profileId: ProfileId; type: NotificationType; fromId: ProfileId },
  since: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM notifications WHERE profile_id = ${profileId}::uuid
      AND created_at > ${since}::timestamptz AND type = ${type}
      AND from_profile_id = ${fromId}::uuid LIMIT 1`.execute(db);
  return rows.length > 0;
};

/** What a person wrote, in notifications of one type that these profiles have from them. */
export const blankNotificationsFrom = async (
  tx: Database,
  {
    profileIds,
    type,
    fromId,
  }: { profileIds: readonly ProfileId[]; type: NotificationType; fromId: ProfileId },
): Promise<void> => {
  if (profileIds.length === 0) return;
  await tx
    .updateTable('notifications')
    .set({ text: null })
    .where('profile_id', 'in', profileIds)
    .where('type', '=', type)
    .where('from_profile_id', '=', fromId)
    .execute();
};

/** All of a profile, when its account is removed. */
export const deleteNotificationsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('notifications').where('profile_id', '=', profileId).execute();
};

export type NotificationRow = {
  id: NotificationId;
  type: NotificationType;
  from_profile_id: ProfileId | null;
  post_id: PostId | null;
  amount_centavos: Centavos | null;
  /** The message of a tip. */
  text: string | null;
  created_at: Date;
  read_at: Date | null;
  /** The owner of the post; null without a post, or when it is deleted. */
  post_owner: string | null;
};

export type NotificationFilter = {
  viewer: Viewer;
  types: readonly NotificationType[] | null;
  search: string | null;
  before: Position<NotificationId> | null;
  limit: number;
  offset: number;
};

/**
 * A page of a profile's notifications, newest first, without those of hidden profiles. Search
 * matches the profile that caused it, without accents and case.
 */
export const listRows = async (
  db: Database,
  { viewer, types, search, before, limit, offset }: NotificationFilter,
): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    SELECT n.id, n.type, n.from_profile_id, n.post_id, n.amount_centavos, n.text, n.created_at,
      n.read_at, o.domain_name::text AS post_owner
    FROM notifications n LEFT JOIN profiles p ON p.id = n.from_profile_id
      LEFT JOIN posts po ON po.id = n.post_id AND po.deleted_at IS NULL
        LEFT JOIN profiles o ON o.id = po.profile_id
      CROSS JOIN ${requesterRow(viewer)}
    WHERE n.profile_id = v.id AND (n.from_profile_id IS NULL
      OR NOT ${isHidden('n.from_profile_id')})
      AND ${isWantedInApp}
      AND (${types}::text[] IS NULL OR n.type = ANY(${types}::text[]))
      ${
        before === null
          ? sql``
          : sql`AND (n.created_at, n.id) < (${before.at}::timestamptz,
        ${before.id}::uuid)`
      }
      AND (${contains('p.display_name', search)} OR ${contains('p.domain_name::text', search)})
    ORDER BY n.created_at DESC, n.id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Marks these as read, or all; returns whether one was unread. */
export const markRead = async (
  db: Database,
  profileId: ProfileId,
  ids: readonly NotificationId[] | null,
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`UPDATE notifications SET read_at = ${now} WHERE profile_id = ${profileId}
      AND (${ids}::uuid[] IS NULL OR id = ANY(${ids}::uuid[])) AND read_at IS NULL`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
};

/** The badge shows "99+". */
const UNREAD_SHOWN_MAX = 100;

const GROUP_OF_TYPE = JSON.stringify(
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, groupOf(type)])),
);

/** SQL: the owner of the notification `n` wants its group in the application. */
const isWantedInApp = sql`NOT EXISTS (SELECT FROM notification_settings s
  WHERE s.profile_id = n.profile_id
  AND ${sql.lit(GROUP_OF_TYPE)}::jsonb ->> n.type = ANY(s.in_app_off))`;

/** SQL: the notification `n` is an unread one that the requester `v` (`requesterRow`) sees. */
const isUnread = sql`n.profile_id = v.id AND n.read_at IS NULL AND (n.from_profile_id IS NULL
  OR NOT ${isHidden('n.from_profile_id')}) AND ${isWantedInApp}`;

/** SQL: the unread count of the requester `v`, without notifications of hidden profiles. */
export const unreadCount = sql<number>`(SELECT count(*)::integer FROM (
  SELECT FROM notifications n WHERE ${isUnread} LIMIT ${sql.lit(UNREAD_SHOWN_MAX)}) unread)`;

export const countUnread = async (db: Database, requester: Requester): Promise<number> => {
  const { rows } = await sql<{
    unread: number;
  }>`SELECT ${unreadCount} AS unread FROM ${requesterRow(requester)}`.execute(db);
  return rows[0]?.unread ?? 0;
};

export type UnreadRow = { unread: number } & Record<NotificationFlag, boolean>;

const isFlagged = (flag: NotificationFlag) =>
  sql`EXISTS (SELECT FROM notifications n WHERE ${isUnread}
    AND n.type = ANY(${typesOfFlag(flag)}::text[]))`;

export const loadUnread = async (db: Database, viewer: Viewer): Promise<UnreadRow> => {
  const { rows } = await sql<UnreadRow>`
    SELECT ${unreadCount} AS unread, ${isFlagged('earning')} AS earning,
      ${isFlagged('walletIn')} AS "walletIn", ${isFlagged('walletOut')} AS "walletOut"
    FROM ${requesterRow(viewer)}`.execute(db);
  return rows[0] ?? { unread: 0, earning: false, walletIn: false, walletOut: false };
};

const SWEEP_BATCH = 5_000;

/**
 * Deletes notifications from before these times in batches, until none is left or the signal is
 * aborted.
 */
export const deleteNotificationsBefore = async (
  db: Database,
  before: { read: Date; unread: Date },
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM notifications WHERE id IN (
        SELECT id FROM notifications WHERE created_at < ${before.read}
          AND NOT ${sql.raw(isAccountUnderLegalHold('notifications.profile_id'))}
          AND (read_at IS NOT NULL OR created_at < ${before.unread}) ORDER BY created_at
          LIMIT ${SWEEP_BATCH})`.execute(db);
    if (signal?.aborted || Number(numAffectedRows ?? 0n) < SWEEP_BATCH) return;
  }
};
