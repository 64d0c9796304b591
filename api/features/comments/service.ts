// Reading, writing, liking and deleting comments; the post's count moves in the same transaction.
import { topicKey } from '@camarim/contract/events';
import type { CommentId, PostId } from '@camarim/contract/ids';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Requester, Viewer } from '../../platform/http/viewer.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { notify } from '../notifications/index.ts';
import { adjustCommentCount } from '../posts/index.ts';
import { summarise } from '../profiles/index.ts';
import type { RepliedComment, CommentInThread, CommentReplies, Thread } from './policy.ts';
import { presentComment } from './present.ts';
import type { CommentView } from './present.ts';
import {
  commentById,
  commentsOf,
  countVisibleComments,
  insertComment,
  markDeleted,
  postOfComment,
  repliesTo,
  setLike,
} from './store.ts';
import type { CommentRow, CommentsPage } from './store.ts';

const present = async (
  ctx: Ctx,
  rows: readonly CommentRow[],
  { ownerId }: Thread,
  { profileId }: Requester,
): Promise<CommentView[]> => {
  const authors = await summarise(ctx, [
    ...new Set(rows.filter((row) => !row.deleted).map((row) => row.author_id)),
  ]);
  return rows.flatMap((row) => {
    const author = row.deleted ? null : authors.get(row.author_id);
    return author !== undefined ? presentComment(row, author, ownerId, profileId) : [];
  });
};

/** One page under a post, and how many comments and answers of it the reader may see. */
export const listComments = async (
  ctx: Ctx,
  thread: Allowed<Thread>,
  requester: Requester,
  page: CommentsPage,
): Promise<{ data: CommentView[]; total: number }> => {
  const [rows, total] = await Promise.all([
    commentsOf(ctx.db, thread.postId, requester, page),
    countVisibleComments(ctx.db, thread.postId, requester),
  ]);
  return { data: await present(ctx, rows, thread, requester), total };
};

/** One page of answers to a comment. */
export const listReplies = async (
  ctx: Ctx,
  { id, thread }: Allowed<CommentReplies>,
  requester: Requester,
  page: { limit: number; offset: number },
): Promise<CommentView[]> =>
  present(ctx, await repliesTo(ctx.db, id, requester, page), thread, requester);

/**
 * Publishes only the new count to the sockets of the topic: each client fetches the comments that
 * its viewer may see.
 */
const publishCommentCount = (
  { outbox }: Ctx,
  tx: Transaction,
  postId: PostId,
  totalComments: number,
): Promise<void> =>
  outbox.publish(tx, {
    event: 'comments',
    topics: [topicKey('post', postId)],
    payload: { postId, totalComments },
  });

type CommentInput = { text: string; answered: Allowed<RepliedComment> | null };

/**
 * Creates a comment and notifies the owner of the post and the author it replies to, each once.
 * Idempotent by key.
 */
export const createComment = async (
  ctx: Ctx,
  thread: Allowed<Thread>,
  viewer: Viewer,
  { text, answered }: CommentInput,
  key: string | null,
): Promise<CommentView & { totalComments: number }> => {
  const now = ctx.clock.now();
  const { profileId } = viewer;
  const request = { postId: thread.postId, text, ...(answered && { parentId: answered.parentId }) };
  const { id, totalComments } = await once(
    ctx.db,
    { profileId, key, route: 'POST /comments', request, now },
    async (tx) => {
      const commentId = newId() as CommentId;
      await insertComment(tx, {
        id: commentId,
        postId: thread.postId,
        authorId: profileId,
        parentId: answered?.parentId ?? null,
        text,
        now,
      });
      const total = await adjustCommentCount(tx, thread.postId, 1);
      const notice = { fromProfileId: profileId, postId: thread.postId };
      if (answered)
        await notify(ctx, tx, { ...notice, type: 'reply', profileId: answered.authorId });
      if (answered?.authorId !== thread.ownerId)
        await notify(ctx, tx, { ...notice, type: 'comment', profileId: thread.ownerId });
      await publishCommentCount(ctx, tx, thread.postId, total);
      return { id: commentId, totalComments: total };
    },
  );
  const row = await commentById(ctx.db, id, viewer);
  const [view] = row && !row.deleted ? await present(ctx, [row], thread, viewer) : [];
  // The key was replayed after its comment was deleted.
  if (!view) throw new AppError('comment.notFound');
  return { ...view, totalComments };
};

/**
 * With the caller's transaction: returns how many comments the post still has; null when it was
 * deleted before.
 */
export const removeComment = async (
  ctx: Ctx,
  tx: Transaction,
  id: CommentId,
): Promise<number | null> => {
  const deleted = await markDeleted(tx, id, ctx.clock.now());
  if (!deleted) return null;
  const { postId, counted } = deleted;
  const left = await adjustCommentCount(tx, postId, counted ? -1 : 0);
  await publishCommentCount(ctx, tx, postId, left);
  return left;
};

/** After a decision withheld the comment (-1) or gave it back (1), in the caller's transaction. */
export const recountComment = async (
  ctx: Ctx,
  tx: Transaction,
  id: CommentId,
  change: 1 | -1,
): Promise<void> => {
  const postId = await postOfComment(tx, id);
  if (!postId) return;
  await publishCommentCount(ctx, tx, postId, await adjustCommentCount(tx, postId, change));
};

/**
 * Deletes a comment; returns how many the post still has. Throws comment.notFound when another call
 * was first.
 */
export const deleteComment = async (
  ctx: Ctx,
  { row }: Allowed<CommentInThread>,
): Promise<number> => {
  const left = await transaction(ctx.db, (tx) => removeComment(ctx, tx, row.id));
  if (left === null) throw new AppError('comment.notFound');
  return left;
};

/** Likes a comment or takes the like back; doing it twice changes nothing. */
export const likeComment = async (
  ctx: Ctx,
  { row }: Allowed<CommentInThread>,
  viewer: Viewer,
  liked: boolean,
): Promise<{ liked: boolean; totalLikes: number }> => ({
  liked,
  totalLikes: await setLike(ctx.db, row.id, viewer.profileId, liked, ctx.clock.now()),
});
