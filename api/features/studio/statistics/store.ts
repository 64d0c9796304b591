// Likes, comments, unlocks and new followers of a producer by day, and the activity of each post.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { unlocksOf } from '../../access/index.ts';
import type { Period } from '../../funds/index.ts';
import type { CountedKind } from './rules.ts';

/**
 * What happened to the producer's posts and page, with its instant, without own likes and comments.
 */
const events = (producerId: ProfileId, { from, to }: Period) => {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND ${sql.ref(column)} < (${to}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
  return sql`
    SELECT 'likes' AS kind, l.post_id, l.created_at AS at FROM posts o
      JOIN post_likes l ON l.post_id = o.id
    WHERE o.profile_id = ${producerId}::uuid AND l.profile_id <> o.profile_id
      AND ${within('l.created_at')}
    UNION ALL SELECT 'comments', c.post_id, c.created_at FROM posts o
      JOIN comments c ON c.post_id = o.id
    WHERE o.profile_id = ${producerId}::uuid AND c.author_id <> o.profile_id
      AND c.deleted_at IS NULL AND ${within('c.created_at')}
    UNION ALL SELECT 'unlocks', u.post_id, u.at FROM (SELECT ${producerId}::uuid AS id) producer
      CROSS JOIN LATERAL (${sql.raw(unlocksOf('producer.id'))}) u WHERE ${within('u.at')}
    UNION ALL SELECT 'followers', NULL, f.created_at FROM follows f
    WHERE f.followee_id = ${producerId}::uuid AND ${within('f.created_at')}`;
};

export const countByDay = async (
  db: Database,
  producerId: ProfileId,
  period: Period,
): Promise<{ day: string; kind: CountedKind; count: number }[]> => {
  const { rows } = await sql<{ day: string; kind: CountedKind; count: number }>`
    SELECT to_char((at AT TIME ZONE 'America/Sao_Paulo')::date, 'YYYY-MM-DD') AS day, kind,
      count(*)::int AS count
    FROM (${events(producerId, period)}) event GROUP BY 1, 2`.execute(db);
  return rows;
};

export type PostActivity = {
  id: PostId;
  text: string;
  publishedAt: Date;
  views: number;
  likes: number;
  comments: number;
  unlocks: number;
  watchedSeconds: number | null;
};

/** Posts with activity in the period, and those of `earning`; deleted ones are left out. */
export const activityOfPosts = async (
  db: Database,
  producerId: ProfileId,
  period: Period,
  earning: readonly string[],
): Promise<PostActivity[]> => {
  const { rows } = await sql<PostActivity>`
    WITH counted AS (
      SELECT post_id, count(*) FILTER (WHERE kind = 'likes')::int AS likes,
        count(*) FILTER (WHERE kind = 'comments')::int AS comments,
        count(*) FILTER (WHERE kind = 'unlocks')::int AS unlocks
      FROM (${events(producerId, period)}) event WHERE post_id IS NOT NULL GROUP BY 1
    ), viewed AS (
      SELECT post_id, sum(views)::int AS views FROM view_days
      WHERE profile_id = ${producerId}::uuid AND post_id IS NOT NULL
        AND day BETWEEN ${period.from}::date AND ${period.to}::date GROUP BY 1
    ), watched AS (
      SELECT post_id, sum(seconds)::int AS seconds FROM watch_days
      WHERE profile_id = ${producerId}::uuid AND day BETWEEN ${period.from}::date
        AND ${period.to}::date GROUP BY 1
    )
    SELECT o.id, left(o.text, 80) AS text, o.start_when AS "publishedAt",
      coalesce(v.views, 0) AS views,
      coalesce(c.likes, 0) AS likes, coalesce(c.comments, 0) AS comments,
        coalesce(c.unlocks, 0) AS unlocks,
      CASE WHEN EXISTS (SELECT FROM post_media pm JOIN media m ON m.id = pm.media_id
        WHERE pm.post_id = o.id
        AND m.kind = 'video') THEN coalesce(w.seconds, 0) END AS "watchedSeconds"
    FROM posts o LEFT JOIN counted c ON c.post_id = o.id LEFT JOIN viewed v ON v.post_id = o.id
      LEFT JOIN watched w ON w.post_id = o.id
    WHERE o.profile_id = ${producerId}::uuid AND o.deleted_at IS NULL
      AND (c.post_id IS NOT NULL OR v.post_id IS NOT NULL OR w.post_id IS NOT NULL
        OR o.id = ANY(${earning}::uuid[]))`.execute(db);
  return rows;
};
