// Folders of the vault in the database.
import type { FolderId, MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';

export type FolderRow = {
  id: FolderId;
  owner_id: ProfileId;
  name: string;
  created_at: Date;
  medias: number;
  /** The newest media with an image. */
  cover_id: MediaId | null;
};

const COLUMNS = sql`f.id, f.owner_id, f.name, f.created_at,
  (SELECT count(*)::integer FROM media m WHERE m.folder_id = f.id
    AND m.status <> 'error') AS medias,
  (SELECT m.id FROM media m WHERE m.folder_id = f.id AND m.status <> 'error'
    AND m.thumbhash IS NOT NULL ORDER BY m.created_at DESC, m.id DESC LIMIT 1) AS cover_id`;

export const listFolders = async (
  db: Database,
  ownerId: ProfileId,
  limit: number,
): Promise<FolderRow[]> => {
  const { rows } =
    await sql<FolderRow>`SELECT ${COLUMNS} FROM media_folders f WHERE f.owner_id = ${ownerId}
      ORDER BY unaccent(lower(f.name)), f.id LIMIT ${limit}`.execute(db);
  return rows;
};

export const loadFolder = async (db: Database, id: FolderId): Promise<FolderRow | null> => {
  const { rows } =
    await sql<FolderRow>`SELECT ${COLUMNS} FROM media_folders f WHERE f.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

export type FolderInsertResult = 'opened' | 'taken' | 'tooMany';

/**
 * Serialises creating and renaming folders per profile, so that names stay unique and the maximum
 * holds.
 */
const lockFolderNames = (tx: Database, ownerId: ProfileId) => lockName(tx, `folders of ${ownerId}`);

export const insertFolder = async (
  tx: Database,
  { id, ownerId, name, now }: { id: FolderId; ownerId: ProfileId; name: string; now: Date },
  max: number,
): Promise<FolderInsertResult> => {
  await lockFolderNames(tx, ownerId);
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM media_folders WHERE owner_id = ${ownerId}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= max) return 'tooMany';
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO media_folders (id, owner_id, name, created_at) VALUES (${id}, ${ownerId}, ${name},
      ${now}) ON CONFLICT (owner_id, lower(name)) DO NOTHING`.execute(tx);
  return numAffectedRows === 1n ? 'opened' : 'taken';
};

/** False when another folder of the profile has that name. */
export const setName = async (
  tx: Database,
  { id, owner_id: ownerId }: FolderRow,
  name: string,
): Promise<boolean> => {
  await lockFolderNames(tx, ownerId);
  const { numAffectedRows = 0n } = await sql`
    UPDATE media_folders f SET name = ${name} WHERE f.id = ${id}
      AND NOT EXISTS (SELECT FROM media_folders o WHERE o.owner_id = ${ownerId} AND o.id <> f.id
        AND lower(o.name) = lower(${name}))`.execute(tx);
  return numAffectedRows === 1n;
};

/** Locks the folder against deletion until the transaction ends; false when it does not exist. */
export const lockFolder = async (tx: Database, id: FolderId): Promise<boolean> => {
  const row = await tx
    .selectFrom('media_folders')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
};

/** Deletes the folder; its media stay in the vault without one. */
export const deleteFolder = async (db: Database, id: FolderId): Promise<void> => {
  await db.deleteFrom('media_folders').where('id', '=', id).execute();
};

export const deleteFoldersOf = async (db: Database, ownerId: ProfileId): Promise<void> => {
  await db.deleteFrom('media_folders').where('owner_id', '=', ownerId).execute();
};
