// Comments and their likes in the database.
import type { CommentId, PostId, ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { isWithheld } from '../access/index.ts';
import { isHidden, requesterRow } from '../profiles/index.ts';

/** A comment with the requester's relation to it. */
export type CommentRow = {
  id: CommentId;
  post_id: PostId;
  author_id: ProfileId;
  /** The comment it replies to; null of a top-level comment. */
  parent_id: CommentId | null;
  text: string;
  total_likes: number;
  created_at: Date;
  deleted: boolean;
  liked: boolean;
  /** Its author, or the author of the comment that it replies to, is hidden from the requester. */
  author_hidden: boolean;
  /** Answers that the requester may see. */
  total_replies: number;
};

export type CommentsOrder = 'newest' | 'oldest' | 'mostLiked';
export type CommentsPage = { limit: number; offset: number; order: CommentsOrder };

const ORDERS: Record<CommentsOrder, RawBuilder<unknown>> = {
  newest: sql`c.created_at DESC, c.id DESC`,
  oldest: sql`c.created_at ASC, c.id ASC`,
  mostLiked: sql`c.total_likes DESC, c.created_at DESC, c.id DESC`,
};

/** Withheld comments are shown like deleted ones. */
const isWithheldComment = (id: string) => sql.raw(isWithheld('comment', id));

const REPLIES = sql`FROM comments r WHERE r.parent_id = c.id AND r.deleted_at IS NULL
  AND NOT ${isWithheldComment('r.id')} AND NOT ${isHidden('r.author_id')}`;

/**
 * True when the author, or the author of the comment that it replies to, is hidden from the
 * requester.
 */
const AUTHOR_HIDDEN = sql`(${isHidden('c.author_id')} OR EXISTS (SELECT FROM comments q
  WHERE q.id = c.parent_id AND q.deleted_at IS NULL AND ${isHidden('q.author_id')}))`;

const COLUMNS = sql`c.id, c.post_id, c.author_id, c.parent_id, c.text, c.total_likes, c.created_at,
  c.deleted_at IS NOT NULL OR ${isWithheldComment('c.id')} AS deleted,
  ${AUTHOR_HIDDEN} AS author_hidden,
  EXISTS (SELECT FROM comment_likes l WHERE l.comment_id = c.id AND l.profile_id = v.id) AS liked,
  (SELECT count(*)::integer ${REPLIES}) AS total_replies`;

/**
 * Top-level comments of a post, without authors hidden from the requester. Deleted comments remain
 * while they have replies.
 */
export const commentsOf = async (
  db: Database,
  postId: PostId,
  requester: Requester,
  page: CommentsPage,
): Promise<CommentRow[]> => {
  const { rows } = await sql<CommentRow>`
    SELECT ${COLUMNS} FROM comments c CROSS JOIN ${requesterRow(requester)}
    WHERE c.post_id = ${postId} AND c.parent_id IS NULL
      AND CASE WHEN c.deleted_at IS NULL
        AND NOT ${isWithheldComment('c.id')} THEN NOT ${isHidden('c.author_id')}
        ELSE EXISTS (SELECT ${REPLIES}) END
    ORDER BY ${ORDERS[page.order]} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
};

/**
 * How many comments and replies of a post the requester may see, without deleted ones and authors
 * hidden from them.
 */
export const countVisibleComments = async (
  db: Database,
  postId: PostId,
  requester: Requester,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM comments c CROSS JOIN ${requesterRow(requester)}
    WHERE c.post_id = ${postId} AND c.deleted_at IS NULL AND NOT ${isWithheldComment('c.id')}
      AND NOT ${AUTHOR_HIDDEN}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Replies to a comment, oldest first, without authors hidden from the requester. */
export const repliesTo = async (
  db: Database,
  parentId: CommentId,
  requester: Requester,
  { limit, offset }: { limit: number; offset: number },
): Promise<CommentRow[]> => {
  const { rows } = await sql<CommentRow>`
    SELECT ${COLUMNS} FROM comments c CROSS JOIN ${requesterRow(requester)}
    WHERE c.parent_id = ${parentId} AND c.deleted_at IS NULL AND NOT ${isWithheldComment('c.id')}
      AND NOT ${isHidden('c.author_id')}
    ORDER BY c.created_at, c.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Deleted ones too: their row says so. */
export const commentById = async (
  db: Database,
  id: CommentId,
  requester: Requester,
): Promise<CommentRow | null> => {
  const { rows } =
    await sql<CommentRow>`SELECT ${COLUMNS} FROM comments c CROSS JOIN ${requesterRow(requester)}
      WHERE c.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

export const insertComment = async (
  tx: Database,
  comment: {
    id: CommentId;
    postId: PostId;
    authorId: ProfileId;
    parentId: CommentId | null;
    text: string;
    now: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('comments')
    .values({
      id: comment.id,
      post_id: comment.postId,
      author_id: comment.authorId,
      parent_id: comment.parentId,
      text: comment.text,
      created_at: comment.now,
    })
    .execute();
};

/** Its post, and whether the post counted it: what a decision removed is counted no more. */
export type DeletedComment = { postId: PostId; counted: boolean };

const COUNTED = sql`NOT EXISTS (SELECT FROM withholdings w WHERE w.target_id = comments.id
  AND w.target_kind = 'comment' AND w.cause = 'decision' AND w.released_at IS NULL)`;

/** Null when it was deleted before, so that the post's count goes down once. */
export const markDeleted = async (
  tx: Database,
  id: CommentId,
  now: Date,
): Promise<DeletedComment | null> => {
  const { rows } = await sql<DeletedComment>`
    UPDATE comments SET deleted_at = ${now} WHERE id = ${id}::uuid AND deleted_at IS NULL
      RETURNING post_id AS "postId", ${COUNTED} AS counted`.execute(tx);
  return rows[0] ?? null;
};

/** The post of a comment that is not deleted. */
export const postOfComment = async (tx: Database, id: CommentId): Promise<PostId | null> => {
  const row = await tx
    .selectFrom('comments')
    .select('post_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (row?.post_id as PostId | undefined) ?? null;
};

/** A person's comments that are not deleted. */
export const commentsBy = async (
  db: Database,
  authorId: ProfileId,
  limit: number,
): Promise<{ id: CommentId; post_id: PostId }[]> => {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'post_id'])
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows as { id: CommentId; post_id: PostId }[];
};

/**
 * Moderators can read the text of a deleted comment until its author removes their account.
 */
export const blankCommentsOf = async (db: Database, authorId: ProfileId): Promise<void> => {
  await db
    .updateTable('comments')
    .set({ text: '-' })
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is not', null)
    .execute();
};

/** Takes back up to `limit` likes of a person; returns how many. */
export const deleteLikesOf = async (
  db: Database,
  profileId: ProfileId,
  limit: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (DELETE FROM comment_likes WHERE profile_id = ${profileId}::uuid AND comment_id IN
        (SELECT comment_id FROM comment_likes WHERE profile_id = ${profileId}::uuid LIMIT ${limit})
          RETURNING comment_id),
      counted AS (UPDATE comments SET total_likes = total_likes - 1 WHERE id IN (SELECT comment_id
        FROM gone))
    SELECT count(*)::int AS count FROM gone`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Likes or takes the like back; returns the count after it. One statement, so that the count is
 * exact under concurrency.
 */
export const setLike = async (
  db: Database,
  id: CommentId,
  profileId: ProfileId,
  liked: boolean,
  now: Date,
): Promise<number> => {
  const change = liked
    ? sql`INSERT INTO comment_likes (comment_id, profile_id, created_at) VALUES (${id},
      ${profileId}, ${now}) ON CONFLICT DO NOTHING RETURNING comment_id`
    : sql`DELETE FROM comment_likes WHERE comment_id = ${id} AND profile_id = ${profileId}
      RETURNING comment_id`;
  const { rows } = await sql<{ total: number }>`
    WITH changed AS (${change}), counted AS (
      UPDATE comments SET total_likes = total_likes + ${liked ? 1 : -1}
        WHERE id IN (SELECT comment_id FROM changed) RETURNING total_likes
    )
    SELECT coalesce((SELECT total_likes FROM counted), (SELECT total_likes FROM comments
      WHERE id = ${id}), 0) AS total`.execute(db);
  return rows[0]?.total ?? 0;
};
