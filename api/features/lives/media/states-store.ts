// What the live engine reports of the producers' media, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type LiveTransition = { producerId: ProfileId; type: number };

/** `first`: nothing was sent before. */
export type BroadcastStart = LiveTransition & { first: boolean; recorded: boolean };

/** Null when the show was on air, or has ended. */
export const markOnAir = async (
  tx: Database,
  id: LiveId,
  now: Date,
): Promise<BroadcastStart | null> => {
  const { rows } = await sql<BroadcastStart>`
    UPDATE lives SET published_at = coalesce(lives.published_at, ${now}), publisher_lost_at = NULL
    FROM (SELECT id, published_at IS NULL AS first FROM lives WHERE id = ${id}::uuid
      FOR NO KEY UPDATE) old
    WHERE lives.id = old.id AND lives.ended_at IS NULL AND lives.paused_at IS NULL
      AND (lives.published_at IS NULL OR lives.publisher_lost_at IS NOT NULL)
    RETURNING lives.producer_id AS "producerId", lives.type, lives.recorded, old.first`.execute(tx);
  return rows[0] ?? null;
};

/** Null when the show was not on air. */
export const markAway = async (
  tx: Database,
  id: LiveId,
  now: Date,
): Promise<LiveTransition | null> => {
  const { rows } = await sql<LiveTransition>`
    UPDATE lives SET publisher_lost_at = ${now}
    WHERE id = ${id}::uuid AND ended_at IS NULL AND paused_at IS NULL AND published_at IS NOT NULL
      AND publisher_lost_at IS NULL
    RETURNING producer_id AS "producerId", type`.execute(tx);
  return rows[0] ?? null;
};

export type OpenLive = {
  id: LiveId;
  producerId: ProfileId;
  startedAt: Date;
  publishedAt: Date | null;
  lostAt: Date | null;
  /** The producer may still broadcast. */
  approved: boolean;
  type: number;
  /** A party waits since then: for a private show of its producer, or for a break. */
  pausedAt: Date | null;
  inPrivate: boolean;
  /** A group show without enough tickets. */
  waitsForGroup: boolean;
  /** A private show that its watcher had entered and has left. */
  watcherLeft: boolean;
};

const OPEN = sql`
  l.id, l.producer_id AS "producerId", l.started_at AS "startedAt", l.published_at AS "publishedAt",
    l.publisher_lost_at AS "lostAt", p.producer_stage = 'approved' AS approved,
    l.type, l.paused_at AS "pausedAt", EXISTS (SELECT FROM lives q
      WHERE q.producer_id = l.producer_id AND q.type = 3 AND q.ended_at IS NULL) AS "inPrivate",
      l.charge = 'group' AND l.group_ready_at IS NULL AS "waitsForGroup",
    coalesce((SELECT bool_and(e.ended_at IS NOT NULL) FROM live_entries e WHERE e.live_id = l.id
      AND e.profile_id = l.private_watcher_id), false) AS "watcherLeft"`;

/** All shows that have not ended, at most two for each producer. */
export const openLives = async (db: Database): Promise<OpenLive[]> => {
  const { rows } = await sql<OpenLive>`
    SELECT ${OPEN}
    FROM lives l JOIN profiles p ON p.id = l.producer_id WHERE l.ended_at IS NULL
      ORDER BY l.id`.execute(db);
  return rows;
};

/** The open show; null when it has ended or never was. */
export const findOpenLive = async (db: Database, id: LiveId): Promise<OpenLive | null> => {
  const { rows } = await sql<OpenLive>`
    SELECT ${OPEN}
    FROM lives l JOIN profiles p ON p.id = l.producer_id WHERE l.id = ${id}::uuid
      AND l.ended_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/** A program with an ingest key of this label sends the show from now on. */
export const markSentByProgram = async (db: Database, id: LiveId, label: string): Promise<void> => {
  await sql`UPDATE lives SET program = ${label}, device_chosen_at = NULL
    WHERE id = ${id}::uuid`.execute(db);
};

/** The producer chose the device of a page instead of the program. */
export const markTakenOver = async (db: Database, id: LiveId, now: Date): Promise<void> => {
  await sql`UPDATE lives SET program = NULL, device_chosen_at = ${now} WHERE id = ${id}::uuid
    AND program IS NOT NULL`.execute(db);
};
