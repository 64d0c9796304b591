// SQL of notifying followers of a published post: once, in batches, each from where the last ended.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { subscribersOf } from '../../access/index.ts';

/** Marks the post as announced; false when it was before. */
export const beginAnnouncement = async (tx: Database, id: PostId, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    WITH announced AS (UPDATE posts SET announced = true WHERE id = ${id} AND NOT announced
      RETURNING id)
    INSERT INTO post_announcements (post_id, created_at) SELECT id, ${now}::timestamptz
      FROM announced ON CONFLICT DO NOTHING RETURNING post_id`.execute(tx);
  return rows.length > 0;
};

/** Cursor of a batch: its last follower, and since when they follow or subscribe. */
type BatchPosition = { at: Date; id: ProfileId };

export type Announcement = { ownerId: ProfileId; published: boolean; after: BatchPosition | null };

/** Locks the progress of the announcement; null when every follower was notified. */
export const lockAnnouncement = async (tx: Database, id: PostId): Promise<Announcement | null> => {
  const { rows } = await sql<{
    ownerId: ProfileId;
    published: boolean;
    at: Date | null;
    follower: ProfileId | null;
  }>`SELECT p.profile_id AS "ownerId", p.counted AS published, a.followed_at AS at,
    a.follower_id AS follower
     FROM post_announcements a JOIN posts p ON p.id = a.post_id WHERE a.post_id = ${id}
       FOR UPDATE OF a`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { at, follower, ...rest } = row;
  return { ...rest, after: at === null || follower === null ? null : { at, id: follower } };
};

/**
 * The next followers and subscribers, newest first, so that a later follow is not among them. No
 * person twice: a subscriber who follows counts as a follower, and who was notified already is left
 * out, because a follow may end while the batches run.
 */
export const nextPeople = async (
  tx: Database,
  { ownerId, postId, now }: { ownerId: ProfileId; postId: PostId; now: Date },
  after: BatchPosition | null,
  limit: number,
): Promise<(BatchPosition & { notified: boolean })[]> => {
  const isAfter = (at: string, id: string) =>
    after === null
      ? sql``
      : sql`AND (${sql.ref(at)}, ${sql.ref(id)}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<BatchPosition & { notified: boolean }>`
    SELECT u.id, u.at, EXISTS (SELECT FROM notifications n WHERE n.profile_id = u.id
      AND n.type = 'postPublished' AND n.post_id = ${postId}::uuid) AS notified
    FROM (
      (SELECT f.follower_id AS id, f.created_at AS at FROM follows f
        WHERE f.followee_id = ${ownerId}::uuid
        ${isAfter('f.created_at', 'f.follower_id')} ORDER BY f.created_at DESC, f.follower_id DESC
          LIMIT ${limit})
      UNION ALL
      (SELECT s.profile_id, s.at FROM (${subscribersOf(ownerId, now)}) s WHERE NOT EXISTS (SELECT
        FROM follows f WHERE f.follower_id = s.profile_id AND f.followee_id = ${ownerId}::uuid)
        ${isAfter('s.at', 's.profile_id')} ORDER BY s.at DESC, s.profile_id DESC LIMIT ${limit})
    ) u ORDER BY u.at DESC, u.id DESC LIMIT ${limit}`.execute(tx);
  return rows;
};

/** Records the last notified follower; null ends the announcement. */
export const recordAnnounced = async (
  tx: Database,
  id: PostId,
  last: BatchPosition | null,
): Promise<void> => {
  if (last === null) await sql`DELETE FROM post_announcements WHERE post_id = ${id}`.execute(tx);
  else
    await sql`UPDATE post_announcements SET followed_at = ${last.at}, follower_id = ${last.id}
      WHERE post_id = ${id}`.execute(tx);
};
