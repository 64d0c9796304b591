// SHA-256 of uploads and of the files in archives, in the database: they find exact copies.
import type { MediaId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Hexadecimal digits as a table of bytes to join: (sha256). */
const bytesOf = (hashes: readonly string[]): RawBuilder<unknown> =>
  sql`(SELECT DISTINCT decode(q.hash, 'hex') AS sha256 FROM unnest(${hashes}::text[]) q (hash))`;

/** Replaces the hashes of the media: that of the upload, then those of the files in an archive. */
export const replaceFileHashes = async (
  tx: Database,
  mediaId: MediaId,
  hashes: readonly string[],
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('file_hashes').where('media_id', '=', mediaId).execute();
  await sql`
    INSERT INTO file_hashes (media_id, position, sha256)
    SELECT ${mediaId}::uuid, n.position - 1, decode(n.hash, 'hex')
    FROM unnest(${hashes}::text[]) WITH ORDINALITY n (hash, position)`.execute(tx);
  await tx.updateTable('media').set({ files_hashed_at: now }).where('id', '=', mediaId).execute();
};

/** Whether one of the files was taken down. */
export const isBlockedFile = async (db: Database, hashes: readonly string[]): Promise<boolean> => {
  if (hashes.length === 0) return false;
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM ${bytesOf(hashes)} asked
      JOIN blocked_pictures b ON b.sha256 = asked.sha256) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** Rows (media_id, stored) of the media with one of the files; `stored`: not deleted. */
export const mediaWithFiles = (hashes: readonly string[]): RawBuilder<unknown> =>
  sql`(SELECT f.media_id, m.status <> 'error' AS stored FROM ${bytesOf(hashes)} asked
    JOIN file_hashes f ON f.sha256 = asked.sha256 JOIN media m ON m.id = f.media_id)`;

/**
 * Which of the copies have no more in common with the media than a file in an archive, such as an
 * intro that many archives have. The same archive as a whole is not among them.
 */
export const copiesByMember = async (
  db: Database,
  mediaId: MediaId,
  copies: readonly MediaId[],
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT c.id FROM media c JOIN media o ON o.id = ${mediaId}::uuid
    WHERE c.id = ANY(${copies}::uuid[]) AND 'archive' IN (c.kind, o.kind)
      AND NOT EXISTS (SELECT FROM file_hashes a JOIN file_hashes b ON b.sha256 = a.sha256
        WHERE a.media_id = c.id AND b.media_id = o.id AND a.position = 0
          AND b.position = 0)`.execute(db);
  return rows.map(({ id }) => id);
};

/** Hashes of the files of the media, as hexadecimal digits. */
export const filesOf = async (db: Database, mediaIds: readonly MediaId[]): Promise<string[]> => {
  const { rows } = await sql<{ hash: string }>`
    SELECT DISTINCT encode(sha256, 'hex') AS hash FROM file_hashes
    WHERE media_id = ANY(${mediaIds}::uuid[])`.execute(db);
  return rows.map(({ hash }) => hash);
};

/** Blocks the files of media that were taken down before files were hashed. */
export const blockFilesOf = async (tx: Database, mediaId: MediaId): Promise<void> => {
  await sql`
    INSERT INTO blocked_pictures (id, sha256, reason, media_id, created_by, created_at)
    SELECT uuidv7(), f.sha256, b.reason, b.media_id, b.created_by, b.created_at
    FROM (SELECT DISTINCT reason, media_id, created_by, created_at FROM blocked_pictures
      WHERE media_id = ${mediaId}::uuid) b JOIN file_hashes f ON f.media_id = b.media_id
    WHERE NOT EXISTS (SELECT FROM blocked_pictures known WHERE known.media_id = f.media_id
      AND known.sha256 = f.sha256)`.execute(tx);
};
