// Hashes of pictures in the database: those of media, and those of what was taken down, which
// blocks uploads; and the search for copies by them and by the hashes of files.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import {
  isFlat,
  PDQ_PLAIN_SAME_BITS,
  PDQ_QUALITY_MIN,
  PDQ_SAME_BITS,
  turnedHashes,
} from '../../../platform/media/pdq.ts';
import type { PictureHash } from '../../../platform/media/port.ts';
import { filesOf, mediaWithFiles } from './files-store.ts';
import { sharesPart } from './parts-store.ts';

/** What is known of one picture: `hashes` are its 64-bit hashes, of its mirror image too. */
export type PictureIdentity = { hashes: readonly bigint[]; pdq: PictureHash };

/**
 * How many of 64 bits may differ: recompressing, resizing and marking change less, another picture
 * about 30.
 */
const SAME_PICTURE_BITS = 8;

export type MediaHash = { position: number; hash: string; quality: number };

/** A hash of a picture that is not there any more; `plain`: it has few features. */
export type KnownHash = { hash: string; plain: boolean };

/**
 * Replaces the hashes of the media, without those of flat pictures; `now` marks it as done also
 * when it has none.
 */
export const replaceHashes = async (
  tx: Database,
  mediaId: MediaId,
  given: readonly MediaHash[],
  now: Date,
): Promise<void> => {
  const hashes = given.filter(({ hash }) => !isFlat(hash));
  await tx.deleteFrom('picture_hashes').where('media_id', '=', mediaId).execute();
  await sql`
    INSERT INTO picture_hashes (media_id, position, hash, quality)
    SELECT ${mediaId}::uuid, n.position, ('x' || n.hash)::bit(256), n.quality
    FROM unnest(${hashes.map(({ position }) => position)}::int[],
      ${hashes.map(({ hash }) => hash)}::text[],
      ${hashes.map(({ quality }) => quality)}::int[]) n (position, hash, quality)`.execute(tx);
  await markHashed(tx, mediaId, now);
};

/** The pictures of the media are hashed, as far as they can be. */
export const markHashed = async (tx: Database, mediaId: MediaId, now: Date): Promise<void> => {
  await tx.updateTable('media').set({ hashed_at: now }).where('id', '=', mediaId).execute();
};

const isNear = sql.raw(`bit_count(found.hash # asked.hash) <= ${PDQ_SAME_BITS}`);

const isMeaningful = ({ pdq: { quality } }: PictureIdentity): boolean => quality >= PDQ_QUALITY_MIN;

/**
 * Whether one of the pictures, turned or mirrored, is one that was taken down. The 64-bit hash
 * decides about pictures with few features, and about what was taken down before there was PDQ.
 * Flat pictures, such as black frames, are none.
 */
export const resemblesBlocked = async (
  db: Database,
  given: readonly PictureIdentity[],
): Promise<boolean> => {
  const pictures = given.filter(({ pdq }) => !isFlat(pdq.hash));
  if (pictures.length === 0) return false;
  const turned = pictures.filter(isMeaningful).flatMap(({ pdq: { variants } }) => variants);
  const plain = pictures.filter((picture) => !isMeaningful(picture));
  const textsOf = (some: readonly PictureIdentity[]) =>
    some.flatMap(({ hashes }) => hashes.map(String));
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM (SELECT DISTINCT ('x' || hash)::bit(256) AS hash
        FROM unnest(${turned}::text[]) q (hash)) asked
        JOIN (SELECT pdq AS hash FROM blocked_pictures
          WHERE pdq IS NOT NULL) found ON ${sharesPart('found.hash', 'asked.hash')}
      WHERE ${isNear}
    ) OR EXISTS (
      SELECT FROM blocked_pictures b, unnest(${textsOf(plain)}::text[]) AS given
      WHERE bit_count((b.hash # given::bigint)::bit(64)) <= ${SAME_PICTURE_BITS}
    ) OR EXISTS (
      SELECT FROM blocked_pictures b, unnest(${textsOf(pictures)}::text[]) AS given
      WHERE b.pdq IS NULL AND bit_count((b.hash # given::bigint)::bit(64)) <= ${SAME_PICTURE_BITS}
    ) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** What copies of media are found by. `files`: SHA-256 of files, as hexadecimal digits. */
export type KnownHashes = { pictures: readonly KnownHash[]; files: readonly string[] };

/**
 * `plain`: one of the two pictures has few features, so that the likeness says less. `exact`: a
 * file is the same byte by byte.
 */
export type Copy = { mediaId: MediaId; distance: number; plain: boolean; exact: boolean };

/** Plain frames are left out: of many videos they are the same, such as titles on black. */
const MEANS_SOMETHING = sql.raw(`(p.quality >= ${PDQ_QUALITY_MIN} OR m.kind <> 'video')`);

/**
 * Rows (hash, plain) of pictures and of their turned and mirrored images, each once, as a table to
 * join: what `isSamePicture` compares.
 */
export const turnedRows = (pictures: readonly KnownHash[]): RawBuilder<unknown> => {
  const turned = pictures.flatMap(({ hash, plain }) =>
    turnedHashes(hash).map((variant) => ({ hash: variant, plain })),
  );
  return sql`(SELECT DISTINCT ('x' || q.hash)::bit(256) AS hash, q.plain
    FROM unnest(${turned.map(({ hash }) => hash)}::text[],
      ${turned.map(({ plain }) => plain)}::boolean[]) q (hash, plain))`;
};

/** Whether the rows (hash, plain) of two tables are the same picture. */
export const isSamePicture = (one: string, other: string): RawBuilder<boolean> =>
  sql.raw(
    `bit_count(${one}.hash # ${other}.hash) <= CASE WHEN ${one}.plain OR ${other}.plain THEN ${PDQ_PLAIN_SAME_BITS} ELSE ${PDQ_SAME_BITS} END`,
  );

/**
 * Rows (media_id, hash, plain) of the pictures of media, and whether the media is `stored`: not
 * deleted.
 */
export const KNOWN_PICTURES: RawBuilder<unknown> = sql`(SELECT p.media_id, p.hash,
  p.quality < ${sql.raw(String(PDQ_QUALITY_MIN))} AS plain, m.status <> 'error' AS stored
  FROM picture_hashes p JOIN media m ON m.id = p.media_id WHERE ${MEANS_SOMETHING})`;

/** More are found in pages of their own. */
const COPIES_PAGE = 2_000;

const copiesAfter = async (
  db: Database,
  { pictures, files }: KnownHashes,
  after: MediaId | null,
): Promise<Copy[]> => {
  const { rows } = await sql<Copy>`
    SELECT c.media_id AS "mediaId", min(c.distance)::int AS distance, bool_and(c.plain) AS plain,
      bool_or(c.exact) AS exact
    FROM (
      SELECT found.media_id, bit_count(found.hash # asked.hash) AS distance,
        found.plain OR asked.plain AS plain, false AS exact
      FROM ${turnedRows(pictures)} asked
        JOIN ${KNOWN_PICTURES} found ON ${sharesPart('found.hash', 'asked.hash')}
      WHERE found.stored AND ${isSamePicture('found', 'asked')}
      UNION ALL SELECT media_id, 0, false, true FROM ${mediaWithFiles(files)} found
        WHERE found.stored
    ) c WHERE ${after}::uuid IS NULL OR c.media_id > ${after}::uuid
    GROUP BY c.media_id ORDER BY c.media_id LIMIT ${COPIES_PAGE}`.execute(db);
  return rows;
};

/**
 * Media that are not deleted and have one of the pictures, turned or mirrored, or one of the files,
 * with the distance of the nearest; in pages by their id.
 */
export async function* copiesOf(db: Database, known: KnownHashes): AsyncGenerator<Copy[]> {
  if (known.pictures.length + known.files.length === 0) return;
  let after: MediaId | null = null;
  do {
    const page: Copy[] = await copiesAfter(db, known, after);
    if (page.length > 0) yield page;
    after = page.length < COPIES_PAGE ? null : (page.at(-1)?.mediaId ?? null);
  } while (after !== null);
}

/** Hashes of the pictures and files of the media, as hexadecimal digits. */
export const hashesOf = async (
  db: Database,
  mediaIds: readonly MediaId[],
): Promise<KnownHashes> => ({
  pictures: await picturesOf(db, mediaIds),
  files: await filesOf(db, mediaIds),
});

const picturesOf = async (db: Database, mediaIds: readonly MediaId[]): Promise<KnownHash[]> => {
  const { rows } = await sql<KnownHash>`
    SELECT DISTINCT right(encode(varbit_send(known.hash), 'hex'), 64) AS hash, known.plain
      FROM ${KNOWN_PICTURES} known
    WHERE known.media_id = ANY(${mediaIds}::uuid[])`.execute(db);
  return rows;
};

type Block = { reason: string; adminId: ProfileId | null; now: Date };

/**
 * Blocks uploads with the pictures of a media (of an image, its mirror image, frames, and pictures
 * of an archive), and with its files. Returns how many hashes.
 */
export const blockImages = async (
  tx: Database,
  { mediaId, reason, adminId, now }: Block & { mediaId: MediaId },
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO blocked_pictures (id, hash, pdq, sha256, reason, media_id, created_by, created_at)
    SELECT uuidv7(), found.hash, found.pdq, found.sha256, ${reason}, ${mediaId}, ${adminId}::uuid, ${now} FROM (
      SELECT m.perceptual_hash AS hash, p.hash AS pdq, NULL::bytea AS sha256 FROM media m
        LEFT JOIN picture_hashes p ON p.media_id = m.id AND p.position = 0
          AND p.quality >= ${PDQ_QUALITY_MIN} AND m.kind = 'image' WHERE m.id = ${mediaId}
      UNION ALL SELECT m.perceptual_hash_mirror, NULL, NULL FROM media m WHERE m.id = ${mediaId}
        AND NOT EXISTS (SELECT FROM picture_hashes p WHERE p.media_id = m.id
          AND p.quality >= ${PDQ_QUALITY_MIN})
      UNION ALL SELECT f.hash, p.hash, NULL FROM media_frame_hashes f
        LEFT JOIN picture_hashes p ON p.media_id = f.media_id AND p.position = f.at_ms
          AND p.quality >= ${PDQ_QUALITY_MIN} WHERE f.media_id = ${mediaId}
      UNION ALL SELECT NULL, p.hash, NULL FROM picture_hashes p JOIN media m ON m.id = p.media_id
        WHERE p.media_id = ${mediaId} AND p.quality >= ${PDQ_QUALITY_MIN} AND m.kind = 'archive'
      UNION ALL SELECT NULL, NULL, f.sha256 FROM file_hashes f WHERE f.media_id = ${mediaId}
    ) found WHERE num_nonnulls(found.hash, found.pdq, found.sha256) > 0`.execute(tx);
  return Number(numAffectedRows);
};

/** Ends what a decision at this instant blocked. */
export const unblockImages = async (
  tx: Database,
  { mediaIds, at }: { mediaIds: readonly MediaId[]; at: Date },
): Promise<void> => {
  await sql`DELETE FROM blocked_pictures WHERE created_at = ${at}
    AND media_id = ANY(${mediaIds}::uuid[])`.execute(tx);
};

/** The given hashes that are of a picture of one of the media, turned or mirrored. */
export const hashesLike = async (
  db: Database,
  hashes: readonly string[],
  mediaIds: readonly MediaId[],
): Promise<string[]> => {
  if (mediaIds.length === 0) return [];
  const alike: string[] = [];
  for (const hash of hashes) {
    const { rows } = await sql<{ found: boolean }>`
      SELECT EXISTS (SELECT FROM ${turnedRows([{ hash, plain: false }])} asked
        JOIN ${KNOWN_PICTURES} found ON ${isSamePicture('found', 'asked')}
        WHERE found.media_id = ANY(${mediaIds}::uuid[])) AS found`.execute(db);
    if (rows[0]?.found) alike.push(hash);
  }
  return alike;
};

/** Blocks uploads with pictures of which only the hash is known, sent with a removal request. */
export const blockHashes = async (
  tx: Database,
  hashes: readonly string[],
  { requestId, reason, adminId, now }: Block & { requestId: string },
): Promise<void> => {
  await sql`
    INSERT INTO blocked_pictures (id, pdq, reason, request_id, created_by, created_at)
    SELECT uuidv7(), ('x' || q.hash)::bit(256), ${reason}, ${requestId}::uuid, ${adminId}::uuid,
      ${now}
      FROM unnest(${hashes}::text[]) q (hash)`.execute(tx);
};

/** Ends what was blocked because it was sent with the request, as far as the media are the same. */
export const unblockSent = async (
  tx: Database,
  { requestId, mediaIds }: { requestId: string; mediaIds: readonly MediaId[] },
): Promise<void> => {
  const { rows } = await sql<{ hash: string }>`
    SELECT DISTINCT right(encode(varbit_send(pdq), 'hex'), 64) AS hash FROM blocked_pictures
    WHERE request_id = ${requestId}::uuid`.execute(tx);
  const alike = await hashesLike(
    tx,
    rows.map(({ hash }) => hash),
    mediaIds,
  );
  await sql`DELETE FROM blocked_pictures WHERE request_id = ${requestId}::uuid AND pdq IN (
    SELECT ('x' || q.hash)::bit(256) FROM unnest(${alike}::text[]) q (hash))`.execute(tx);
};

export type MediaToHash = {
  id: MediaId;
  kind: 'image' | 'video' | 'audio' | 'archive';
  original_key: string;
  duration_ms: number | null;
  /** Whether its pictures have hashes, as far as it has any; only its file has none. */
  pictures_hashed: boolean;
  /** Details of the sheet of a video. */
  sprite: { key: string; details: Record<string, number> } | null;
};

/** Processed media whose pictures or files have no hashes: those of releases before. */
export const mediaToHash = async (
  db: Database,
  { limit, without }: { limit: number; without: readonly MediaId[] },
): Promise<MediaToHash[]> => {
  const { rows } = await sql<MediaToHash>`
    SELECT m.id, m.kind, m.original_key, m.duration_ms,
      m.hashed_at IS NOT NULL OR m.kind = 'audio' AS pictures_hashed,
      (SELECT json_build_object('key', r.key, 'details', r.details) FROM media_renditions r
        WHERE r.media_id = m.id AND r.kind = 'sprite') AS sprite
    FROM media m WHERE m.status = 'processed' AND (m.files_hashed_at IS NULL
      OR m.hashed_at IS NULL AND m.kind IN ('image', 'video', 'archive'))
      AND m.id <> ALL(${without}::uuid[])
    ORDER BY m.id LIMIT ${limit}`.execute(db);
  return rows;
};
