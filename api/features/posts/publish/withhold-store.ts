// Withheld posts in the database, deleted ones included, because their buyers still have access.
import type { PerformerId, PostId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isPostWithheld } from '../../access/index.ts';
import { isPostWithdrawn } from '../../verifications/index.ts';

/** SQL of the posts in which the performer is declared, or a media is with them. */
const postsWith = (performerId: PerformerId) => sql`
  SELECT post_id FROM post_performers WHERE performer_id = ${performerId}::uuid
  UNION SELECT pm.post_id FROM media_performers t JOIN post_media pm ON pm.media_id = t.media_id
    WHERE t.performer_id = ${performerId}::uuid`;

/**
 * SQL that is true when a cause withholds the post `o`, or a performer in it or in its media has
 * to.
 */
const MUST_BE_WITHHELD = sql`(
  EXISTS (SELECT FROM post_performers t JOIN performers p ON p.id = t.performer_id
    WHERE t.post_id = o.id AND NOT (p.consent = 'given' AND p.review = 'approved'))
  OR EXISTS (SELECT FROM post_media pm JOIN media_performers t ON t.media_id = pm.media_id
    JOIN performers p ON p.id = t.performer_id WHERE pm.post_id = o.id AND NOT (p.consent = 'given'
    AND p.review = 'approved'))
  OR ${sql.raw(isPostWithdrawn('o.id', 'post'))}
  OR ${sql.raw(isPostWithheld('o'))})`;

/** Posts in which the performer is declared, or a media is with them; deleted ones too. */
export const postIdsWith = async (tx: Database, performerId: PerformerId): Promise<PostId[]> => {
  const { rows } = await sql<{ id: PostId }>`
    SELECT post_id AS id FROM (${postsWith(performerId)}) p ORDER BY post_id`.execute(tx);
  return rows.map(({ id }) => id);
};

export type ChangedPost = { id: PostId; withheld: boolean; deleted: boolean };

/** Withholds or restores each of the posts as its causes say; returns those that changed. */
export const applyCauses = async (
  tx: Database,
  ids: readonly PostId[],
  now: Date,
): Promise<ChangedPost[]> => {
  await sql`SELECT id FROM posts WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<ChangedPost>`
    UPDATE posts SET withheld_at = CASE WHEN found.must THEN ${now}::timestamptz END,
      pinned = posts.pinned AND NOT found.must
    FROM (SELECT o.id, ${MUST_BE_WITHHELD} AS must FROM posts o
      WHERE o.id = ANY(${ids}::uuid[])) found
    WHERE posts.id = found.id AND (posts.withheld_at IS NOT NULL) <> found.must
    RETURNING posts.id, found.must AS withheld, posts.deleted_at IS NOT NULL AS deleted`.execute(
    tx,
  );
  return rows;
};
