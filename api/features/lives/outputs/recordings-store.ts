// Recordings of shows and what is made of them, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveCutId, RecordingId } from '@camarim/contract/features/lives/recordings';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { CutRange, RecordingInstants } from './rules.ts';
import { isAccountUnderLegalHold } from '../../access/index.ts';

export type RecordedLive = RecordingInstants & {
  id: LiveId;
  producer_id: ProfileId;
  private_watcher_id: ProfileId | null;
  blurred_at: Date | null;
  withheld_at: Date | null;
};

/** An open show, locked; null when it has ended. */
export const lockRecordedLive = async (
  tx: Transaction,
  id: LiveId,
): Promise<RecordedLive | null> => {
  const { rows } = await sql<RecordedLive>`
    SELECT id, type, producer_id, private_watcher_id, recording_asked_at, recording_agreed_at,
      ended_at, blurred_at, withheld_at
    FROM lives WHERE id = ${id}::uuid AND ended_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
};

export const setRecordingInstants = async (
  tx: Transaction,
  { id, recording_asked_at: asked, recording_agreed_at: agreed }: RecordedLive,
): Promise<void> => {
  await sql`UPDATE lives SET recording_asked_at = ${asked}, recording_agreed_at = ${agreed}
    WHERE id = ${id}::uuid`.execute(tx);
};

/** Begins a recording; of a show that is recorded it does nothing. */
export const startRecording = async (
  tx: Transaction,
  { id, live, now }: { id: RecordingId; live: Pick<RecordedLive, 'id' | 'producer_id'>; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO live_recordings (id, live_id, producer_id, started_at) VALUES (${id}::uuid,
      ${live.id}::uuid, ${live.producer_id}::uuid, ${now})
    ON CONFLICT (live_id) WHERE ended_at IS NULL DO NOTHING`.execute(tx);
};

/** Ends the recording that runs, if one does. */
export const endRecording = async (
  tx: Database,
  liveId: LiveId,
  { now, keptUntil }: { now: Date; keptUntil: Date },
): Promise<void> => {
  await sql`
    UPDATE live_recordings SET ended_at = ${now}, kept_until = ${keptUntil}
      WHERE live_id = ${liveId}::uuid AND ended_at IS NULL`.execute(tx);
};

export type RecordingRow = {
  id: RecordingId;
  live_id: LiveId;
  producer_id: ProfileId;
  title: string;
  started_at: Date;
  ended_at: Date | null;
  kept_until: Date | null;
  length_ms: number;
};

const ROWS = sql`
  SELECT r.id, r.live_id, r.producer_id, l.title, r.started_at, r.ended_at, r.kept_until,
    coalesce((SELECT sum(s.duration_ms) FROM live_segments s
      WHERE s.recording_id = r.id), 0)::int AS length_ms
  FROM live_recordings r JOIN lives l ON l.id = r.live_id`;

export const listRecordings = async (
  db: Database,
  producerId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<RecordingRow[]> => {
  const { rows } = await sql<RecordingRow>`
    ${ROWS} WHERE r.producer_id = ${producerId}::uuid AND r.discarded_at IS NULL ORDER BY r.id DESC
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export const countRecordings = async (db: Database, producerId: ProfileId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM live_recordings
      WHERE producer_id = ${producerId}::uuid AND discarded_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
};

export const findRecording = async (
  db: Database,
  id: RecordingId,
): Promise<RecordingRow | null> => {
  const { rows } = await sql<RecordingRow>`${ROWS} WHERE r.id = ${id}::uuid
    AND r.discarded_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

export type CutRow = {
  id: LiveCutId;
  recording_id: RecordingId;
  from_ms: number;
  to_ms: number;
  title: string | null;
  media_id: MediaId | null;
  failed_at: Date | null;
};

export const insertCut = async (
  tx: Transaction,
  cut: CutRange & { id: LiveCutId; recordingId: RecordingId; title: string | null; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO live_cuts (id, recording_id, from_ms, to_ms, title, created_at)
    VALUES (${cut.id}::uuid, ${cut.recordingId}::uuid, ${cut.fromMs}, ${cut.toMs}, ${cut.title},
      ${cut.now})`.execute(tx);
};

const CUT = sql`id, recording_id, from_ms, to_ms, title, media_id, failed_at`;

export const cutsOf = async (db: Database, ids: readonly RecordingId[]): Promise<CutRow[]> => {
  const { rows } = await sql<CutRow>`
    SELECT ${CUT} FROM live_cuts WHERE recording_id = ANY(${ids}::uuid[]) ORDER BY id DESC`.execute(
    db,
  );
  return rows;
};

export const findCut = async (db: Database, id: LiveCutId): Promise<CutRow | null> => {
  const { rows } = await sql<CutRow>`SELECT ${CUT} FROM live_cuts WHERE id = ${id}::uuid`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** False when it was made before, or its recording was deleted. */
export const markCutMade = async (
  tx: Transaction,
  id: LiveCutId,
  mediaId: MediaId,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE live_cuts SET media_id = ${mediaId}::uuid, failed_at = NULL WHERE id = ${id}::uuid
      AND media_id IS NULL`.execute(tx);
  return numAffectedRows === 1n;
};

export const markCutFailed = async (db: Database, id: LiveCutId, now: Date): Promise<void> => {
  await sql`UPDATE live_cuts SET failed_at = ${now} WHERE id = ${id}::uuid
    AND media_id IS NULL`.execute(db);
};

/** Performers who were declared in the show. */
export const performersOfLive = async (db: Database, liveId: LiveId): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT performer_id AS id FROM live_performers WHERE live_id = ${liveId}::uuid
      ORDER BY performer_id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Deletes recordings; their segments are of no recording then, and pass. Those that a legal hold
 * keeps are only hidden from their owner: the sweep deletes them after its release.
 */
export const deleteRecordings = async (
  tx: Transaction,
  given: readonly RecordingId[],
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: RecordingId }>`
    UPDATE live_recordings SET discarded_at = coalesce(discarded_at, ${now})
    WHERE id = ANY(${given}::uuid[]) AND ${sql.raw(isAccountUnderLegalHold('producer_id'))}
    RETURNING id`.execute(tx);
  const held = new Set(rows.map(({ id }) => id));
  const ids = given.filter((id) => !held.has(id));
  await sql`UPDATE live_segments SET recording_id = NULL
    WHERE recording_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM live_recordings WHERE id = ANY(${ids}::uuid[])`.execute(tx);
};

/**
 * Recordings whose time is over, or which their owner deleted, of which nothing waits to be made;
 * of those that a legal hold keeps only what is still to be hidden: a recording that stays longer
 * than announced would tell its owner of the hold.
 */
export const expiredRecordings = async (
  db: Database,
  now: Date,
  most: number,
): Promise<RecordingId[]> => {
  const { rows } = await sql<{ id: RecordingId }>`
    SELECT r.id FROM live_recordings r WHERE (r.kept_until < ${now} OR r.discarded_at IS NOT NULL)
      AND (r.discarded_at IS NULL OR NOT ${sql.raw(isAccountUnderLegalHold('r.producer_id'))})
      AND NOT EXISTS (SELECT FROM live_cuts c WHERE c.recording_id = r.id AND c.media_id IS NULL
        AND c.failed_at IS NULL AND c.created_at > ${now}::timestamptz - interval '1 day')
    LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
};

export const recordingIdsOf = async (
  db: Database,
  producerId: ProfileId,
): Promise<RecordingId[]> => {
  const { rows } = await sql<{ id: RecordingId }>`
    SELECT id FROM live_recordings WHERE producer_id = ${producerId}::uuid`.execute(db);
  return rows.map(({ id }) => id);
};
