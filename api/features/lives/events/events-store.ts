// Events of rooms in the database, for programs outside of the room.
import type { RoomEventType } from '@camarim/contract/features/lives/room-events';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type RoomEventRow = {
  id: string;
  producer_id: ProfileId;
  seq: number;
  type: RoomEventType;
  from_id: ProfileId | null;
  data: Record<string, unknown>;
  created_at: Date;
};

export type NewRoomEvent = {
  id: string;
  producerId: ProfileId;
  type: RoomEventType;
  /** What it is about: it is recorded once for each type. */
  subjectId: string;
  fromId: ProfileId | null;
  data: Record<string, unknown>;
  now: Date;
};

/** False when the producer has no log, or the log has this event. */
export const insertRoomEvent = async (tx: Database, event: NewRoomEvent): Promise<boolean> => {
  const { id, producerId, type, subjectId, fromId, data, now } = event;
  const { numAffectedRows } = await sql`
    WITH log AS (UPDATE live_event_logs SET last_seq = last_seq + 1
      WHERE producer_id = ${producerId}::uuid RETURNING last_seq)
    INSERT INTO live_events (id, producer_id, seq, type, subject_id, from_id, data, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, last_seq, ${type}, ${subjectId}::uuid, ${fromId}::uuid,
      ${JSON.stringify(data)}::jsonb, ${now}
    FROM log ON CONFLICT (producer_id, type, subject_id) DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
};

/** Events are recorded from now on; returns the number of the last one. */
export const openLog = async (tx: Database, producerId: ProfileId): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO live_event_logs AS l (producer_id) VALUES (${producerId}::uuid)
    ON CONFLICT (producer_id) DO UPDATE SET last_seq = l.last_seq
      RETURNING last_seq::int AS last`.execute(tx);
  return rows[0]?.last ?? 0;
};

/** Until the transaction ends no other one opens the log or adds an event. */
export const lockLog = async (tx: Database, producerId: ProfileId): Promise<void> => {
  await sql`SELECT FROM live_event_logs WHERE producer_id = ${producerId}::uuid FOR UPDATE`.execute(
    tx,
  );
};

/** Nothing is recorded from now on, and what was recorded is deleted. */
export const deleteLog = async (db: Database, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_event_logs WHERE producer_id = ${producerId}::uuid`.execute(db);
};

/** Events of other producers no longer name this person as their sender. */
export const forgetSender = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`UPDATE live_events SET from_id = NULL WHERE from_id = ${profileId}::uuid`.execute(db);
};

/** The number of the producer's last event; 0 without any. */
export const lastSeq = async (db: Database, producerId: ProfileId): Promise<number> => {
  const { rows } = await sql<{
    last: number;
  }>`SELECT last_seq::int AS last FROM live_event_logs
    WHERE producer_id = ${producerId}::uuid`.execute(db);
  return rows[0]?.last ?? 0;
};

const COLUMNS = sql`id, producer_id, seq::int AS seq, type, from_id, data, created_at`;

/** The oldest first. */
export const eventsAfter = async (
  db: Database,
  producerId: ProfileId,
  after: number,
  limit: number,
): Promise<RoomEventRow[]> => {
  const { rows } = await sql<RoomEventRow>`
    SELECT ${COLUMNS} FROM live_events WHERE producer_id = ${producerId}::uuid AND seq > ${after}
      ORDER BY seq LIMIT ${limit}`.execute(db);
  return rows;
};

/** The events that were not deleted, in no order. */
export const findEvents = async (db: Database, ids: readonly string[]): Promise<RoomEventRow[]> => {
  const { rows } = await sql<RoomEventRow>`SELECT ${COLUMNS} FROM live_events
      WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return rows;
};

/** Deletes some that are older. Returns how many. */
export const deleteOldEvents = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    DELETE FROM live_events WHERE id IN (SELECT id FROM live_events WHERE created_at < ${before}
      ORDER BY created_at LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
