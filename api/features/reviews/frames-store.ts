// SQL of the frames of shows that are reviewed: several of one show together, called a batch.
import type { LiveId } from '@camarim/contract/features/lives';
import {
  type FRAME_KINDS,
  FRAMES_PER_REVIEW,
  type LiveFrameId,
} from '@camarim/contract/features/lives/frames';
import type { ReviewCause, ReviewReason } from '@camarim/contract/features/reviews/reasons';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * The batch of the show that waits for this cause, may take another frame and was shown to no
 * administrator yet, locked: what they look at and what they decide about does not change.
 */
export const findOpenBatch = async (
  tx: Database,
  { liveId, cause }: { liveId: LiveId; cause: ReviewCause },
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    SELECT r.subject_id AS id FROM content_reviews r WHERE r.kind = 'frames'
      AND r.state = 'waiting' AND r.cause = ${cause} AND r.version < ${FRAMES_PER_REVIEW}
      AND r.subject_id IN (SELECT f.batch_id FROM live_frames f WHERE f.live_id = ${liveId}::uuid)
      AND NOT EXISTS (SELECT FROM admin_log v WHERE v.subject_id = r.id::text
        AND v.action = 'review.viewed')
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1 FOR NO KEY UPDATE`.execute(tx);
  return rows[0]?.id ?? null;
};

/**
 * Batches that wait with frames of the show since then; from now on they come before others,
 * because it was reported, unless they come first already. Returns them, locked.
 */
export const raiseForReport = async (
  tx: Database,
  { liveId, after }: { liveId: LiveId; after: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    UPDATE content_reviews r SET cause = CASE r.cause WHEN 'match' THEN r.cause ELSE 'report' END
    WHERE r.kind = 'frames' AND r.state = 'waiting' AND r.subject_id IN (SELECT f.batch_id
      FROM live_frames f WHERE f.live_id = ${liveId}::uuid AND f.taken_at > ${after}
        AND f.report_id IS NULL AND f.kind <> 'face')
    RETURNING r.subject_id AS id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Whether frames of the same show were refused for this reason with a strike that counts. */
export const hasStrikeOfShow = async (
  tx: Database,
  batchId: string,
  reason: ReviewReason,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM live_frames f JOIN live_frames o ON o.live_id = f.live_id
      JOIN content_reviews c ON c.kind = 'frames' AND c.subject_id = o.batch_id
      WHERE f.batch_id = ${batchId}::uuid AND c.strike AND c.restored_at IS NULL
        AND c.reason = ${reason}) AS found`.execute(tx);
  return rows[0]?.found ?? false;
};

/** Deletes what waits and whose frames were all deleted: there is nothing to decide about. */
export const deleteEmptyBatches = async (db: Database): Promise<void> => {
  await sql`DELETE FROM content_reviews r WHERE r.kind = 'frames' AND r.state = 'waiting'
    AND NOT EXISTS (SELECT FROM live_frames f WHERE f.batch_id = r.subject_id)`.execute(db);
};

export type BatchFrame = {
  batch_id: string;
  live_id: LiveId;
  ended: boolean;
  id: LiveFrameId;
  kind: (typeof FRAME_KINDS)[number];
  taken_at: Date;
  has_picture: boolean;
};

/** Frames of these batches, in the order in which they were taken. */
export const loadFrames = async (
  db: Database,
  batchIds: readonly string[],
): Promise<BatchFrame[]> => {
  if (batchIds.length === 0) return [];
  const { rows } = await sql<BatchFrame>`
    SELECT f.batch_id, f.live_id, l.ended_at IS NOT NULL AS ended, f.id, f.kind, f.taken_at,
      f.has_picture
    FROM live_frames f JOIN lives l ON l.id = f.live_id
    WHERE f.batch_id = ANY(${batchIds}::uuid[]) ORDER BY f.taken_at, f.id`.execute(db);
  return rows;
};
