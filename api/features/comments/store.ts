// Comments and their likes in the database.
import type { CommentId, PostId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import type { Onlooker } from '../../platform/http/viewer.ts';
import { isHidden, onlookerRow } from '../profiles/index.ts';

type Db = Kysely<DB>;

/** A comment with the onlooker's standing to it. */
export type CommentRow = {
  id: CommentId;
  post_id: PostId;
  author_id: ProfileId;
  text: string;
  total_likes: number;
  created_at: Date;
  liked: boolean;
  /** Who wrote it is hidden from the onlooker. */
  author_hidden: boolean;
};

export type CommentsPage = { limit: number; offset: number; newestFirst: boolean };

const COLUMNS = sql`c.id, c.post_id, c.author_id, c.text, c.total_likes, c.created_at, ${isHidden('c.author_id')} AS author_hidden,
  EXISTS (SELECT FROM comment_likes l WHERE l.comment_id = c.id AND l.profile_id = v.id) AS liked`;

/** Comments of a post, without those of people who are hidden from the onlooker. */
export const commentsOf = async (db: Db, postId: PostId, onlooker: Onlooker, page: CommentsPage): Promise<CommentRow[]> => {
  const order = page.newestFirst ? sql`c.created_at DESC, c.id DESC` : sql`c.created_at ASC, c.id ASC`;
  const { rows } = await sql<CommentRow>`
    SELECT ${COLUMNS} FROM comments c CROSS JOIN ${onlookerRow(onlooker)}
    WHERE c.post_id = ${postId} AND c.deleted_at IS NULL
      AND NOT ${isHidden('c.author_id')}
    ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
};

export const commentById = async (db: Db, id: CommentId, onlooker: Onlooker): Promise<CommentRow | null> => {
  const { rows } = await sql<CommentRow>`SELECT ${COLUMNS} FROM comments c CROSS JOIN ${onlookerRow(onlooker)} WHERE c.id = ${id} AND c.deleted_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

export const insertComment = async (
  tx: Db,
  comment: { id: CommentId; postId: PostId; authorId: ProfileId; text: string; now: Date },
): Promise<void> => {
  await tx
    .insertInto('comments')
    .values({ id: comment.id, post_id: comment.postId, author_id: comment.authorId, text: comment.text, created_at: comment.now })
    .execute();
};

/** False when it was deleted before, so that the post's count goes down once. */
export const markDeleted = async (tx: Db, id: CommentId, now: Date): Promise<boolean> => {
  const row = await tx.updateTable('comments').set({ deleted_at: now }).where('id', '=', id).where('deleted_at', 'is', null).returning('id').executeTakeFirst();
  return row !== undefined;
};

/** Comments of somebody that are not deleted. */
export const commentsBy = async (db: Db, authorId: ProfileId, limit: number): Promise<{ id: CommentId; post_id: PostId }[]> => {
  const rows = await db.selectFrom('comments').select(['id', 'post_id']).where('author_id', '=', authorId).where('deleted_at', 'is', null).orderBy('id').limit(limit).execute();
  return rows as { id: CommentId; post_id: PostId }[];
};

/** A deleted comment's text is kept for those who moderate; not after its author removed the account. */
export const blankCommentsOf = async (db: Db, authorId: ProfileId): Promise<void> => {
  await db.updateTable('comments').set({ text: '-' }).where('author_id', '=', authorId).where('deleted_at', 'is not', null).execute();
};

/** Likes or takes the like back; answers the count after it. One statement, so that the count is exact whoever else likes. */
export const setLike = async (db: Db, id: CommentId, profileId: ProfileId, liked: boolean, now: Date): Promise<number> => {
  const change = liked
    ? sql`INSERT INTO comment_likes (comment_id, profile_id, created_at) VALUES (${id}, ${profileId}, ${now}) ON CONFLICT DO NOTHING RETURNING comment_id`
    : sql`DELETE FROM comment_likes WHERE comment_id = ${id} AND profile_id = ${profileId} RETURNING comment_id`;
  const { rows } = await sql<{ total: number }>`
    WITH changed AS (${change}), counted AS (
      UPDATE comments SET total_likes = total_likes + ${liked ? 1 : -1} WHERE id IN (SELECT comment_id FROM changed) RETURNING total_likes
    )
    SELECT coalesce((SELECT total_likes FROM counted), (SELECT total_likes FROM comments WHERE id = ${id}), 0) AS total`.execute(db);
  return rows[0]?.total ?? 0;
};
