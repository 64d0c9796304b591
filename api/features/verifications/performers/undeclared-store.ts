// SQL of posts that have media and no declaration of who appears.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Long enough to recognise the post. */
const TEXT_MAX = 80;

/** SQL that is true for a post `o` of the producer without a declaration. */
const isUndeclared = (producerId: ProfileId) => sql`(
  o.profile_id = ${producerId}::uuid AND o.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM post_declarations d WHERE d.post_id = o.id)
  AND EXISTS (SELECT FROM post_media pm WHERE pm.post_id = o.id))`;

export type UndeclaredPost = { id: PostId; text: string; medias: number; created_at: Date };

/** Newest first. */
export const listUndeclared = async (
  db: Database,
  producerId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<UndeclaredPost[]> => {
  const { rows } = await sql<UndeclaredPost>`
    SELECT o.id, left(o.text, ${TEXT_MAX}) AS text, o.created_at, (SELECT count(*)::integer
      FROM post_media pm WHERE pm.post_id = o.id) AS medias
    FROM posts o WHERE ${isUndeclared(producerId)} ORDER BY o.created_at DESC, o.id DESC
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** More are not counted. */
const COUNTED_MAX = 1_000;

/** How many posts of the producer have no declaration, up to a thousand. */
export const countUndeclared = async (db: Database, producerId: ProfileId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (SELECT FROM posts o WHERE ${isUndeclared(producerId)}
      LIMIT ${COUNTED_MAX}) counted`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The posts, locked, so that two declarations of one post run one after the other. */
export const lockUndeclared = async (
  tx: Database,
  producerId: ProfileId,
  ids: readonly PostId[],
): Promise<PostId[]> => {
  await sql`SELECT FROM posts WHERE id = ANY(${ids}::uuid[]) AND profile_id = ${producerId}::uuid
    ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ id: PostId }>`
    SELECT o.id FROM posts o WHERE o.id = ANY(${ids}::uuid[]) AND ${isUndeclared(producerId)}
      ORDER BY o.id`.execute(tx);
  return rows.map(({ id }) => id);
};
