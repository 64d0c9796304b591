// A comment row as the contract's shape.
import type { commentSchema } from '@camarim/contract/features/comments';
import type { ProfileId } from '@camarim/contract/ids';
import type { z } from 'zod';
import type { ProfileSummary } from '../profiles/index.ts';
import type { CommentRow } from './store.ts';

export type CommentView = z.input<typeof commentSchema>;

/** `ownerId` is the post's owner, who may delete what others wrote under it. */
export const presentComment = (row: CommentRow, author: ProfileSummary, ownerId: ProfileId, viewerId: ProfileId | null): CommentView => ({
  id: row.id,
  postId: row.post_id,
  profileId: ownerId,
  comentsFromId: row.author_id,
  commentFrom: author,
  text: row.text,
  totalLikes: row.total_likes,
  liked: row.liked,
  deletable: viewerId !== null && (row.author_id === viewerId || ownerId === viewerId),
  createdAt: row.created_at.toISOString(),
});
