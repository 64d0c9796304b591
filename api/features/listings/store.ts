// SQL of listings: what Explore sorts and filters producers by, and the tags that it shows of them.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { changeCounted, counted, type DayCountSource } from '../../platform/days/day-counts.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import { isWithheld } from '../access/index.ts';
import { IS_READABLE, isListed } from './posts-store.ts';

/** Begins the listing of a producer who was approved; a listing that exists stays as it is. */
export const openListing = async (tx: Database, profileId: ProfileId, now: Date): Promise<void> => {
  await tx
    .insertInto('profile_listings')
    .values({ profile_id: profileId, listed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Has the listing of the profile, or of the post's profile, counted again. Call it in the
 * transaction of the change: its lock keeps a count that began before from clearing the mark, so it
 * is set also where it is set already.
 */
export const markListingStale = async (
  tx: Database,
  whose: { profileId: ProfileId } | { postId: PostId },
): Promise<void> => {
  const profile =
    'profileId' in whose
      ? sql`${whose.profileId}::uuid`
      : sql`(SELECT p.profile_id FROM posts p WHERE p.id = ${whose.postId}::uuid)`;
  await sql`UPDATE profile_listings SET stale = true WHERE profile_id = ${profile}`.execute(tx);
};

/** Stale listings, locked; without those that a transaction under way changes. */
export const lockStaleListings = async (tx: Database, limit: number): Promise<ProfileId[]> => {
  const rows = await tx
    .selectFrom('profile_listings')
    .select('profile_id')
    .where('stale', '=', true)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.profile_id as ProfileId);
};

/** What makes a producer popular, of a row named p of profiles. */
const POPULARITY = 'p.total_followers::bigint + p.total_profile_likes + p.total_likes';
const recentPosts = (what: string): string =>
  `(SELECT ${what} FROM posts s WHERE s.profile_id = l.profile_id AND s.start_when > $2::timestamptz - interval '30 days' AND ${isListed('$2', 's')})`;
const RECENT = recentPosts('count(*)');
const RECENT_UNTIL = recentPosts("min(s.start_when) + interval '30 days'");

// A statement of its own after the lock: it must see what the lock waited for.
const countAgain = preparedRead<never>(`
  UPDATE profile_listings l
  SET stale = false, total_pictures = c.pictures, total_videos = c.videos, recent_posts = ${RECENT},
    recent_until = ${RECENT_UNTIL}, popularity = c.popularity, counters_moved = false,
    price_centavos = CASE WHEN EXISTS (SELECT FROM tiers t WHERE t.producer_id = l.profile_id)
      THEN (SELECT t.price_centavos FROM tiers t WHERE t.producer_id = l.profile_id
        AND t.deleted_at IS NULL) ELSE 0 END
  FROM (
    SELECT p.id, ${POPULARITY} AS popularity, coalesce(m.pictures, 0) AS pictures,
      coalesce(m.videos, 0) AS videos
    FROM profiles p CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE f.content_type LIKE 'image/%') AS pictures,
        count(*) FILTER (WHERE f.content_type LIKE 'video/%') AS videos
      FROM posts s JOIN post_media o ON o.post_id = s.id JOIN media f ON f.id = o.media_id
        AND f.status = 'processed' AND NOT ${isWithheld('media', 'f.id')}
      WHERE s.profile_id = p.id AND ${isListed('$2', 's')}
    ) m
    WHERE p.id = ANY($1::uuid[])
  ) c
  WHERE l.profile_id = c.id`);

const countTagsAgain = preparedRead<never>(`
  WITH counted AS (
    SELECT p.profile_id, t.tag, count(*)::integer AS posts FROM posts p
      JOIN post_tags t ON t.post_id = p.id
    WHERE p.profile_id = ANY($1::uuid[]) AND ${IS_READABLE} AND ${isListed('$2')}
      GROUP BY p.profile_id, t.tag
  ), gone AS (
    DELETE FROM profile_tags g WHERE g.profile_id = ANY($1::uuid[]) AND NOT EXISTS (SELECT
      FROM counted c WHERE c.profile_id = g.profile_id AND c.tag = g.tag)
  )
  INSERT INTO profile_tags (profile_id, tag, posts) SELECT profile_id, tag, posts FROM counted
  ON CONFLICT (tag, profile_id) DO UPDATE SET posts = EXCLUDED.posts
    WHERE profile_tags.posts <> EXCLUDED.posts`);

/** Counts locked listings again; they are stale no more. */
export const countListings = async (
  tx: Database,
  ids: readonly ProfileId[],
  now: Date,
): Promise<void> => {
  await countAgain(tx, ids, now);
  await countTagsAgain(tx, ids, now);
};

/**
 * SQL that has the popularity of the listing counted again, as part of a statement that changes
 * followers or likes. `profile` is a piece of SQL with its id. It waits for no lock: a mark that is
 * left out because the row is locked is found by the nightly pass.
 */
export const markMoved = (profile: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`UPDATE profile_listings SET counters_moved = true WHERE profile_id IN (
    SELECT l.profile_id FROM profile_listings l WHERE l.profile_id = ${profile}
      AND NOT l.counters_moved FOR UPDATE SKIP LOCKED)`;

const recountDue = preparedRead<{ profile_id: ProfileId }>(`
  WITH due AS (
    SELECT l.profile_id FROM profile_listings l WHERE l.counters_moved
      OR l.recent_until <= $2::timestamptz LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE profile_listings l SET counters_moved = false, popularity = ${POPULARITY},
    recent_posts = ${RECENT}, recent_until = ${RECENT_UNTIL}
  FROM due JOIN profiles p ON p.id = due.profile_id WHERE l.profile_id = due.profile_id
    RETURNING l.profile_id`);

/**
 * Counts popularity and recent posts of at most `limit` listings again in which one of them has
 * changed without a post or plan. Returns how many they were.
 */
export const recountMoved = async (db: Database, limit: number, now: Date): Promise<number> =>
  (await recountDue(db, limit, now)).length;

const selectLast = preparedRead<{ id: ProfileId }>(
  'SELECT id FROM (SELECT profile_id AS id FROM profile_listings WHERE profile_id > $1::uuid ORDER BY profile_id LIMIT $2) page ORDER BY id DESC LIMIT 1',
);
const recount = preparedRead<never>(`
  UPDATE profile_listings l SET popularity = n.popularity, recent_posts = n.recent,
    recent_until = CASE WHEN n.recent = 0 THEN NULL ELSE ${RECENT_UNTIL} END
  FROM (
    SELECT l.profile_id, ${POPULARITY} AS popularity, CASE WHEN l.recent_posts = 0 THEN 0
      ELSE ${RECENT} END AS recent
    FROM profile_listings l JOIN profiles p ON p.id = l.profile_id WHERE l.profile_id > $1::uuid
      AND l.profile_id <= $3::uuid
  ) n
  WHERE l.profile_id = n.profile_id AND (l.popularity,
    l.recent_posts) IS DISTINCT FROM (n.popularity, n.recent)`);

/**
 * Brings what changes without a post or plan up to date in the `limit` listings after `after`:
 * popularity, by counters that exist, and recent posts, where there were some. Answers where it
 * ended; null at the end.
 */
export const recountListings = async (
  db: Database,
  after: ProfileId,
  limit: number,
  now: Date,
): Promise<ProfileId | null> => {
  const [last] = await selectLast(db, after, limit);
  if (last) await recount(db, after, now, last.id);
  return last?.id ?? null;
};

/** What a card shows of a producer beside the summary. */
export type ListingRow = {
  profile_id: ProfileId;
  listed_at: Date | null;
  total_posts: number;
  total_pictures: number;
  total_videos: number;
  total_followers: number;
  /** Tags on most posts come first. */
  tags: string[];
};

const selectListings = preparedRead<ListingRow>(`
  SELECT p.id AS profile_id, l.listed_at, p.total_posts, p.total_followers,
    coalesce(l.total_pictures, 0) AS total_pictures, coalesce(l.total_videos, 0) AS total_videos,
    ARRAY(SELECT t.tag FROM profile_tags t WHERE t.profile_id = p.id ORDER BY t.posts DESC, t.tag
      LIMIT $2) AS tags
  FROM profiles p LEFT JOIN profile_listings l ON l.profile_id = p.id
    WHERE p.id = ANY($1::uuid[])`);

/** By profile id, each with at most `tags` tags. */
export const loadListings = async (
  db: Database,
  ids: readonly ProfileId[],
  tags: number,
): Promise<Map<ProfileId, ListingRow>> =>
  ids.length === 0
    ? new Map()
    : new Map((await selectListings(db, ids, tags)).map((row) => [row.profile_id, row]));

/** The profile's account was removed. */
export const deleteListing = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM profile_tags WHERE profile_id = ${profileId}::uuid`.execute(db);
  await changeCounted(
    db,
    sql`DELETE FROM profile_listings WHERE profile_id = ${profileId}::uuid
      RETURNING listed_at AS at`,
  );
};

/**
 * Creators who were approved for the first time, without those whose accounts were removed since.
 */
export const newProducers: DayCountSource = ({ from, to }) =>
  counted(
    'newProducers',
    sql`SELECT count(*) FROM profile_listings WHERE listed_at >= ${from} AND listed_at < ${to}`,
  );
