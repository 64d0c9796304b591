// Visits to live shows in the database: one row for each connection of a watcher.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { regionOf } from '../../../platform/http/place.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { isBlockedAccount, isHidden, placeColumns, requesterRow } from '../../visibility/index.ts';

export type NewVisit = {
  peer: PeerId;
  liveId: LiveId;
  requester: Requester & { profileId: ProfileId };
  sessionId: SessionId | null;
  role: LiveWatcherRole;
  now: Date;
  via?: 'webrtc' | 'hls';
};

/**
 * Adds a visit, and its person to the show's total the first time. False when the show has ended.
 */
export const insertVisit = async (
  tx: Database,
  { peer, liveId, requester: { profileId, place }, sessionId, role, now, via = 'webrtc' }: NewVisit,
): Promise<boolean> => {
  // Locked, so that a show does not end between this check and the insert, and two visits of one
  // person count once.
  const { rows: open } = await sql`SELECT FROM lives WHERE id = ${liveId}::uuid AND ended_at IS NULL
      FOR NO KEY UPDATE`.execute(tx);
  if (open.length === 0) return false;
  await sql`
    UPDATE lives SET total_watchers = total_watchers + 1 WHERE id = ${liveId}::uuid
      AND NOT EXISTS (SELECT FROM live_viewers w WHERE w.live_id = ${liveId}::uuid
        AND w.profile_id = ${profileId}::uuid)`.execute(tx);
  await sql`
    INSERT INTO live_viewers (id, live_id, profile_id, joined_at, region, city, role, via,
      session_id)
    VALUES (${peer}::uuid, ${liveId}::uuid, ${profileId}::uuid, ${now}, ${regionOf(place)},
      ${place.city}, ${role}, ${via}, ${sessionId}::uuid)`.execute(tx);
  return true;
};

export type VisitRow = {
  id: PeerId;
  live_id: LiveId;
  profile_id: ProfileId;
  joined_at: Date;
  via: 'webrtc' | 'hls';
};

/** Ends visits that have not ended; returns them. */
export const endVisits = async (
  tx: Database,
  peers: readonly PeerId[],
  now: Date,
): Promise<VisitRow[]> => {
  const { rows } = await sql<VisitRow>`
    UPDATE live_viewers SET left_at = ${now}, region = NULL, city = NULL, session_id = NULL
    WHERE id = ANY(${peers}::uuid[]) AND left_at IS NULL RETURNING id, live_id, profile_id,
      joined_at, via`.execute(tx);
  return rows;
};

/** The visits to a show that have not ended. */
export const openVisits = async (db: Database, liveId: LiveId): Promise<VisitRow[]> => {
  const { rows } = await sql<VisitRow>`
    SELECT id, live_id, profile_id, joined_at, via FROM live_viewers WHERE live_id = ${liveId}::uuid
      AND left_at IS NULL ORDER BY id`.execute(db);
  return rows;
};

/** The person's visits to this show that have not ended; of one way to watch when it is given. */
export const openVisitsOf = async (
  db: Database,
  liveId: LiveId,
  profileId: ProfileId,
  via: VisitRow['via'] | null = null,
): Promise<PeerId[]> => {
  const { rows } = await sql<{ id: PeerId }>`
    SELECT id FROM live_viewers WHERE live_id = ${liveId}::uuid AND profile_id = ${profileId}::uuid
      AND left_at IS NULL
      AND coalesce(via = ${via}::text, true) ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};

/** One's own visit to this show; null when it is not there. */
export const findVisit = async (
  db: Database,
  peer: PeerId,
  liveId: LiveId,
  profileId: ProfileId,
): Promise<VisitRow | null> => {
  const { rows } = await sql<VisitRow>`
    SELECT id, live_id, profile_id, joined_at, via FROM live_viewers
    WHERE id = ${peer}::uuid AND live_id = ${liveId}::uuid
      AND profile_id = ${profileId}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** How many people watch a show now, spies excepted. */
export const countWatchers = async (db: Database, liveId: LiveId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT profile_id)::int AS count FROM live_viewers
      WHERE live_id = ${liveId}::uuid AND left_at IS NULL AND role = 'watcher'`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Which of these people are hidden from no watcher of the show. */
export const shownToWatchers = async (
  db: Database,
  liveId: LiveId,
  personIds: readonly ProfileId[],
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM unnest(${personIds}::uuid[]) p (id) WHERE NOT EXISTS (
      SELECT FROM live_viewers w CROSS JOIN LATERAL (SELECT w.profile_id AS id,
        ${sql.raw(placeColumns('w.region', 'w.city'))}) v
      WHERE w.live_id = ${liveId}::uuid AND w.left_at IS NULL AND ${isHidden('p.id')})`.execute(db);
  return rows.map(({ id }) => id);
};

/** `waiting`: a watcher left just now and may come back, or a visit is locked. */
export type AnnouncedVisits = { joined: ProfileId[]; left: number; waiting: boolean };

/**
 * Marks as known to the room who began to watch an open show, and as gone who left it before
 * `leftBefore` and did not come back. Visits that another transaction has locked are left to a
 * later call, because they are locked there in another order. Null when the show has ended.
 */
export const announceVisits = async (
  tx: Database,
  liveId: LiveId,
  leftBefore: Date,
): Promise<AnnouncedVisits | null> => {
  const { rows } = await sql<AnnouncedVisits>`
    WITH people AS (
      SELECT profile_id, bool_or(announced) AS announced, bool_or(left_at IS NULL) AS here,
        max(left_at) AS left_at FROM live_viewers
      WHERE live_id = ${liveId}::uuid AND role = 'watcher' AND (left_at IS NULL OR announced)
        GROUP BY profile_id),
    held AS (
      SELECT w.id, w.profile_id FROM live_viewers w JOIN people p USING (profile_id)
      WHERE w.live_id = ${liveId}::uuid AND CASE WHEN p.here THEN w.left_at IS NULL
        AND NOT w.announced ELSE w.announced AND p.left_at <= ${leftBefore} END
      FOR NO KEY UPDATE OF w SKIP LOCKED),
    changed AS (
      UPDATE live_viewers w SET announced = p.here FROM held h JOIN people p USING (profile_id)
        WHERE w.id = h.id RETURNING w.profile_id)
    SELECT ARRAY(SELECT profile_id FROM people p WHERE here AND NOT announced AND EXISTS (SELECT
      FROM changed c WHERE c.profile_id = p.profile_id)) AS joined,
      (SELECT count(*)::int FROM people p WHERE NOT here AND EXISTS (SELECT FROM changed c
        WHERE c.profile_id = p.profile_id)) AS left,
      EXISTS (SELECT FROM people p WHERE here <> announced AND NOT EXISTS (SELECT FROM changed c
        WHERE c.profile_id = p.profile_id)) AS waiting
    FROM lives WHERE id = ${liveId}::uuid AND ended_at IS NULL`.execute(tx);
  return rows[0] ?? null;
};

/**
 * Open visits to shows from whose watchers their producer is hidden by now, and of people whose
 * account is blocked; among the visits of these people and to shows of these producers.
 */
export const visitsWithoutAccess = async (
  db: Database,
  { owners, viewers }: { owners: readonly ProfileId[]; viewers: readonly ProfileId[] },
): Promise<VisitRow[]> => {
  const { rows } = await sql<VisitRow>`
    SELECT w.id, w.live_id, w.profile_id, w.joined_at, w.via FROM live_viewers w
      JOIN lives l ON l.id = w.live_id
      CROSS JOIN LATERAL (SELECT w.profile_id AS id,
        ${sql.raw(placeColumns('w.region', 'w.city'))}) v
    WHERE w.left_at IS NULL AND (l.producer_id = ANY(${owners}::uuid[])
      OR w.profile_id = ANY(${viewers}::uuid[]))
      AND (${isHidden('l.producer_id')} OR ${isBlockedAccount('w.profile_id')})
    ORDER BY w.id`.execute(db);
  return rows;
};

/** Open visits to a paid show of people whose entry has ended. */
export const visitsWithoutEntry = async (
  db: Database,
  liveId: LiveId,
): Promise<{ id: PeerId; profileId: ProfileId }[]> => {
  const { rows } = await sql<{ id: PeerId; profileId: ProfileId }>`
    SELECT w.id, w.profile_id AS "profileId" FROM live_viewers w JOIN lives l ON l.id = w.live_id
    WHERE w.live_id = ${liveId}::uuid AND w.left_at IS NULL AND (l.charge <> 'free'
      OR w.role = 'spy')
      AND NOT EXISTS (SELECT FROM live_entries e WHERE e.live_id = l.id
        AND e.profile_id = w.profile_id AND e.ended_at IS NULL)
    ORDER BY w.id`.execute(db);
  return rows;
};

/**
 * For each pair the producer of the open show, when the person is its producer or watches it now;
 * else null.
 */
export const roomMembers = async (
  db: Database,
  pairs: readonly { liveId: LiveId; profileId: ProfileId | null }[],
): Promise<(ProfileId | null)[]> => {
  const { rows } = await sql<{ n: number; producerId: ProfileId }>`
    SELECT t.n::int AS n, l.producer_id AS "producerId"
    FROM unnest(${pairs.map(({ liveId }) => liveId)}::uuid[],
      ${pairs.map(({ profileId }) => profileId)}::uuid[]) WITH ORDINALITY t (live_id, profile_id, n)
    JOIN lives l ON l.id = t.live_id AND l.ended_at IS NULL
    WHERE l.producer_id = t.profile_id
      OR EXISTS (SELECT FROM live_viewers w WHERE w.live_id = l.id AND w.profile_id = t.profile_id
        AND w.left_at IS NULL AND w.role = 'watcher')`.execute(db);
  const producers = new Map(rows.map(({ n, producerId }) => [n - 1, producerId]));
  return pairs.map((_, index) => producers.get(index) ?? null);
};

/** People who watch a show now and may be shown to this requester, those who came last first. */
export const listWatchers = async (
  db: Database,
  liveId: LiveId,
  requester: Requester,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ profileId: ProfileId }>`
    SELECT w.profile_id AS "profileId" FROM live_viewers w CROSS JOIN ${requesterRow(requester)}
    WHERE w.live_id = ${liveId}::uuid AND w.left_at IS NULL AND w.role = 'watcher'
      AND NOT ${isHidden('w.profile_id')}
    GROUP BY w.profile_id ORDER BY max(w.joined_at) DESC, w.profile_id DESC
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ profileId }) => profileId);
};
