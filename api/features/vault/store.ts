// A producer's vault in the database: media and their folders.
import type { FolderId, MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { MediaKind } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { contains } from '../../platform/database/contains.ts';
import { isBoughtInMessages, isNeededInMessages } from '../chats/index.ts';

/**
 * SQL that is true for a media (a row named m) in its owner's vault: kept, or in use.
 */
const IN_VAULT = sql`m.purpose = 'post' AND m.status <> 'error' AND (m.kept
  OR EXISTS (SELECT FROM post_media pm JOIN posts p ON p.id = pm.post_id AND p.deleted_at IS NULL
    WHERE pm.media_id = m.id)
  OR EXISTS (SELECT FROM welcome_message_medias w WHERE w.media_id = m.id))`;

const POSTS = sql`(SELECT count(DISTINCT p.id)::integer FROM post_media pm
  JOIN posts p ON p.id = pm.post_id AND p.deleted_at IS NULL WHERE pm.media_id = m.id)`;

export type VaultRow = {
  id: MediaId;
  folder_id: FolderId | null;
  title: string | null;
  kept: boolean;
  posts: number;
};

export type VaultFilter = {
  /** Null: outside of folders; undefined: wherever they lie. */
  folder: FolderId | null | undefined;
  kind: MediaKind | null;
  search: string | null;
  from: Date | null;
  until: Date | null;
};

const filterCondition = (
  ownerId: ProfileId,
  { folder, kind, search, from, until }: VaultFilter,
) => {
  return sql`m.owner_id = ${ownerId} AND ${IN_VAULT}
    AND (${folder === undefined} OR m.folder_id IS NOT DISTINCT FROM ${folder ?? null}::uuid)
    AND (${kind}::text IS NULL OR m.kind = ${kind})
    AND ${contains("concat_ws(' ', m.title, m.name)", search)}
    AND (${from}::timestamptz IS NULL OR m.created_at >= ${from}) AND (${until}::timestamptz IS NULL
      OR m.created_at < ${until})`;
};

/** One page, newest first. */
export const listMedias = async (
  db: Database,
  ownerId: ProfileId,
  filter: VaultFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<VaultRow[]> => {
  const { rows } = await sql<VaultRow>`
    SELECT m.id, m.folder_id, m.title, m.kept, ${POSTS} AS posts FROM media m
      WHERE ${filterCondition(ownerId, filter)}
    ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export const countMedias = async (
  db: Database,
  ownerId: ProfileId,
  filter: VaultFilter,
): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM media m
    WHERE ${filterCondition(ownerId, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Media by id, unordered. */
export const mediasOf = async (
  db: Database,
  ownerId: ProfileId,
  ids: readonly MediaId[],
): Promise<VaultRow[]> => {
  const { rows } = await sql<VaultRow>`
    SELECT m.id, m.folder_id, m.title, m.kept, ${POSTS} AS posts FROM media m
      WHERE m.id = ANY(${ids}::uuid[]) AND m.owner_id = ${ownerId} AND ${IN_VAULT}`.execute(db);
  return rows;
};

/** Keeps them, in the folder or without one; returns how many. */
export const moveMedias = async (
  tx: Database,
  ids: readonly MediaId[],
  folderId: FolderId | null,
): Promise<number> => {
  const { numAffectedRows = 0n } =
    await sql`UPDATE media SET folder_id = ${folderId}::uuid, kept = true
      WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  return Number(numAffectedRows);
};

export const setTitle = async (db: Database, id: MediaId, title: string | null): Promise<void> => {
  await db.updateTable('media').set({ title }).where('id', '=', id).execute();
};

/** Removes them from the vault. */
export const releaseMedias = async (tx: Database, ids: readonly MediaId[]): Promise<void> => {
  await sql`UPDATE media SET folder_id = NULL, kept = false WHERE id = ANY(${ids}::uuid[])`.execute(
    tx,
  );
};

/**
 * Locks them, and selects those that no message needs: a message that takes one waits, or is seen
 * here.
 */
export const lockReleasable = async (tx: Database, ids: readonly MediaId[]): Promise<MediaId[]> => {
  await sql`SELECT id FROM media WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.id = ANY(${ids}::uuid[])
      AND NOT ${sql.raw(isNeededInMessages('m.id'))}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** A batch of media that the vault keeps, without those that buyers of messages keep. */
export const keptMediaIds = async (
  db: Database,
  ownerId: ProfileId,
  limit: number,
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.owner_id = ${ownerId}::uuid AND m.kept
      AND NOT ${sql.raw(isBoughtInMessages('m.id'))} ORDER BY m.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Whether the person keeps this media in their vault. */
export const isInVaultOf = async (
  db: Database,
  ownerId: ProfileId,
  id: MediaId,
): Promise<boolean> => {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('kept', '=', true)
    .where('status', '<>', 'error')
    .executeTakeFirst();
  return row !== undefined;
};

export type UsageRow = {
  id: PostId;
  text: string;
  start_when: Date;
  draft: boolean;
  archived_at: Date | null;
  price_centavos: Centavos | null;
  audience: 'public' | 'members';
};

/** Posts that show the media, newest first. */
export const postsShowing = async (
  db: Database,
  id: MediaId,
  limit: number,
): Promise<UsageRow[]> => {
  const { rows } = await sql<UsageRow>`
    SELECT p.id, p.text, p.start_when, p.draft, p.archived_at, p.price_centavos, p.audience
    FROM posts p WHERE p.deleted_at IS NULL AND EXISTS (SELECT FROM post_media pm
      WHERE pm.post_id = p.id AND pm.media_id = ${id})
    ORDER BY p.start_when DESC, p.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};
