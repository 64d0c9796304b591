// SQL of the tools of rooms: settings, moderators, restrictions, and what was done.
import type { LiveId } from '@camarim/contract/features/lives';
import type {
  LiveMessageId,
  RestrictionKind,
  RoomAudience,
} from '@camarim/contract/features/lives/room';
import type { RoomAction } from '@camarim/contract/features/lives/room-tools';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import type { Position } from '../../../platform/http/cursor.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { keepHeldCopy } from '../../access/index.ts';
import { isHidden, requesterRow } from '../../visibility/index.ts';

export type SettingsRow = { slow_seconds: number; audience: RoomAudience };

/** Null for a producer who set none. */
export const findSettings = async (
  db: Database,
  producerId: ProfileId,
): Promise<SettingsRow | null> => {
  const { rows } = await sql<SettingsRow>`
    SELECT slow_seconds, audience FROM live_room_settings
      WHERE producer_id = ${producerId}::uuid`.execute(db);
  return rows[0] ?? null;
};

export const saveSettings = async (
  tx: Database,
  producerId: ProfileId,
  { slow_seconds, audience }: SettingsRow,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(tx, 'roomSettings', producerId);
  await sql`
    INSERT INTO live_room_settings (producer_id, slow_seconds, audience, updated_at)
      VALUES (${producerId}::uuid, ${slow_seconds}, ${audience}, ${now})
    ON CONFLICT (producer_id) DO UPDATE SET slow_seconds = excluded.slow_seconds,
      audience = excluded.audience, updated_at = excluded.updated_at`.execute(tx);
};

export const listModerators = async (
  db: Database,
  producerId: ProfileId,
  requester: Requester,
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT m.profile_id AS id FROM live_moderators m CROSS JOIN ${requesterRow(requester)}
    WHERE m.producer_id = ${producerId}::uuid AND NOT ${isHidden('m.profile_id')}
      ORDER BY m.created_at, m.profile_id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * `tooMany` when there are as many as allowed. The profile's row is locked, so that concurrent
 * calls can't both take the last place.
 */
export const insertModerator = async (
  tx: Database,
  {
    producerId,
    profileId,
    max,
    now,
  }: {
    producerId: ProfileId;
    profileId: ProfileId;
    max: number;
    now: Date;
  },
): Promise<'added' | 'before' | 'tooMany'> => {
  await sql`SELECT FROM profiles WHERE id = ${producerId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ count: number; before: boolean }>`
    SELECT count(*)::int AS count, coalesce(bool_or(profile_id = ${profileId}::uuid),
      false) AS before FROM live_moderators WHERE producer_id = ${producerId}::uuid`.execute(tx);
  if (rows[0]?.before) return 'before';
  if ((rows[0]?.count ?? 0) >= max) return 'tooMany';
  await sql`INSERT INTO live_moderators (producer_id, profile_id, created_at)
    VALUES (${producerId}::uuid, ${profileId}::uuid, ${now})`.execute(tx);
  return 'added';
};

/** False when they were none. */
export const deleteModerator = async (
  tx: Database,
  producerId: ProfileId,
  profileId: ProfileId,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    DELETE FROM live_moderators WHERE producer_id = ${producerId}::uuid
      AND profile_id = ${profileId}::uuid`.execute(tx);
  return numAffectedRows === 1n;
};

export type RestrictionRow = {
  id: string;
  profile_id: ProfileId;
  kind: RestrictionKind;
  until: Date | null;
  by_id: ProfileId;
  created_at: Date;
};

const RESTRICTION = sql`r.id, r.profile_id, r.kind, r.until, r.by_id, r.created_at`;

/** `liveId` null: in all shows of the producer. A repeated one is renewed. */
export type NewRestriction = {
  producerId: ProfileId;
  profileId: ProfileId;
  liveId: LiveId | null;
  kind: RestrictionKind;
  until: Date | null;
  byId: ProfileId;
  now: Date;
};

export const insertRestriction = async (
  tx: Database,
  { producerId, profileId, liveId, kind, until, byId, now }: NewRestriction,
): Promise<RestrictionRow> => {
  const { rows } = await sql<RestrictionRow>`
    INSERT INTO live_restrictions AS r (id, producer_id, profile_id, live_id, kind, until, by_id,
      created_at)
    VALUES (${newId()}::uuid, ${producerId}::uuid, ${profileId}::uuid, ${liveId}::uuid, ${kind},
      ${until}, ${byId}::uuid, ${now})
    ON CONFLICT (producer_id, profile_id, live_id, kind) DO UPDATE SET until = excluded.until,
      by_id = excluded.by_id, created_at = excluded.created_at
    RETURNING ${RESTRICTION}`.execute(tx);
  if (!rows[0]) throw new Error('the restriction was not stored');
  return rows[0];
};

/** False when there was none. */
export const deleteRestriction = async (
  tx: Database,
  {
    producerId,
    profileId,
    liveId,
    kind,
  }: Pick<NewRestriction, 'producerId' | 'profileId' | 'liveId' | 'kind'>,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    DELETE FROM live_restrictions WHERE producer_id = ${producerId}::uuid
      AND profile_id = ${profileId}::uuid
      AND live_id IS NOT DISTINCT FROM ${liveId}::uuid AND kind = ${kind}`.execute(tx);
  return numAffectedRows === 1n;
};

export type ShownRestriction = RestrictionRow & { hidden: boolean };

/** What holds in the show now, bans for good included, the newest first. */
export const listRestrictions = async (
  db: Database,
  { id, producerId }: { id: LiveId; producerId: ProfileId },
  requester: Requester,
  { now, limit }: { now: Date; limit: number },
): Promise<ShownRestriction[]> => {
  const { rows } = await sql<ShownRestriction>`
    SELECT ${RESTRICTION}, ${isHidden('r.profile_id')} AS hidden FROM live_restrictions r
      CROSS JOIN ${requesterRow(requester)}
    WHERE r.producer_id = ${producerId}::uuid AND (r.live_id = ${id}::uuid OR r.live_id IS NULL)
      AND (r.until IS NULL OR r.until > ${now})
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/** Bans for good of a producer, the newest first. */
export const listBans = async (
  db: Database,
  producerId: ProfileId,
  requester: Requester,
  { before, limit }: { before: Position<string> | null; limit: number },
): Promise<ShownRestriction[]> => {
  const { rows } = await sql<ShownRestriction>`
    SELECT ${RESTRICTION}, ${isHidden('r.profile_id')} AS hidden FROM live_restrictions r
      CROSS JOIN ${requesterRow(requester)}
    WHERE r.producer_id = ${producerId}::uuid AND r.kind = 'banForGood'
      AND (${before?.at ?? null}::timestamptz IS NULL OR (r.created_at,
        r.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * What keeps the person out of the show now, or, without an id, out of any open show of the
 * producer; null when nothing does.
 */
export const entryRestriction = async (
  db: Database,
  { id, producerId }: { id: LiveId | null; producerId: ProfileId },
  profileId: ProfileId,
  now: Date,
): Promise<RestrictionKind | null> => {
  const { rows } = await sql<{ kind: RestrictionKind }>`
    SELECT kind FROM live_restrictions WHERE producer_id = ${producerId}::uuid
      AND profile_id = ${profileId}::uuid
      AND (live_id IS NULL OR live_id = ${id}::uuid OR (${id}::uuid IS NULL
        AND live_id IN (SELECT id FROM lives WHERE producer_id = ${producerId}::uuid
        AND ended_at IS NULL)))
      AND kind <> 'mute' AND (until IS NULL OR until > ${now})
    ORDER BY kind LIMIT 1`.execute(db);
  return rows[0]?.kind ?? null;
};

/** Whether the person is or was in the show, or has entered it and waits for it to start. */
export const hasVisited = async (
  db: Database,
  liveId: LiveId,
  profileId: ProfileId,
): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM live_viewers WHERE live_id = ${liveId}::uuid AND profile_id = ${profileId}::uuid
    UNION ALL
    SELECT FROM live_entries WHERE live_id = ${liveId}::uuid AND profile_id = ${profileId}::uuid
    LIMIT 1`.execute(db);
  return rows.length > 0;
};

export type NewAct = {
  producerId: ProfileId;
  liveId: LiveId | null;
  actorId: ProfileId;
  profileId: ProfileId | null;
  messageId: LiveMessageId | null;
  action: RoomAction;
  now: Date;
};

/** Records what was done in a room, in the transaction that does it. */
export const recordRoomAct = async (tx: Database, act: NewAct): Promise<void> => {
  await sql`
    INSERT INTO live_room_acts (id, producer_id, live_id, actor_id, profile_id, message_id, action,
      created_at)
    VALUES (${newId()}::uuid, ${act.producerId}::uuid, ${act.liveId}::uuid, ${act.actorId}::uuid,
      ${act.profileId}::uuid, ${act.messageId}::uuid, ${act.action}, ${act.now})`.execute(tx);
};

export type ActRow = {
  id: string;
  live_id: LiveId | null;
  actor_id: ProfileId;
  profile_id: ProfileId | null;
  message_id: LiveMessageId | null;
  action: RoomAction;
  created_at: Date;
  hidden: boolean;
  actor_hidden: boolean;
};

/** Newest first. */
export const listActs = async (
  db: Database,
  producerId: ProfileId,
  requester: Requester,
  {
    liveId,
    before,
    limit,
  }: { liveId: LiveId | null; before: Position<string> | null; limit: number },
): Promise<ActRow[]> => {
  const { rows } = await sql<ActRow>`
    SELECT a.id, a.live_id, a.actor_id, a.profile_id, a.message_id, a.action, a.created_at,
      a.profile_id IS NOT NULL AND ${isHidden('a.profile_id')} AS hidden,
        ${isHidden('a.actor_id')} AS actor_hidden
    FROM live_room_acts a CROSS JOIN ${requesterRow(requester)}
    WHERE a.producer_id = ${producerId}::uuid AND (${liveId}::uuid IS NULL
      OR a.live_id = ${liveId}::uuid)
      AND (${before?.at ?? null}::timestamptz IS NULL OR (a.created_at,
        a.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * Forgets a person: their place among moderators, what was done to them and by them, and what they
 * set.
 */
export const deleteToolsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_moderators WHERE ${profileId}::uuid IN (profile_id,
    producer_id)`.execute(db);
  await sql`DELETE FROM live_restrictions WHERE ${profileId}::uuid IN (profile_id,
    producer_id)`.execute(db);
  // What a moderator did holds without them.
  await sql`UPDATE live_restrictions SET by_id = producer_id
    WHERE by_id = ${profileId}::uuid`.execute(db);
  await sql`DELETE FROM live_room_acts WHERE ${profileId}::uuid IN (profile_id, producer_id,
    actor_id)`.execute(db);
  await sql`DELETE FROM live_room_settings WHERE producer_id = ${profileId}::uuid`.execute(db);
};
