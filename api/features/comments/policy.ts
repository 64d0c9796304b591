// Who may read, write, like and delete comments.
import type { ErrorCode } from '@camarim/contract/errors';
import type { CommentId, PostId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Requester, RequestContext, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { postOwner, postsForRequesters, readablePost } from '../posts/index.ts';
import { commentById } from './store.ts';
import type { CommentRow } from './store.ts';

/** The person who reads or writes, and whether they have proved their age. */
type Reader = Pick<RequestContext, 'requester' | 'adult'>;

/** A post under which the viewer takes part. */
export type Thread = { postId: PostId; ownerId: ProfileId };

/** One comment and the owner of the post it is under. */
export type CommentInThread = { row: CommentRow; ownerId: ProfileId };

/** Answers to one comment. */
export type CommentReplies = { id: CommentId; thread: Allowed<Thread> };

/**
 * The comment that a new one replies to: `parentId` is the thread's top comment, `authorId` the
 * author to notify.
 */
export type RepliedComment = { parentId: CommentId; authorId: ProfileId };

/**
 * The viewer sees the post in full, and its owner takes comments. Throws post.notFound,
 * age.proofRequired, post.locked and comment.off.
 */
export const openThread = async (
  ctx: Ctx,
  postId: PostId,
  reader: Reader,
): Promise<Allowed<Thread>> => {
  const { row } = await readablePost(ctx, postId, reader);
  if (!row.comments_enabled) throw new AppError('comment.off');
  return allow({ postId: row.id, ownerId: row.profile_id });
};

/**
 * A comment under a post that the viewer may read: to like. Throws comment.notFound,
 * age.proofRequired and post.locked.
 */
export const readableComment = async (
  ctx: Ctx,
  id: CommentId,
  reader: Reader,
): Promise<Allowed<CommentInThread>> => {
  const row = await commentById(ctx.db, id, reader.requester);
  if (!row || row.deleted || row.author_hidden) throw new AppError('comment.notFound');
  return allow({ row, ownerId: (await threadOf(ctx, row, reader)).ownerId });
};

/**
 * A comment whose answers the requester may read, a deleted one too. Throws comment.notFound,
 * age.proofRequired and post.locked.
 */
export const readableReplies = async (
  ctx: Ctx,
  id: CommentId,
  reader: Reader,
): Promise<Allowed<CommentReplies>> => {
  const row = await commentById(ctx.db, id, reader.requester);
  if (!row || (row.author_hidden && !row.deleted)) throw new AppError('comment.notFound');
  return allow({ id, thread: await threadOf(ctx, row, reader) });
};

/** A comment of the thread that the viewer may see, to reply to. Throws comment.notFound. */
export const commentToReplyTo = async (
  { db }: Ctx,
  id: CommentId,
  { postId }: Thread,
  viewer: Viewer,
): Promise<Allowed<RepliedComment>> => {
  const row = await commentById(db, id, viewer);
  if (!row || row.deleted || row.author_hidden || row.post_id !== postId)
    throw new AppError('comment.notFound');
  return allow({ parentId: row.parent_id ?? row.id, authorId: row.author_id });
};

/**
 * For each requester the owner of the post if they may read its comments, so that their socket may
 * join its topic; else null. The event carries only the count, which is also shown while the post
 * waits for an age proof.
 */
export const threadOwners = async (
  ctx: Ctx,
  attempts: readonly { id: PostId; requester: Requester }[],
): Promise<(ProfileId | null)[]> =>
  (await postsForRequesters(ctx, attempts)).map((post) =>
    post?.access.level === 'full' && post.row.comments_enabled ? post.row.profile_id : null,
  );

/** Refusals that a reader may see of an existing post, because they say how to get access. */
const DISCLOSED_CODES: readonly ErrorCode[] = ['post.locked', 'age.proofRequired'];

/** The thread a comment is in. Throws comment.notFound, age.proofRequired and post.locked. */
const threadOf = async (ctx: Ctx, row: CommentRow, reader: Reader): Promise<Allowed<Thread>> => {
  try {
    return await openThread(ctx, row.post_id, reader);
  } catch (error) {
    // A post that is hidden from the reader hides the existence of its comments too.
    if (error instanceof AppError && !DISCLOSED_CODES.includes(error.code))
      throw new AppError('comment.notFound');
    throw error;
  }
};

/**
 * Its author, who may delete what they wrote wherever it is, or the owner of the post. Throws
 * comment.notFound for others too: they learn nothing of comments they may not see.
 */
export const ownComment = async (
  ctx: Ctx,
  id: CommentId,
  viewer: Viewer,
): Promise<Allowed<CommentInThread>> => {
  const row = await commentById(ctx.db, id, viewer);
  const ownerId = row && !row.deleted && (await postOwner(ctx, row.post_id));
  if (!row || !ownerId || (row.author_id !== viewer.profileId && ownerId !== viewer.profileId))
    throw new AppError('comment.notFound');
  return allow({ row, ownerId });
};
