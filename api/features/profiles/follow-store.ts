// SQL of follows. The same statement updates both profiles' counters.
import type { ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { markMoved } from '../listings/index.ts';

export type FollowPair = { followerId: ProfileId; followeeId: ProfileId };

/** Whether this call changed anything, and the profile's number of followers after it. */
export type FollowChange = { changed: boolean; total: number };

export const isFollowing = async (
  db: Database,
  { followerId, followeeId }: FollowPair,
): Promise<boolean> => {
  const row = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('follower_id', '=', followerId)
    .where('followee_id', '=', followeeId)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * One UPDATE for both rows, so that two people who follow each other at once lock them in the same
 * order.
 */
const changeFollow = async (
  db: Database,
  { followerId, followeeId }: FollowPair,
  change: RawBuilder<unknown>,
  delta: 1 | -1,
): Promise<FollowChange> => {
  const { rows } = await sql<FollowChange>`
    WITH changed AS (${change}), counted AS (
      UPDATE profiles SET
        total_followers = total_followers + CASE WHEN id = ${followeeId}::uuid THEN ${delta}::integer
          ELSE 0 END,
        total_following = total_following + CASE WHEN id = ${followerId}::uuid THEN ${delta}::integer
          ELSE 0 END
      WHERE id = ANY(ARRAY[${followerId}::uuid, ${followeeId}::uuid]) AND EXISTS (SELECT
        FROM changed)
      RETURNING id, total_followers
    ), marked AS (${markMoved(sql`${followeeId}::uuid AND EXISTS (SELECT FROM changed)`)})
    SELECT EXISTS (SELECT FROM changed) AS changed,
      coalesce((SELECT total_followers FROM counted WHERE id = ${followeeId}::uuid),
        (SELECT total_followers FROM profiles WHERE id = ${followeeId}::uuid), 0) AS total`.execute(
    db,
  );
  return rows[0] ?? { changed: false, total: 0 };
};

export const insertFollow = (db: Database, pair: FollowPair, now: Date): Promise<FollowChange> =>
  changeFollow(
    db,
    pair,
    sql`INSERT INTO follows (follower_id, followee_id, created_at)
    VALUES (${pair.followerId}::uuid, ${pair.followeeId}::uuid, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING followee_id`,
    1,
  );

export const deleteFollow = (db: Database, pair: FollowPair): Promise<FollowChange> =>
  changeFollow(
    db,
    pair,
    sql`DELETE FROM follows WHERE follower_id = ${pair.followerId}::uuid
      AND followee_id = ${pair.followeeId}::uuid RETURNING followee_id`,
    -1,
  );

/** Follows in either direction. */
export const followPairsOf = async (
  db: Database,
  id: ProfileId,
  limit: number,
): Promise<FollowPair[]> => {
  const rows = await db
    .selectFrom('follows')
    .select(['follower_id', 'followee_id'])
    .where((eb) => eb.or([eb('follower_id', '=', id), eb('followee_id', '=', id)]))
    .limit(limit)
    .execute();
  return rows.map(({ follower_id, followee_id }) => ({
    followerId: follower_id as ProfileId,
    followeeId: followee_id as ProfileId,
  }));
};
