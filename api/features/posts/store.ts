// Posts and their likes, saves and media in the database. Each statement is exact under
// concurrency by itself.
import type { MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { preparedRead, unseen } from '../../platform/database/prepared-read.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import {
  boughtBy,
  buyersOf,
  causeOfPost,
  hasNothingToSell,
  subscribesTo,
  type WithholdingCause,
} from '../access/index.ts';
import {
  hiddenFrom,
  isRemovedAccount,
  requesterAt,
  requestersAt,
  requestersValues,
  requesterValues,
} from '../profiles/index.ts';

export type PostStatus = DB['posts']['status'];

/** A post with everything that decides one viewer's access to it. */
export type PostRow = {
  id: PostId;
  profile_id: ProfileId;
  text: string;
  price_centavos: Centavos | null;
  audience: 'public' | 'members';
  tips_enabled: boolean;
  status: PostStatus;
  /** Since when all of its media are playable. */
  playable_at: Date | null;
  start_when: Date;
  expires_at: Date | null;
  active_days: number | null;
  archived_at: Date | null;
  deleted_at: Date | null;
  /** Since when only its owner has access. */
  withheld_at: Date | null;
  /** The decision that withholds it; null: its performers do, or nothing. */
  withheld_for: WithholdingCause | null;
  /** Since when it is in review. */
  held_at: Date | null;
  draft: boolean;
  ai_declared: AiChoice;
  ai_decided: AiChoice | null;
  pinned: boolean;
  total_likes: number;
  total_comments: number;
  created_at: Date;
  comments_enabled: boolean;
  owner_suspended: boolean;
  owner_fee_bps: number | null;
  media_ids: MediaId[];
  /** The free preview; null when none was chosen. */
  free_media_id: MediaId | null;
  /** A decision removed all that the price is for. */
  nothing_to_sell: boolean;
  /** Length of its trailer; 0: a picture, which is shown whole. */
  free_seconds: number | null;
  trailer_failed: boolean | null;
  liked: boolean;
  saved: boolean;
  bought: boolean;
  subscriber: boolean;
  follower: boolean;
  /** Monthly price of the owner's plan; null while none is open. */
  plan_price: Centavos | null;
  /** The owner has opened a plan, now or before. */
  sold_plan: boolean;
  /**
   * The profile that published it is hidden from the requester. False for a removed account, which
   * deleted its posts: buyers keep theirs, and no other person has access to a deleted one.
   */
  owner_hidden: boolean;
};

// $3 is the current instant; `v` is the requester, one or many.
const postRows = (requesters: string, more = ''): string => `
  SELECT ${more} p.id, p.profile_id, p.text, p.price_centavos, p.audience, p.tips_enabled, p.status,
    p.playable_at, p.start_when, p.expires_at,
    p.active_days, p.archived_at, p.deleted_at, p.withheld_at, p.held_at,
    CASE WHEN p.withheld_at IS NOT NULL THEN ${causeOfPost('p.id')} END AS withheld_for,
      p.ai_declared, p.ai_decided, p.draft, p.pinned, p.total_likes, p.total_comments, p.created_at,
    o.comments_enabled, o.producer_stage = 'suspended' AS owner_suspended,
      o.fee_bps AS owner_fee_bps,
    ARRAY(SELECT m.media_id FROM post_media m WHERE m.post_id = p.id
      ORDER BY m.position) AS media_ids,
    p.price_centavos IS NOT NULL AND ${hasNothingToSell('p.id')} AS nothing_to_sell,
    free.media_id AS free_media_id, free.free_seconds, free.trailer_failed,
    EXISTS (SELECT FROM post_likes l WHERE l.post_id = p.id AND l.profile_id = v.id) AS liked,
    EXISTS (SELECT FROM post_saves s WHERE s.post_id = p.id AND s.profile_id = v.id) AS saved,
    ${boughtBy('p.id', 'v.id')} AS bought,
    ${subscribesTo('p.profile_id', 'v.id', '$3::timestamptz')} AS subscriber,
    (SELECT t.price_centavos FROM tiers t WHERE t.producer_id = p.profile_id
      AND t.deleted_at IS NULL) AS plan_price,
    EXISTS (SELECT FROM tiers t WHERE t.producer_id = p.profile_id) AS sold_plan,
    EXISTS (SELECT FROM follows f WHERE f.followee_id = p.profile_id
      AND f.follower_id = v.id) AS follower,
    ${hiddenFrom('p.profile_id')} AND NOT ${isRemovedAccount('o')} AS owner_hidden
  FROM posts p JOIN profiles o ON o.id = p.profile_id CROSS JOIN ${requesters}
    LEFT JOIN post_media free ON free.post_id = p.id AND free.free_seconds IS NOT NULL`;
// OFFSET keeps the requester's parameters from the planner, as `unseen` does with the list.
const POST_ROWS = postRows(`(SELECT * FROM ${requesterAt(2, 4, 5)} OFFSET 0) v`);
const selectPosts = preparedRead<PostRow>(
  `${POST_ROWS} WHERE p.id = ANY(${unseen('$1::uuid[]')}::uuid[])`,
);
const selectPostsWith = preparedRead<PostRow>(
  `${POST_ROWS} WHERE p.id IN (SELECT m.post_id FROM post_media m WHERE m.media_id = $1::uuid)`,
);

const selectPostsForRequesters = preparedRead<PostRow & { n: number }>(
  `${postRows(requestersAt(2, 4, 5), 'v.n,')} JOIN unnest($1::uuid[]) WITH ORDINALITY w (post_id, n) ON w.n = v.n AND w.post_id = p.id`,
);

/** Posts by id, unordered, with the requester's relation to each. */
export const loadPosts = (
  db: Database,
  ids: readonly PostId[],
  requester: Requester,
  now: Date,
): Promise<PostRow[]> => {
  const [id, region, city] = requesterValues(requester);
  return selectPosts(db, ids, id, now, region, city);
};

/** One post for each requester, by their index; without those that do not exist. */
export const loadPostsForRequesters = async (
  db: Database,
  pairs: readonly { id: PostId; requester: Requester }[],
  now: Date,
): Promise<Map<number, PostRow>> => {
  const [ids, regions, cities] = requestersValues(pairs.map(({ requester }) => requester));
  const rows = await selectPostsForRequesters(
    db,
    pairs.map(({ id }) => id),
    ids,
    now,
    regions,
    cities,
  );
  return new Map(rows.map(({ n, ...row }) => [n - 1, row]));
};

/** The same for the posts that contain the media. */
export const loadPostsWith = (
  db: Database,
  mediaId: MediaId,
  requester: Requester,
  now: Date,
): Promise<PostRow[]> => {
  const [id, region, city] = requesterValues(requester);
  return selectPostsWith(db, mediaId, id, now, region, city);
};

/** Owner of the post, deleted or not. */
export const ownerOf = async (db: Database, id: PostId): Promise<ProfileId | null> => {
  const row = await db
    .selectFrom('posts')
    .select('profile_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return (row?.profile_id as ProfileId | undefined) ?? null;
};

/** Whether this call changed the state, and the count after it. */
export type ToggleResult = { changed: boolean; total: number };

/**
 * Likes or takes the like back. One statement, so that the count is exact under concurrency.
 */
export const setLike = async (
  db: Database,
  postId: PostId,
  profileId: ProfileId,
  liked: boolean,
  now: Date,
): Promise<ToggleResult> => {
  const change = liked
    ? sql`INSERT INTO post_likes (post_id, profile_id, created_at) VALUES (${postId}, ${profileId},
      ${now}) ON CONFLICT DO NOTHING RETURNING post_id`
    : sql`DELETE FROM post_likes WHERE post_id = ${postId} AND profile_id = ${profileId}
      RETURNING post_id`;
  const { rows } = await sql<ToggleResult>`
    WITH changed AS (${change}), counted AS (
      UPDATE posts SET total_likes = total_likes + ${liked ? 1 : -1} WHERE id IN (SELECT post_id
        FROM changed) RETURNING total_likes
    )
    SELECT EXISTS (SELECT FROM changed) AS changed,
      coalesce((SELECT total_likes FROM counted), (SELECT total_likes FROM posts
        WHERE id = ${postId}), 0) AS total`.execute(db);
  return rows[0] ?? { changed: false, total: 0 };
};

/** Takes back up to `limit` likes of a person; returns how many. */
export const deleteLikesOf = async (
  db: Database,
  profileId: ProfileId,
  limit: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (DELETE FROM post_likes WHERE profile_id = ${profileId}::uuid AND post_id IN
        (SELECT post_id FROM post_likes WHERE profile_id = ${profileId}::uuid LIMIT ${limit})
          RETURNING post_id),
      counted AS (UPDATE posts SET total_likes = total_likes - 1 WHERE id IN (SELECT post_id
        FROM gone))
    SELECT count(*)::int AS count FROM gone`.execute(db);
  return rows[0]?.count ?? 0;
};

export const deleteSavesOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('post_saves').where('profile_id', '=', profileId).execute();
};

export const setSaved = async (
  db: Database,
  postId: PostId,
  profileId: ProfileId,
  saved: boolean,
  now: Date,
): Promise<void> => {
  if (!saved) {
    await db
      .deleteFrom('post_saves')
      .where('post_id', '=', postId)
      .where('profile_id', '=', profileId)
      .execute();
    return;
  }
  await db
    .insertInto('post_saves')
    .values({ post_id: postId, profile_id: profileId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Adds `delta` to the post's comment count; returns the new count. */
export const adjustCommentCount = async (
  tx: Database,
  postId: PostId,
  delta: -1 | 0 | 1,
): Promise<number> => {
  const row = await tx
    .updateTable('posts')
    .set((eb) => ({ total_comments: eb('total_comments', '+', delta) }))
    .where('id', '=', postId)
    .returning('total_comments')
    .executeTakeFirstOrThrow();
  return row.total_comments;
};

/**
 * Current price; null when the post is deleted, withheld or free, or nothing of it is left to sell.
 * Read it after `insertPurchase`, whose key lock a deletion or a decision waits for.
 */
export const priceOf = async (tx: Database, id: PostId): Promise<Centavos | null> => {
  const row = await tx
    .selectFrom('posts')
    .select('price_centavos')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('withheld_at', 'is', null)
    .where(sql<boolean>`NOT ${sql.raw(hasNothingToSell('posts.id'))}`)
    .executeTakeFirst();
  return (row?.price_centavos as Centavos | null | undefined) ?? null;
};

/** Numbers of buyers and savers, shown to the owner only. */
export type OwnersCounts = { purchases: number; saves: number };

const selectCounts = preparedRead<OwnersCounts & { id: PostId }>(`
  SELECT p.id, (SELECT count(*)::integer FROM (${buyersOf('p.id')}) b) AS purchases,
    (SELECT count(*)::integer FROM post_saves s WHERE s.post_id = p.id) AS saves
  FROM unnest($1::uuid[]) p (id)`);

/** Counts of the viewer's own posts. */
export const ownersCounts = async (
  db: Database,
  ids: readonly PostId[],
): Promise<Map<PostId, OwnersCounts>> =>
  new Map(
    ids.length === 0 ? [] : (await selectCounts(db, ids)).map(({ id, ...counts }) => [id, counts]),
  );
