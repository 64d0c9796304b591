// SQL of notifying followers of a published post: once, in batches, each from where the last ended.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { isHidden, requesterAnywhere } from '../../visibility/index.ts';

type Db = Kysely<DB>;

/** Marks the post as announced; false when it was before. */
export const beginAnnouncement = async (tx: Db, id: PostId, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    WITH announced AS (UPDATE posts SET announced = true WHERE id = ${id} AND NOT announced RETURNING id)
    INSERT INTO post_announcements (post_id, created_at) SELECT id, ${now}::timestamptz FROM announced ON CONFLICT DO NOTHING RETURNING post_id`.execute(
    tx,
  );
  return rows.length > 0;
};

/** A follow, as the place where a batch ended. */
type Follow = { at: Date; id: ProfileId };

export type Announcement = { ownerId: ProfileId; published: boolean; after: Follow | null };

/** Locks how far it is; null when it is done. */
export const lockAnnouncement = async (tx: Db, id: PostId): Promise<Announcement | null> => {
  const { rows } = await sql<{
    ownerId: ProfileId;
    published: boolean;
    at: Date | null;
    follower: ProfileId | null;
  }>`SELECT p.profile_id AS "ownerId", p.counted AS published, a.followed_at AS at, a.follower_id AS follower
     FROM post_announcements a JOIN posts p ON p.id = a.post_id WHERE a.post_id = ${id} FOR UPDATE OF a`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return null;
  const { at, follower, ...rest } = row;
  return { ...rest, after: at === null || follower === null ? null : { at, id: follower } };
};

/**
 * The next followers, newest follow first, so that a later follow is not among them; each with
 * whether the creator is hidden from them.
 */
export const nextFollowers = async (
  tx: Db,
  ownerId: ProfileId,
  after: Follow | null,
  limit: number,
): Promise<(Follow & { hidden: boolean })[]> => {
  const { rows } = await sql<Follow & { hidden: boolean }>`
    SELECT f.follower_id AS id, f.created_at AS at, ${isHidden('f.followee_id')} AS hidden
    FROM (SELECT follower_id, followee_id, created_at FROM follows WHERE followee_id = ${ownerId}::uuid
        ${after === null ? sql`` : sql`AND (created_at, follower_id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
        ORDER BY created_at DESC, follower_id DESC LIMIT ${limit}) f
      CROSS JOIN ${requesterAnywhere('f.follower_id')}
    ORDER BY f.created_at DESC, f.follower_id DESC`.execute(tx);
  return rows;
};

/** Records where the batch ended; null ends the announcement. */
export const recordAnnounced = async (tx: Db, id: PostId, last: Follow | null): Promise<void> => {
  if (last === null) await sql`DELETE FROM post_announcements WHERE post_id = ${id}`.execute(tx);
  else
    await sql`UPDATE post_announcements SET followed_at = ${last.at}, follower_id = ${last.id} WHERE post_id = ${id}`.execute(
      tx,
    );
};
