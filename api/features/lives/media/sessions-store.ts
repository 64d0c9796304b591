// Connections to shows whose session has ended, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

const hasEnded = (column: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(column)} IS NOT NULL AND NOT EXISTS (SELECT FROM sessions s
    JOIN users u ON u.id = s.user_id WHERE s.id = ${sql.raw(column)} AND s.revoked_at IS NULL
    AND s.expires_at > ${now}::timestamptz AND u.blocked_at IS NULL))`;

/** Among these sessions; null: among all. */
const isAmong = (column: string, ids: readonly SessionId[] | null): RawBuilder<boolean> =>
  ids === null ? sql<boolean>`true` : sql<boolean>`${sql.raw(column)} = ANY(${ids}::uuid[])`;

export type EndedVisit = {
  peer: PeerId;
  liveId: LiveId;
  profileId: ProfileId;
  producerId: ProfileId;
  type: number;
  role: LiveWatcherRole;
};

/** Visits that have not ended, of sessions that have. */
export const visitsOfEndedSessions = async (
  db: Database,
  now: Date,
  among: readonly SessionId[] | null,
): Promise<EndedVisit[]> => {
  const { rows } = await sql<EndedVisit>`
    SELECT w.id AS peer, w.live_id AS "liveId", w.profile_id AS "profileId",
      l.producer_id AS "producerId", l.type, w.role
    FROM live_viewers w JOIN lives l ON l.id = w.live_id
    WHERE w.left_at IS NULL AND ${isAmong('w.session_id', among)}
      AND ${hasEnded('w.session_id', now)} ORDER BY w.id`.execute(db);
  return rows;
};

/** Open shows that a page of an ended session sends. */
export const livesOfEndedSenders = async (
  db: Database,
  now: Date,
  among: readonly SessionId[] | null,
): Promise<{ id: LiveId; producerId: ProfileId; sessionId: SessionId }[]> => {
  const { rows } = await sql<{ id: LiveId; producerId: ProfileId; sessionId: SessionId }>`
    SELECT l.id, l.producer_id AS "producerId", l.sender_session_id AS "sessionId" FROM lives l
    WHERE l.ended_at IS NULL AND ${isAmong('l.sender_session_id', among)}
      AND ${hasEnded('l.sender_session_id', now)} ORDER BY l.id`.execute(db);
  return rows;
};

/** The session whose page sends the show from now on; null: a program does. */
export const setSender = async (
  db: Database,
  id: LiveId,
  sessionId: SessionId | null,
): Promise<void> => {
  await sql`UPDATE lives SET sender_session_id = ${sessionId}::uuid
    WHERE id = ${id}::uuid`.execute(db);
};

/** Unless another session sends the show by now. */
export const forgetSender = async (
  db: Database,
  id: LiveId,
  sessionId: SessionId,
): Promise<void> => {
  await sql`UPDATE lives SET sender_session_id = NULL WHERE id = ${id}::uuid
    AND sender_session_id = ${sessionId}::uuid`.execute(db);
};
