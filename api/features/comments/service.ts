// Reading, writing, liking and deleting comments; the post's count moves in the same transaction.
import { randomUUIDv7 } from 'node:crypto';
import type { CommentId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Onlooker, Viewer } from '../../platform/http/viewer.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { notify } from '../notifications/index.ts';
import { countComments } from '../posts/index.ts';
import { summarise } from '../profiles/index.ts';
import type { OneComment, Thread } from './policy.ts';
import { presentComment } from './present.ts';
import type { CommentView } from './present.ts';
import { commentById, commentsOf, insertComment, markDeleted, setLike } from './store.ts';
import type { CommentRow, CommentsPage } from './store.ts';

const present = async (platform: Platform, rows: readonly CommentRow[], { ownerId }: Thread, { profileId }: Onlooker): Promise<CommentView[]> => {
  const authors = await summarise(platform, [...new Set(rows.map((row) => row.author_id))]);
  return rows.flatMap((row) => {
    const author = authors.get(row.author_id);
    return author ? presentComment(row, author, ownerId, profileId) : [];
  });
};

/** One page under a post. */
export const listComments = async (platform: Platform, thread: Allowed<Thread>, onlooker: Onlooker, page: CommentsPage): Promise<CommentView[]> =>
  present(platform, await commentsOf(platform.db, thread.postId, onlooker, page), thread, onlooker);

/** Writes a comment and tells the owner of the post. The same key writes once. */
export const createComment = async (platform: Platform, thread: Allowed<Thread>, viewer: Viewer, text: string, key: string | null): Promise<CommentView> => {
  const now = platform.clock.now();
  const { profileId } = viewer;
  const request = { postId: thread.postId, text };
  const { id } = await transaction(platform.db, (tx) =>
    once(tx, { profileId, key, route: 'POST /comments', request, now }, async () => {
      const commentId = randomUUIDv7() as CommentId;
      await insertComment(tx, { id: commentId, postId: thread.postId, authorId: profileId, text, now });
      await countComments(tx, thread.postId, 1);
      await notify(platform, tx, { type: 'comment', profileId: thread.ownerId, fromProfileId: profileId, postId: thread.postId });
      return { id: commentId };
    }),
  );
  platform.outbox.nudge();
  const row = await commentById(platform.db, id, viewer);
  const [view] = row ? await present(platform, [row], thread, viewer) : [];
  // A key came back after its comment was deleted.
  if (!view) throw new AppError('comment.notFound');
  return view;
};

/** Deletes a comment; answers how many the post still has. Throws comment.notFound when another call was first. */
export const deleteComment = (platform: Platform, { row }: Allowed<OneComment>): Promise<number> =>
  transaction(platform.db, async (tx) => {
    if (!(await markDeleted(tx, row.id, platform.clock.now()))) throw new AppError('comment.notFound');
    return countComments(tx, row.post_id, -1);
  });

/** Likes a comment or takes the like back; doing it twice changes nothing. */
export const likeComment = async (platform: Platform, { row }: Allowed<OneComment>, viewer: Viewer, liked: boolean): Promise<{ liked: boolean; totalLikes: number }> => ({
  liked,
  totalLikes: await setLike(platform.db, row.id, viewer.profileId, liked, platform.clock.now()),
});
