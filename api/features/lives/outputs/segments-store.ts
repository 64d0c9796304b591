// Segments of shows in the database; their bytes are in storage.
import type { LiveId } from '@camarim/contract/features/lives';
import type { RecordingId } from '@camarim/contract/features/lives/recordings';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';

/** Bucket of segments, private: they are delivered at signed addresses only. */
export const SEGMENTS = 'private';
const segmentsPrefix = (liveId: LiveId): string => `lives/${liveId}/`;
export const seriesPrefix = (liveId: LiveId, series: string): string =>
  `${segmentsPrefix(liveId)}${series}/`;
export const segmentKey = (liveId: LiveId, series: string, number: number | 'init'): string =>
  `${seriesPrefix(liveId, series)}${number === 'init' ? 'init.mp4' : `${number}.m4s`}`;

export type SegmentRow = {
  sequence: number;
  discontinuity: number;
  series: string;
  number: number;
  duration_ms: number;
  made_at: Date;
};

export type NewSegment = {
  liveId: LiveId;
  series: string;
  number: number;
  durationMs: number;
  madeAt: Date;
};

/**
 * Adds a segment after the last one of its show, to the recording that ran when it was made. Of a
 * private show, which two agreed to record, a segment is recorded only when all of it was made
 * within the recording. Repeating it changes nothing. False when there is no such show.
 */
export const insertSegment = async (
  tx: Transaction,
  { liveId, series, number, durationMs, madeAt }: NewSegment,
): Promise<boolean> => {
  const { rows: lives } = await sql`
    SELECT FROM lives WHERE id = ${liveId}::uuid FOR NO KEY UPDATE`.execute(tx);
  if (lives.length === 0) return false;
  await sql`
    WITH l AS (UPDATE lives SET segments = segments + 1 WHERE id = ${liveId}::uuid
      AND NOT EXISTS (SELECT FROM live_segments s WHERE s.live_id = ${liveId}::uuid
        AND s.series = ${series} AND s.number = ${number})
      RETURNING segments, type),
    r AS (SELECT r.id FROM live_recordings r, l WHERE r.live_id = ${liveId}::uuid
      AND r.started_at <= ${madeAt}::timestamptz - make_interval(secs => ${durationMs} / 1000.0)
      AND (r.ended_at IS NULL
        OR r.ended_at > ${madeAt}::timestamptz - CASE WHEN l.type = 2 THEN make_interval(secs => ${durationMs} / 1000.0)
        ELSE interval '0' END)
      ORDER BY r.started_at DESC LIMIT 1)
    INSERT INTO live_segments (live_id, sequence, discontinuity, series, number, recording_id,
      duration_ms, made_at)
    SELECT ${liveId}::uuid, l.segments - 1,
      coalesce((SELECT s.discontinuity + (s.series <> ${series})::int FROM live_segments s
        WHERE s.live_id = ${liveId}::uuid ORDER BY s.sequence DESC LIMIT 1), 0),
      ${series}, ${number}, (SELECT id FROM r), ${durationMs}, ${madeAt} FROM l`.execute(tx);
  return true;
};

const COLUMNS = sql`sequence, discontinuity, series, number, duration_ms, made_at`;

/** The newest ones of a show that were made after this instant, oldest first. */
export const latestSegments = async (
  db: Database,
  liveId: LiveId,
  { after, most }: { after: Date; most: number },
): Promise<SegmentRow[]> => {
  const { rows } = await sql<SegmentRow>`
    SELECT * FROM (SELECT ${COLUMNS} FROM live_segments WHERE live_id = ${liveId}::uuid
      AND made_at > ${after}
      ORDER BY sequence DESC LIMIT ${most}) latest ORDER BY sequence`.execute(db);
  return rows;
};

/** The segments of a recording, in order. */
export const segmentsOfRecording = async (db: Database, id: RecordingId): Promise<SegmentRow[]> => {
  const { rows } = await sql<SegmentRow>`
    SELECT ${COLUMNS} FROM live_segments WHERE recording_id = ${id}::uuid
      ORDER BY sequence`.execute(db);
  return rows;
};

/**
 * Deletes rows of segments that no recording has and that were made before this instant. Answers
 * what was deleted, and series of which nothing is left.
 */
export const deletePassingSegments = async (
  db: Database,
  before: Date,
  most: number,
): Promise<{ liveId: LiveId; series: string; number: number }[]> => {
  const { rows } = await sql<{ liveId: LiveId; series: string; number: number }>`
    DELETE FROM live_segments d USING (
      SELECT s.live_id, s.sequence FROM live_segments s JOIN lives l ON l.id = s.live_id
      WHERE s.recording_id IS NULL AND s.made_at < ${before} AND (l.ended_at IS NOT NULL
        OR s.sequence < l.segments - 1)
      ORDER BY s.made_at LIMIT ${most}) old
    WHERE d.live_id = old.live_id AND d.sequence = old.sequence
    RETURNING d.live_id AS "liveId", d.series, d.number`.execute(db);
  return rows;
};

/** Whether anything of the series is left. */
export const hasSeries = async (db: Database, liveId: LiveId, series: string): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM live_segments WHERE live_id = ${liveId}::uuid AND series = ${series}
      LIMIT 1`.execute(db);
  return rows.length > 0;
};
