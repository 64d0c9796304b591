// SQL of profile likes, whose statements also update the counter, and of recent profile views.
import type { ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { markMoved } from '../listings/index.ts';

export type ProfileLike = { likerId: ProfileId; profileId: ProfileId };

/** Returns the number of likes after the change. */
const changeLikes = async (
  db: Database,
  { profileId }: ProfileLike,
  change: RawBuilder<unknown>,
  delta: 1 | -1,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    WITH changed AS (${change}), counted AS (
      UPDATE profiles SET total_profile_likes = total_profile_likes + ${delta}::integer
      WHERE id = ${profileId}::uuid AND EXISTS (SELECT FROM changed) RETURNING total_profile_likes
    ), marked AS (${markMoved(sql`${profileId}::uuid AND EXISTS (SELECT FROM changed)`)})
    SELECT coalesce((SELECT total_profile_likes FROM counted), (SELECT total_profile_likes
      FROM profiles WHERE id = ${profileId}::uuid), 0) AS total`.execute(db);
  return rows[0]?.total ?? 0;
};

export const insertProfileLike = (db: Database, like: ProfileLike, now: Date): Promise<number> =>
  changeLikes(
    db,
    like,
    sql`INSERT INTO profile_likes (profile_id, liker_id, created_at)
    VALUES (${like.profileId}::uuid, ${like.likerId}::uuid, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING liker_id`,
    1,
  );

export const deleteProfileLike = (db: Database, like: ProfileLike): Promise<number> =>
  changeLikes(
    db,
    like,
    sql`DELETE FROM profile_likes WHERE profile_id = ${like.profileId}::uuid
      AND liker_id = ${like.likerId}::uuid RETURNING liker_id`,
    -1,
  );

/** Likes in either direction. */
export const profileLikesOf = async (
  db: Database,
  id: ProfileId,
  limit: number,
): Promise<ProfileLike[]> => {
  const rows = await db
    .selectFrom('profile_likes')
    .select(['liker_id', 'profile_id'])
    .where((eb) => eb.or([eb('liker_id', '=', id), eb('profile_id', '=', id)]))
    .limit(limit)
    .execute();
  return rows.map(({ liker_id, profile_id }) => ({
    likerId: liker_id as ProfileId,
    profileId: profile_id as ProfileId,
  }));
};

/** Opening a page again within this time counts as the same view. */
export const VIEW_INTERVAL_SECONDS = 60;

export const insertView = async (
  db: Database,
  viewerId: ProfileId,
  profileId: ProfileId,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO profile_views AS w (viewer_id, profile_id, seen_at) VALUES (${viewerId}::uuid,
      ${profileId}::uuid, ${now}::timestamptz)
    ON CONFLICT (viewer_id, profile_id) DO UPDATE SET seen_at = excluded.seen_at
    WHERE w.seen_at < excluded.seen_at - make_interval(secs => ${VIEW_INTERVAL_SECONDS})`.execute(
    db,
  );
};

export const deleteViewsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('profile_views').where('seen_at', '<', before).execute();
};

/** Views in either direction. */
export const deleteViewsOf = async (tx: Database, id: ProfileId): Promise<void> => {
  await tx
    .deleteFrom('profile_views')
    .where((eb) => eb.or([eb('viewer_id', '=', id), eb('profile_id', '=', id)]))
    .execute();
};
