// SQL of watch time: seconds by post and day, with the limits of a viewer's day.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A viewer's first call of a day may tell of as much playing before it. */
const GRACE_SECONDS = 60;

/** Viewers at the same time whose playing is credited at one address. */
export const WATCHERS_PER_ADDRESS = 10;

export type WatchedPost = {
  postId: PostId;
  seconds: number;
  /** Only to leave out own posts; not stored. */
  viewerId: ProfileId | null;
  viewer: Buffer;
  /** Its network address, which is never the hash of a viewer. */
  address: Buffer;
};

/**
 * Credits what each viewer played: at most the duration of the post's videos a day, and over all
 * posts at most the time since the viewer's first call of the day. All viewers of an address
 * together get as much as WATCHERS_PER_ADDRESS viewers. Rows are written in one order, so that two
 * processes wait for each other and never deadlock.
 */
export const writeWatched = async (
  db: Database,
  { day, now }: { day: string; now: Date },
  watched: readonly WatchedPost[],
): Promise<void> => {
  await sql`
    WITH item AS (
      SELECT o.profile_id, o.id AS post_id, decode(i.viewer, 'hex') AS viewer,
        decode(i.address, 'hex') AS address, i.seconds, (
        SELECT coalesce(sum(m.duration_ms), 0) / 1000 FROM post_media pm
          JOIN media m ON m.id = pm.media_id WHERE pm.post_id = o.id
          AND m.kind = 'video') AS duration
      FROM unnest(${watched.map(({ postId }) => postId)}::uuid[],
        ${watched.map(({ seconds }) => seconds)}::int[],
        ${watched.map(({ viewerId }) => viewerId)}::uuid[],
          ${watched.map(({ viewer }) => viewer.toString('hex'))}::text[],
          ${watched.map(({ address }) => address.toString('hex'))}::text[]) i (post_id, seconds,
          viewer_id, viewer, address)
        JOIN posts o ON o.id = i.post_id WHERE o.deleted_at IS NULL
          AND i.viewer_id IS DISTINCT FROM o.profile_id
    ), wanted AS (
      SELECT i.*, greatest(0, least(i.seconds, i.duration - coalesce(k.seconds, 0)))::int AS want,
        ${GRACE_SECONDS} + floor(extract(epoch FROM ${now}::timestamptz - coalesce(w.since,
          ${now}::timestamptz)))::int - coalesce(w.seconds, 0) AS allowed,
        ${WATCHERS_PER_ADDRESS} * (${GRACE_SECONDS} + floor(extract(epoch
          FROM ${now}::timestamptz - coalesce(a.since,
          ${now}::timestamptz)))::int) - coalesce(a.seconds, 0) AS allowed_there
      FROM item i LEFT JOIN watch_marks k ON k.day = ${day}::date AND k.post_id = i.post_id
        AND k.viewer = i.viewer
        LEFT JOIN watch_viewers w ON w.day = ${day}::date AND w.viewer = i.viewer
        LEFT JOIN watch_viewers a ON a.day = ${day}::date AND a.viewer = i.address
    ), of_viewers AS (
      SELECT profile_id, post_id, viewer, address, allowed_there, greatest(0, least(want,
        allowed - coalesce(
        sum(want) OVER (PARTITION BY viewer ORDER BY post_id ROWS BETWEEN UNBOUNDED PRECEDING
          AND 1 PRECEDING), 0)))::int AS seconds
      FROM wanted
    ), credited AS (
      SELECT profile_id, post_id, viewer, address, greatest(0, least(seconds,
        allowed_there - coalesce(
        sum(seconds) OVER (PARTITION BY address ORDER BY post_id,
          viewer ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::int AS seconds
      FROM of_viewers
    ), viewers AS (
      INSERT INTO watch_viewers (day, viewer, since, seconds)
      SELECT ${day}::date, v.viewer, ${now}::timestamptz, sum(c.seconds)::int FROM credited c
        CROSS JOIN LATERAL (VALUES (c.viewer), (c.address)) v (viewer) GROUP BY v.viewer
        ORDER BY v.viewer
      ON CONFLICT (day, viewer) DO UPDATE SET seconds = watch_viewers.seconds + excluded.seconds
    ), marks AS (
      INSERT INTO watch_marks (day, post_id, viewer, seconds)
      SELECT ${day}::date, post_id, viewer, seconds FROM credited WHERE seconds > 0
        ORDER BY post_id, viewer
      ON CONFLICT (day, post_id, viewer)
        DO UPDATE SET seconds = watch_marks.seconds + excluded.seconds
    )
    INSERT INTO watch_days (profile_id, post_id, day, seconds)
    SELECT profile_id, post_id, ${day}::date, sum(seconds)::int FROM credited WHERE seconds > 0
      GROUP BY profile_id, post_id ORDER BY profile_id, post_id
    ON CONFLICT (profile_id, day, post_id)
      DO UPDATE SET seconds = watch_days.seconds + excluded.seconds`.execute(db);
};

export type WatchDay = { day: string; watchedSeconds: number };

/** How long a producer's videos were played, by day; both days are included. */
export const watchedByDay = async (
  db: Database,
  profileId: ProfileId,
  { from, to }: { from: string; to: string },
): Promise<WatchDay[]> => {
  const { rows } = await sql<WatchDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(seconds)::int AS "watchedSeconds" FROM watch_days
    WHERE profile_id = ${profileId}::uuid AND day BETWEEN ${from}::date AND ${to}::date GROUP BY 1
      ORDER BY 1`.execute(db);
  return rows;
};
