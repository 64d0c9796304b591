// Frames of shows in the database; their pictures are in storage.
import type { LiveId } from '@camarim/contract/features/lives';
import type { FRAME_KINDS, LiveFrameId } from '@camarim/contract/features/lives/frames';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isAccountUnderLegalHold, isEvidenceNeeded } from '../../access/index.ts';
import type { WaitingCase, WaitingCases } from '../../../platform/database/waiting.ts';

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
    f.reviewed_at, l.ended_at IS NOT NULL AS ended
  FROM live_frames f JOIN lives l ON l.id = f.live_id`;

/**
 * The frames that wait for review: matches first, then reports, faces and starts, then newest
 * first.
 */
export const waitingFrames = async (db: Database, limit: number): Promise<FrameRow[]> => {
  const { rows } = await sql<FrameRow>`
    ${ROWS} WHERE f.reviewed_at IS NULL AND f.for_review ORDER BY f.blocked DESC,
      f.kind = 'regular', f.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

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
  /** A person of the team looks at it. */
  forReview: boolean;
  reportId: string | null;
  now: Date;
};

export const insertFrame = async (db: Database, frame: NewFrame): Promise<void> => {
  await sql`
    INSERT INTO live_frames (id, live_id, kind, has_picture, taken_at, hash, blocked, for_review,
      report_id)
    VALUES (${frame.id}::uuid, ${frame.liveId}::uuid, ${frame.kind}, ${frame.hasPicture},
      ${frame.now}, ${frame.hash.toString()}::bigint, ${frame.blocked}, ${frame.forReview},
      ${frame.reportId}::uuid)`.execute(db);
};

/** Returns how many waited, by show; without those of the administrator's own shows. */
export const markReviewed = async (
  db: Database,
  ids: readonly LiveFrameId[],
  { adminId, now }: { adminId: ProfileId; now: Date },
): Promise<{ liveId: LiveId; reviewed: number }[]> => {
  const { rows } = await sql<{ liveId: LiveId; reviewed: number }>`
    WITH reviewed AS (UPDATE live_frames f SET reviewed_at = ${now}, reviewed_by = ${adminId}::uuid
      FROM lives l
    WHERE l.id = f.live_id AND f.id = ANY(${ids}::uuid[]) AND f.reviewed_at IS NULL
      AND l.producer_id <> ${adminId}::uuid RETURNING f.live_id)
    SELECT live_id AS "liveId", count(*)::integer AS reviewed FROM reviewed
      GROUP BY live_id`.execute(db);
  return rows;
};

/**
 * Frames that were taken before this instant and are evidence of no report whose evidence is
 * needed; refusals since `contestableSince` may be contested.
 */
export const oldFrames = async (
  db: Database,
  { before, contestableSince, most }: { before: Date; contestableSince: Date; most: number },
): Promise<{ id: LiveFrameId; liveId: LiveId }[]> => {
  const { rows } = await sql<{ id: LiveFrameId; liveId: LiveId }>`
    SELECT f.id, f.live_id AS "liveId" FROM live_frames f JOIN lives l ON l.id = f.live_id
      LEFT JOIN reports r ON r.id = f.report_id
    WHERE f.taken_at < ${before} AND NOT ${sql.raw(isAccountUnderLegalHold('l.producer_id'))}
      AND (r.id IS NULL OR NOT ${isEvidenceNeeded('r', contestableSince)}) ORDER BY f.taken_at
      LIMIT ${most}`.execute(db);
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

/** `type` 2 is a party; null when the show has ended. */
export const findOpen = async (
  db: Database,
  id: LiveId,
): Promise<{ type: number; producerId: ProfileId } | null> => {
  const { rows } = await sql<{ type: number; producerId: ProfileId }>`
    SELECT type, producer_id AS "producerId" FROM lives WHERE id = ${id}::uuid
      AND ended_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

/** Frames of the last minutes before a report become its evidence, without the face before it. */
export const keepForReport = async (
  db: Database,
  { liveId, reportId, after }: { liveId: LiveId; reportId: string; after: Date },
): Promise<void> => {
  await sql`
    UPDATE live_frames SET kind = 'report', report_id = ${reportId}::uuid, for_review = true,
      reviewed_at = NULL, reviewed_by = NULL
    WHERE live_id = ${liveId}::uuid AND taken_at > ${after} AND report_id IS NULL
      AND kind <> 'face'`.execute(db);
};

/** Frames that wait for a review. */
export const WAITING_FRAMES: WaitingCases = sql<WaitingCase>`
  SELECT f.live_id::text AS id, min(f.taken_at) AS since,
    l.producer_id AS about, NULL::uuid[] AS parties, NULL::timestamptz AS due
  FROM live_frames f JOIN lives l ON l.id = f.live_id WHERE f.reviewed_at IS NULL AND f.for_review
    GROUP BY f.live_id, l.producer_id`;
