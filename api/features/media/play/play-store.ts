// Streams, audio and frames of media in the database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { FrameHash } from '../../../platform/media/port.ts';
import {
  factColumns,
  insertRenditions,
  type MediaFacts,
  type MediaPurpose,
  type NewRendition,
} from '../store.ts';
import type { StreamPhase } from '../storage-keys.ts';

/** A quality of a video, or the sound of all of them, which has no size. */
export type NewStream = {
  name: string;
  phase: StreamPhase;
  position: number;
  width: number | null;
  height: number | null;
  bitsPerSecond: number;
  averageBitsPerSecond: number;
  framesPerSecond: number | null;
  codecs: string;
  durationsMs: number[];
};

const replaceStreams = async (
  tx: Database,
  id: MediaId,
  streams: readonly NewStream[],
): Promise<void> => {
  await tx.deleteFrom('media_streams').where('media_id', '=', id).execute();
  await tx
    .insertInto('media_streams')
    .values(
      streams.map(
        ({
          name,
          phase,
          position,
          width,
          height,
          bitsPerSecond,
          averageBitsPerSecond,
          framesPerSecond,
          codecs,
          durationsMs,
        }) => ({
          media_id: id,
          name,
          phase,
          position,
          width,
          height,
          bits_per_second: bitsPerSecond,
          average_bits_per_second: averageBitsPerSecond,
          frames_per_second: framesPerSecond,
          codecs,
          durations_ms: durationsMs,
        }),
      ),
    )
    .execute();
};

/** Stores the early rendition; false when processing has ended. */
export const markPlayable = async (
  tx: Database,
  id: MediaId,
  facts: MediaFacts,
  {
    renditions,
    streams,
    segmentKey,
  }: { renditions: readonly NewRendition[]; streams: readonly NewStream[]; segmentKey: Buffer },
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .updateTable('media')
    .set({
      ...factColumns(facts),
      segment_key: segmentKey,
      playable_at: sql<Date>`coalesce(playable_at, ${now})`,
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await insertRenditions(tx, id, renditions);
  await replaceStreams(tx, id, streams);
  return true;
};

const endWork = async (tx: Database, id: MediaId, now: Date): Promise<boolean> => {
  const row = await tx
    .updateTable('media')
    .set({ status: 'processed', progress: 100, processed_at: now })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Writes everything made of a video and ends the work; false when another attempt ended it before.
 */
export const markEncoded = async (
  tx: Database,
  id: MediaId,
  {
    renditions,
    streams,
    frameHashes,
    durationMs,
  }: {
    renditions: readonly NewRendition[];
    streams: readonly NewStream[];
    frameHashes: readonly FrameHash[];
    durationMs: number;
  },
  now: Date,
): Promise<boolean> => {
  if (!(await endWork(tx, id, now))) return false;
  await tx.updateTable('media').set({ duration_ms: durationMs }).where('id', '=', id).execute();
  await insertRenditions(tx, id, renditions);
  await replaceStreams(tx, id, streams);
  if (frameHashes.length === 0) return true;
  await tx
    .insertInto('media_frame_hashes')
    .values(
      frameHashes.map(({ atMs, hash }) => ({
        media_id: id,
        at_ms: atMs,
        hash: sql<number>`${hash.toString()}::bigint`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
};

/**
 * Writes everything made of an audio and ends the work; false when another attempt ended it before.
 */
export const markAudioProcessed = async (
  tx: Database,
  id: MediaId,
  { loudness, waveform, ...facts }: MediaFacts & { loudness: number; waveform: number[] },
  sound: NewRendition,
  now: Date,
): Promise<boolean> => {
  if (!(await endWork(tx, id, now))) return false;
  await tx
    .updateTable('media')
    .set({ ...factColumns(facts), loudness, waveform, playable_at: now })
    .where('id', '=', id)
    .execute();
  await insertRenditions(tx, id, [sound]);
  return true;
};

/** False when processing has ended, or its progress was higher already. */
export const saveProgress = async (
  tx: Database,
  id: MediaId,
  percent: number,
): Promise<boolean> => {
  const row = await tx
    .updateTable('media')
    .set({ progress: percent })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('progress', '<', percent)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The sealed key of the segments; null while there are none. */
export const segmentKeyOf = async (db: Database, id: MediaId): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('media')
    .select('segment_key')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.segment_key ?? null;
};

export type StreamRow = {
  name: string;
  phase: StreamPhase;
  width: number | null;
  height: number | null;
  bits_per_second: number;
  /** Null in videos made before it was measured, as the next. */
  average_bits_per_second: number | null;
  frames_per_second: number | null;
  codecs: string;
  durations_ms: number[];
};

/** A media with what is played of it; null when there is nothing to play. */
export type PlayRow = {
  owner_id: ProfileId;
  purpose: MediaPurpose;
  segment_key: Buffer | null;
  name: string | null;
  /** No quality will follow. */
  complete: boolean;
  streams: StreamRow[];
  files: { kind: string; key: string; content_type: string; bytes: number }[];
};

export const loadPlay = async (db: Database, id: MediaId): Promise<PlayRow | null> => {
  const { rows } = await sql<PlayRow>`
    SELECT m.owner_id, m.purpose, m.segment_key, m.name, m.status = 'processed' AS complete,
      coalesce((SELECT json_agg(json_build_object('name', s.name, 'phase', s.phase, 'width',
        s.width, 'height', s.height,
        'bits_per_second', s.bits_per_second, 'average_bits_per_second',
          s.average_bits_per_second, 'frames_per_second', s.frames_per_second, 'codecs',
          s.codecs, 'durations_ms', s.durations_ms) ORDER BY s.position)
        FROM media_streams s WHERE s.media_id = m.id), '[]') AS streams,
      coalesce((SELECT json_agg(json_build_object('kind', r.kind, 'key', r.key, 'content_type',
        r.content_type, 'bytes', r.bytes))
        FROM media_renditions r WHERE r.media_id = m.id
          AND r.kind IN ('whole', 'sound', 'sprite', 'file')), '[]') AS files
    FROM media m WHERE m.id = ${id} AND m.playable_at IS NOT NULL AND m.status <> 'error'`.execute(
    db,
  );
  return rows[0] ?? null;
};
