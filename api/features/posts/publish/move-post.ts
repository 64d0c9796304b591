// Moves a post through its statuses as its media are worked on, and tells the owner of each move.
import type { MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Platform } from '../../../platform/platform.ts';
import { unfinishedAmong } from '../../media/index.ts';
import type { MediaMoved } from '../../media/index.ts';
import { notify } from '../../notifications/index.ts';
import { addToTotals } from '../../profiles/index.ts';
import { nextStatus } from './progress.ts';
import { lockPostOf, setStatus } from '../store.ts';
import type { PostStatus } from '../store.ts';

/** Writes the status and the event that lets the owner's screen follow it. */
export const movePost = async ({ outbox }: Pick<Platform, 'outbox'>, tx: Transaction, post: { id: PostId; profileId: ProfileId; status: PostStatus }): Promise<void> => {
  await setStatus(tx, post.id, post.status);
  await outbox.publish(tx, { event: 'notifications', audience: [post.profileId], payload: { field: 'posts', postId: post.id, status: post.status } });
};

/**
 * What the work on media calls, in its own transaction and after it changed the media: of two media that finish at once
 * the second waits for the post's row, and then sees the first.
 */
export const moveWithMedia =
  (platform: Platform): MediaMoved =>
  async (tx, mediaId: MediaId, step) => {
    const post = await lockPostOf(tx, mediaId);
    if (!post || post.deleted) return;
    const others = post.mediaIds.filter((id) => id !== mediaId);
    const status = nextStatus(post.status, step, await unfinishedAmong(tx, others));
    if (status === post.status) return;
    await movePost(platform, tx, { id: post.id, profileId: post.profileId, status });
    if (status === 'processed') await addToTotals(tx, post.profileId, { posts: 1 });
    if (status === 'processed' || status === 'error') {
      await notify(platform, tx, { type: status === 'processed' ? 'postProcessed' : 'postFailed', profileId: post.profileId, postId: post.id });
    }
  };
