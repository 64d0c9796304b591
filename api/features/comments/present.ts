// A comment row as the contract's shape.
import type { commentSchema } from '@camarim/contract/features/comments';
import type { ProfileId } from '@camarim/contract/ids';
import type { z } from 'zod';
import type { ProfileSummary } from '../profiles/index.ts';
import type { CommentRow } from './store.ts';

export type CommentView = z.input<typeof commentSchema>;

/**
 * `ownerId` is the post's owner, who may delete what others wrote under it. Of a deleted one
 * nothing is left but its place.
 */
export const presentComment = (
  row: CommentRow,
  author: ProfileSummary | null,
  ownerId: ProfileId,
  viewerId: ProfileId | null,
): CommentView => ({
  id: row.id,
  postId: row.post_id,
  profileId: ownerId,
  comentsFromId: author && row.author_id,
  commentFrom: author,
  parentId: row.parent_id,
  totalReplies: row.total_replies,
  deleted: row.deleted,
  text: row.deleted ? '' : row.text,
  totalLikes: row.deleted ? 0 : row.total_likes,
  liked: !row.deleted && row.liked,
  deletable:
    !row.deleted && viewerId !== null && (row.author_id === viewerId || ownerId === viewerId),
  createdAt: row.created_at.toISOString(),
});
