// Media and their renditions in the database.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { AiChoice, Locale } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { preparedRead, unseen } from '../../platform/database/prepared-read.ts';
import { causeOfMedia, type WithholdingCause } from '../access/index.ts';
import type { FileKind, RenditionKind } from './storage-keys.ts';

export type MediaPurpose = DB['media']['purpose'];
export type Bucket = DB['media']['bucket'];
export type MediaKind = 'image' | 'video' | 'audio' | 'archive';

export type SpriteDetails = {
  columns: number;
  rows: number;
  frameWidth: number;
  frameHeight: number;
  intervalMs: number;
};

/** A media as lists and the job need it. */
export type MediaRow = {
  id: MediaId;
  owner_id: ProfileId;
  purpose: MediaPurpose;
  content_type: string;
  name: string | null;
  bucket: Bucket;
  original_key: string;
  bytes: number | null;
  status: 'created' | 'processing' | 'processed' | 'error';
  error_code: string | null;
  width: number | null;
  height: number | null;
  thumbhash: string | null;
  kind: MediaKind;
  playable_at: Date | null;
  progress: number;
  duration_ms: number | null;
  waveform: number[] | null;
  /** Names of the video's qualities, lowest first. */
  resolutions: string[];
  /** Frames for scrubbing, of a finished video. */
  sprite: SpriteDetails | null;
  /** Lengths in seconds of the trailers that are cut. */
  trailers: number[];
  /** Languages of its captions. */
  captions: Locale[];
  ai_declared: AiChoice;
  ai_found: 'altered' | 'generated' | null;
  ai_decided: AiChoice | null;
  /** Why others are not shown it; null while nothing withholds it. */
  withheld_for: WithholdingCause | null;
  created_at: Date;
};

const selectMedia = preparedRead<MediaRow>(`
  SELECT id, owner_id, purpose, content_type, name, bucket, original_key, bytes, status, error_code,
    width, height, thumbhash,
    kind, playable_at, progress, duration_ms, waveform, created_at, ai_declared, ai_found,
      ai_decided,
    ARRAY(SELECT s.name FROM media_streams s WHERE s.media_id = m.id AND s.height IS NOT NULL
      ORDER BY s.position) AS resolutions,
    (SELECT r.details FROM media_renditions r WHERE r.media_id = m.id
      AND r.kind = 'sprite') AS sprite,
    ARRAY(SELECT substr(r.kind, 8)::integer FROM media_renditions r WHERE r.media_id = m.id
      AND r.kind ^@ 'trailer') AS trailers,
    ARRAY(SELECT c.language FROM media_captions c WHERE c.media_id = m.id
      ORDER BY c.language) AS captions,
    ${causeOfMedia('m.id')} AS withheld_for
  FROM media m WHERE id = ANY(${unseen('$1::uuid[]')}::uuid[])`);

export const mediaByIds = (db: Database, ids: readonly MediaId[]): Promise<MediaRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectMedia(db, ids);

export type NewMedia = {
  id: MediaId;
  ownerId: ProfileId;
  purpose: MediaPurpose;
  /** As declared, until it is inspected: archives ask for consents to downloads at once. */
  kind: MediaKind;
  contentType: string;
  name: string | null;
  bucket: Bucket;
  /** What the owner's form or parts made. */
  uploadKey: string;
  /** Where it is copied to before it is inspected. */
  originalKey: string;
  bytes: number;
  ai: AiChoice;
  now: Date;
};

/** False when the upload was attached before: an upload belongs to one media for ever. */
export const insertMedia = async (tx: Database, media: NewMedia): Promise<boolean> => {
  const row = await tx
    .insertInto('media')
    .values({
      id: media.id,
      owner_id: media.ownerId,
      purpose: media.purpose,
      kind: media.kind,
      content_type: media.contentType,
      name: media.name,
      bucket: media.bucket,
      upload_key: media.uploadKey,
      original_key: media.originalKey,
      bytes: media.bytes,
      ai_declared: media.ai,
      created_at: media.now,
    })
    .onConflict((conflict) => conflict.column('upload_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** A media with what the work on it needs. */
export type WorkRow = Pick<
  MediaRow,
  'id' | 'purpose' | 'content_type' | 'original_key' | 'status'
> & {
  /**
   * The key that its owner can write until the upload grant ends; equal to `original_key` in media
   * made before originals were copied.
   */
  upload_key: string;
  /** The owner's domain name. */
  owner_name: string;
  /** When the early rendition was ready and the encoding of all qualities was requested. */
  encoding_asked_at: Date | null;
  /** A failed media's files stay until then. */
  original_until: Date | null;
};

export const loadWork = async (db: Database, id: MediaId): Promise<WorkRow | null> => {
  const row = await db
    .selectFrom('media as m')
    .innerJoin('profiles as o', 'o.id', 'm.owner_id')
    .select([
      'm.id',
      'm.purpose',
      'm.content_type',
      'm.original_key',
      'm.upload_key',
      'm.status',
      'm.encoding_asked_at',
      'm.original_until',
      'o.domain_name as owner_name',
    ])
    .where('m.id', '=', id)
    .executeTakeFirst();
  return (row as WorkRow | undefined) ?? null;
};

/** The media made of an upload, if any. */
export const mediaByUpload = async (
  db: Database,
  key: string,
): Promise<Pick<MediaRow, 'id' | 'purpose' | 'status' | 'original_key'> | null> => {
  const row = await db
    .selectFrom('media')
    .select(['id', 'purpose', 'status', 'original_key'])
    .where('upload_key', '=', key)
    .executeTakeFirst();
  return (row as Pick<MediaRow, 'id' | 'purpose' | 'status' | 'original_key'> | undefined) ?? null;
};

/**
 * Which of these media are the person's own and not failed. Locked, so that they are not erased
 * before the commit.
 */
export const lockOwnForShare = async (
  tx: Database,
  ownerId: ProfileId,
  ids: readonly MediaId[],
): Promise<Pick<MediaRow, 'id' | 'kind' | 'content_type'>[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<Pick<MediaRow, 'id' | 'kind' | 'content_type'>>`
    SELECT id, kind, content_type FROM media
    WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${ownerId} AND purpose = 'post'
      AND status <> 'error' ORDER BY id FOR SHARE`.execute(tx);
  return rows;
};

/** How many of the media can't be played or shown yet. */
export const unplayableAmong = async (db: Database, ids: readonly MediaId[]): Promise<number> => {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM media WHERE id = ANY(${ids}::uuid[])
    AND playable_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * How many of the media are gone or failed, and how many of the others can't be played or shown
 * yet. Locked, so that none is taken down before the commit.
 */
export const lockForSale = async (
  tx: Database,
  ids: readonly MediaId[],
): Promise<{ lost: number; waiting: number }> => {
  if (ids.length === 0) return { lost: 0, waiting: 0 };
  const { rows } = await sql<{ lost: boolean; waiting: boolean }>`
    SELECT status = 'error' AS lost, status <> 'error' AND playable_at IS NULL AS waiting FROM media
      WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR SHARE`.execute(tx);
  return {
    lost: rows.filter(({ lost }) => lost).length,
    waiting: rows.filter(({ waiting }) => waiting).length,
  };
};

/** How many of the media are still in work. */
export const unfinishedAmong = async (db: Database, ids: readonly MediaId[]): Promise<number> => {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM media WHERE id = ANY(${ids}::uuid[])
      AND status IN ('created', 'processing')`.execute(db);
  return rows[0]?.count ?? 0;
};

/** How many of the media failed. */
export const failedAmong = async (db: Database, ids: readonly MediaId[]): Promise<number> => {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM media WHERE id = ANY(${ids}::uuid[])
    AND status = 'error'`.execute(db);
  return rows[0]?.count ?? 0;
};

/** How many of the media are audio. */
export const audiosAmong = async (db: Database, ids: readonly MediaId[]): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM media WHERE id = ANY(${ids}::uuid[])
    AND content_type LIKE 'audio/%'`.execute(db);
  return rows[0]?.count ?? 0;
};

/** How many of the media were playable and failed later. */
export const lostAmong = async (db: Database, ids: readonly MediaId[]): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM media WHERE id = ANY(${ids}::uuid[])
    AND status = 'error' AND playable_at IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Inspected facts of a file; the optional ones exist for images and for media with a poster. */
export type MediaFacts = {
  kind: MediaKind;
  contentType: string;
  bytes: number;
  width?: number;
  height?: number;
  thumbhash?: string;
  perceptualHash?: bigint;
  perceptualHashMirror?: bigint;
  durationMs?: number;
};

export type NewRendition = {
  kind: RenditionKind | FileKind;
  key: string;
  contentType: string;
  width: number | null;
  height: number | null;
  bytes: number;
  details?: object;
};

/** Columns of the facts. 64 bits do not fit a number: hashes are sent as text. */
export const factColumns = (facts: MediaFacts) => ({
  kind: facts.kind,
  content_type: facts.contentType,
  bytes: facts.bytes,
  width: facts.width ?? null,
  height: facts.height ?? null,
  thumbhash: facts.thumbhash ?? null,
  duration_ms: facts.durationMs ?? null,
  perceptual_hash: sql<number>`${facts.perceptualHash?.toString() ?? null}::bigint`,
  perceptual_hash_mirror: sql<number>`${facts.perceptualHashMirror?.toString() ?? null}::bigint`,
});

/** The first attempt's renditions stay: another writes the same. */
export const insertRenditions = async (
  tx: Database,
  id: MediaId,
  renditions: readonly NewRendition[],
): Promise<void> => {
  if (renditions.length === 0) return;
  await tx
    .insertInto('media_renditions')
    .values(
      renditions.map(({ kind, key, contentType, width, height, bytes, details }) => ({
        media_id: id,
        kind,
        key,
        content_type: contentType,
        width,
        height,
        bytes,
        details: details ? JSON.stringify(details) : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Writes the renditions and ends the work; false when another attempt ended it before. */
export const markProcessed = async (
  tx: Database,
  id: MediaId,
  facts: MediaFacts,
  renditions: readonly NewRendition[],
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .updateTable('media')
    .set({
      status: 'processed',
      ...factColumns(facts),
      processed_at: now,
      playable_at: now,
      progress: 100,
    })
    .where('id', '=', id)
    .where('status', 'in', ['created', 'processing'])
    .returning('id')
    .executeTakeFirst();
  if (row) await insertRenditions(tx, id, renditions);
  return row !== undefined;
};

/** Marks media as erased in any state, and deletes the rows of their renditions. */
export const markErased = async (tx: Database, ids: readonly MediaId[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`UPDATE media SET status = 'error', error_code = 'media.notFound', original_until = NULL
    WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM media_renditions WHERE media_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM media_streams WHERE media_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM media_credentials WHERE media_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM media_captions WHERE media_id = ANY(${ids}::uuid[])`.execute(tx);
};

/** Owner of the media, its row locked; null when it does not exist or failed. */
export const lockUnfailed = async (tx: Database, id: MediaId): Promise<ProfileId | null> => {
  const row = await tx
    .selectFrom('media')
    .select('owner_id')
    .where('id', '=', id)
    .where('status', '<>', 'error')
    .forUpdate()
    .executeTakeFirst();
  return (row?.owner_id as ProfileId | undefined) ?? null;
};

/** Sets the reason that its owner sees. */
export const markTakenDown = async (tx: Database, id: MediaId): Promise<void> => {
  await tx
    .updateTable('media')
    .set({ error_code: 'upload.blocked' satisfies ErrorCode })
    .where('id', '=', id)
    .execute();
};

/** Where the bytes of one rendition are; null when there is none. */
export type RenditionRow = {
  key: string;
  content_type: string;
  bytes: number;
  purpose: MediaPurpose;
  owner_id: ProfileId;
};

export const renditionOf = async (
  db: Database,
  mediaId: MediaId,
  kind: RenditionKind | FileKind,
): Promise<RenditionRow | null> => {
  const row = await db
    .selectFrom('media_renditions as r')
    .innerJoin('media as m', 'm.id', 'r.media_id')
    .select(['r.key', 'r.content_type', 'r.bytes', 'm.purpose', 'm.owner_id'])
    .where('r.media_id', '=', mediaId)
    .where('r.kind', '=', kind)
    .executeTakeFirst();
  return (row as RenditionRow | undefined) ?? null;
};
