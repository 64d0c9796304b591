// Frames of shows in the database; their pictures are in storage.
import type { LiveId } from '@camarim/contract/features/lives';
import type { FRAME_KINDS, LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isAccountUnderLegalHold, isEvidenceNeeded } from '../../access/index.ts';

export type FrameKind = (typeof FRAME_KINDS)[number];

export const FRAMES = 'private';
export const frameKey = (liveId: LiveId, id: LiveFrameId): string =>
  `live-frames/${liveId}/${id}.webp`;

export type FrameRow = {
  id: LiveFrameId;
  live_id: LiveId;
  producer_id: ProfileId;
  kind: FrameKind;
  has_picture: boolean;
  taken_at: Date;
  blocked: boolean;
  reviewed_at: Date | null;
  ended: boolean;
};

const ROWS = sql`
  SELECT f.id, f.live_id, l.producer_id, f.kind, f.has_picture, f.taken_at, f.blocked,
    r.decided_at AS reviewed_at, l.ended_at IS NOT NULL AS ended
  FROM live_frames f JOIN lives l ON l.id = f.live_id
    LEFT JOIN content_reviews r ON r.kind = 'frames' AND r.subject_id = f.batch_id`;

export const framesOfLive = async (
  db: Database,
  liveId: LiveId,
  limit: number,
): Promise<FrameRow[]> => {
  const { rows } = await sql<FrameRow>`
    ${ROWS} WHERE f.live_id = ${liveId}::uuid ORDER BY f.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

export const findFrame = async (db: Database, id: LiveFrameId): Promise<FrameRow | null> => {
  const { rows } = await sql<FrameRow>`${ROWS} WHERE f.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

export type NewFrame = {
  id: LiveFrameId;
  liveId: LiveId;
  kind: FrameKind;
  hash: bigint;
  blocked: boolean;
  hasPicture: boolean;
  /** What its review is about; null: no person of the team looks at it. */
  batchId: string | null;
  reportId: string | null;
  now: Date;
};

export const insertFrame = async (db: Database, frame: NewFrame): Promise<void> => {
  await sql`
    INSERT INTO live_frames (id, live_id, kind, has_picture, taken_at, hash, blocked, batch_id,
      report_id)
    VALUES (${frame.id}::uuid, ${frame.liveId}::uuid, ${frame.kind}, ${frame.hasPicture},
      ${frame.now}, ${frame.hash.toString()}::bigint, ${frame.blocked}, ${frame.batchId}::uuid,
      ${frame.reportId}::uuid)`.execute(db);
};

/**
 * SQL that is true while the refusal of the frame `f` may be contested, or an appeal against it is
 * open: who decides the appeal looks at the frames.
 */
const isRefusalContestable = (since: Date) => sql`EXISTS (SELECT FROM content_reviews c
  WHERE c.kind = 'frames' AND c.subject_id = f.batch_id AND c.state = 'refused'
    AND c.restored_at IS NULL AND (c.decided_at > ${since}
      OR EXISTS (SELECT FROM admin_log a JOIN help_tickets t ON t.appeals = a.id
        WHERE a.subject_id = c.id::text AND a.action = 'review.refused'
          AND t.answered_at IS NULL)))`;

/**
 * Frames that were taken before this instant, are evidence of no report whose evidence is needed,
 * and of no refusal that may be contested; decisions since `contestableSince` may be.
 */
export const oldFrames = async (
  db: Database,
  { before, contestableSince, most }: { before: Date; contestableSince: Date; most: number },
): Promise<{ id: LiveFrameId; liveId: LiveId }[]> => {
  const { rows } = await sql<{ id: LiveFrameId; liveId: LiveId }>`
    SELECT f.id, f.live_id AS "liveId" FROM live_frames f JOIN lives l ON l.id = f.live_id
      LEFT JOIN reports r ON r.id = f.report_id
    WHERE f.taken_at < ${before} AND NOT ${sql.raw(isAccountUnderLegalHold('l.producer_id'))}
      AND (r.id IS NULL OR NOT ${isEvidenceNeeded('r', contestableSince)})
      AND NOT ${isRefusalContestable(contestableSince)}
      ORDER BY f.taken_at LIMIT ${most}`.execute(db);
  return rows;
};

export const deleteFrames = async (db: Database, ids: readonly LiveFrameId[]): Promise<void> => {
  await sql`DELETE FROM live_frames WHERE id = ANY(${ids}::uuid[])`.execute(db);
};

/** Shows on air. */
export const livesOnAir = async (db: Database): Promise<LiveId[]> => {
  const { rows } = await sql<{ id: LiveId }>`
    SELECT id FROM lives WHERE ended_at IS NULL AND published_at IS NOT NULL
      AND publisher_lost_at IS NULL ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * `type` 2 is a party; `reversed`: its watcher may send their own picture. Null when the show has
 * ended.
 */
export const findOpen = async (
  db: Database,
  id: LiveId,
): Promise<{ type: number; producerId: ProfileId; reversed: boolean } | null> => {
  const { rows } = await sql<{ type: number; producerId: ProfileId; reversed: boolean }>`
    SELECT type, producer_id AS "producerId", reverse_since IS NOT NULL AS reversed FROM lives WHERE id = ${id}::uuid
      AND ended_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/**
 * Frames of the last minutes before a report become its evidence, without the face before it. Those
 * in a batch of `waiting` stay there, because someone may be deciding about it; the others wait in
 * the new batch. Returns the producer of these; null without any.
 */
export const keepForReport = async (
  db: Database,
  {
    liveId,
    reportId,
    batchId,
    waiting,
    after,
  }: {
    liveId: LiveId;
    reportId: string;
    batchId: string;
    waiting: readonly string[];
    after: Date;
  },
): Promise<ProfileId | null> => {
  const { rows } = await sql<{ producerId: ProfileId; isNew: boolean }>`
    UPDATE live_frames f SET kind = 'report', report_id = ${reportId}::uuid,
      batch_id = CASE WHEN f.batch_id = ANY(${waiting}::uuid[]) THEN f.batch_id
        ELSE ${batchId}::uuid END
    FROM lives l WHERE l.id = f.live_id AND f.live_id = ${liveId}::uuid AND f.taken_at > ${after}
      AND f.report_id IS NULL AND f.kind <> 'face'
    RETURNING l.producer_id AS "producerId", f.batch_id = ${batchId}::uuid AS "isNew"`.execute(db);
  return rows.find(({ isNew }) => isNew)?.producerId ?? null;
};

/**
 * The show of frames that are reviewed together, locked, and whether they still wait; null:
 * deleted.
 */
export const lockBatch = async (
  db: Database,
  batchId: string,
): Promise<{ liveId: LiveId; waiting: boolean } | null> => {
  const { rows } = await sql<{ liveId: LiveId; waiting: boolean }>`
    SELECT f.live_id AS "liveId", r.state = 'waiting' AS waiting FROM live_frames f
      JOIN content_reviews r ON r.kind = 'frames' AND r.subject_id = f.batch_id
      JOIN lives l ON l.id = f.live_id
    WHERE f.batch_id = ${batchId}::uuid LIMIT 1 FOR NO KEY UPDATE OF l`.execute(db);
  return rows[0] ?? null;
};
