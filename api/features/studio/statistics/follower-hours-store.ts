// At which hours of the week the followers of a producer are here: sums by hour, without a record
// of who.
import type { ProfileId } from '@camarim/contract/ids';
import { STATISTICS_FOLLOWERS_MIN } from '@camarim/contract/limits';
import { SAO_PAULO } from '@camarim/contract/time';
import { sql } from 'kysely';
import type { Ctx } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Period } from '../../funds/index.ts';

/**
 * Adds everyone with an open socket, once an hour, to the hour of each producer whom they follow.
 * Rows are inserted in one order, so that two of these statements wait for each other and never
 * deadlock.
 */
export const countFollowers = async ({ db, clock, presence }: Ctx): Promise<void> => {
  const now = clock.now();
  const connected = await presence.everyone();
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`;
  const there = sql`${now}::timestamptz AT TIME ZONE ${SAO_PAULO}`;
  await sql`
    WITH over AS (DELETE FROM follower_marks WHERE hour < ${hour}), marked AS (
      INSERT INTO follower_marks (hour, profile_id) SELECT ${hour}, id FROM profiles
        WHERE id = ANY(${connected}::uuid[]) ORDER BY id
      ON CONFLICT DO NOTHING RETURNING profile_id
    )
    INSERT INTO follower_hours (profile_id, day, hour, followers)
    SELECT f.followee_id, (${there})::date, extract(hour FROM ${there})::smallint, count(*)::integer
    FROM marked m JOIN follows f ON f.follower_id = m.profile_id
      JOIN profiles c ON c.id = f.followee_id AND c.producer_stage = 'approved'
    GROUP BY f.followee_id ORDER BY f.followee_id
    ON CONFLICT (profile_id, day, hour)
      DO UPDATE SET followers = follower_hours.followers + excluded.followers`.execute(db);
};

export type FollowerHour = { weekday: number; hour: number; followers: number };

/**
 * By weekday (1 is Monday) and hour; both days are included. Empty for a producer with fewer
 * followers than STATISTICS_FOLLOWERS_MIN: the hours of a few would tell the habits of one.
 */
export const followersByHour = async (
  db: Database,
  producerId: ProfileId,
  { from, to }: Period,
): Promise<FollowerHour[]> => {
  const { rows } = await sql<FollowerHour>`
    SELECT extract(isodow FROM h.day)::int AS weekday, h.hour::int AS hour,
      sum(h.followers)::int AS followers
    FROM follower_hours h JOIN profiles p ON p.id = h.profile_id
      AND p.total_followers >= ${STATISTICS_FOLLOWERS_MIN}
    WHERE h.profile_id = ${producerId}::uuid AND h.day BETWEEN ${from}::date AND ${to}::date
      GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
};

export const deleteFollowerHoursOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  for (const table of ['follower_hours', 'follower_marks'] as const)
    await db.deleteFrom(table).where('profile_id', '=', profileId).execute();
};
