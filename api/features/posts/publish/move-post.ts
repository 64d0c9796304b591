// Moves a post through its statuses as its media are worked on, and tells the owner of each move.
import type { MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Platform } from '../../../platform/platform.ts';
import { unfinishedAmong, unplayableAmong } from '../../media/index.ts';
import type { MediaMoved } from '../../media/index.ts';
import { notify } from '../../notifications/index.ts';
import { addToTotals } from '../../profiles/index.ts';
import { nextStatus } from './progress.ts';
import { lockPostOf, setPlayable, setStatus } from '../store.ts';
import type { PostStatus } from '../store.ts';

type Moved = { id: PostId; profileId: ProfileId; status: PostStatus };

/** Lets the owner's screen follow it. */
const tellOwner = ({ outbox }: Pick<Platform, 'outbox'>, tx: Transaction, post: Moved, progress?: number): Promise<void> =>
  outbox.publish(tx, { event: 'notifications', audience: [post.profileId], payload: { field: 'posts', postId: post.id, status: post.status, ...(progress !== undefined && { progress }) } });

export const movePost = async (platform: Pick<Platform, 'outbox'>, tx: Transaction, post: Moved): Promise<void> => {
  await setStatus(tx, post.id, post.status);
  await tellOwner(platform, tx, post);
};

/** Others see a post from the moment all of its media show something, and no longer once one of them failed. */
const showOrHide = async ({ clock }: Pick<Platform, 'clock'>, tx: Transaction, post: { id: PostId; profileId: ProfileId; playable: boolean; mediaIds: MediaId[] }, status: PostStatus): Promise<void> => {
  const playable = status !== 'error' && (post.playable || (await unplayableAmong(tx, post.mediaIds)) === 0);
  if (playable === post.playable) return;
  await setPlayable(tx, post.id, playable ? clock.now() : null);
  await addToTotals(tx, post.profileId, { posts: playable ? 1 : -1 });
};

/**
 * What the work on media calls, in its own transaction and after it changed the media: of two media that finish at once
 * the second waits for the post's row, and then sees the first.
 */
export const moveWithMedia =
  (platform: Platform): MediaMoved =>
  async (tx, mediaId: MediaId, step, progress) => {
    const post = await lockPostOf(tx, mediaId);
    if (!post || post.deleted) return;
    if (progress !== undefined) return tellOwner(platform, tx, post, progress);
    const others = post.mediaIds.filter((id) => id !== mediaId);
    const status = nextStatus(post.status, step, await unfinishedAmong(tx, others));
    await showOrHide(platform, tx, post, status);
    if (status === post.status) return;
    await movePost(platform, tx, { id: post.id, profileId: post.profileId, status });
    if (status === 'processed' || status === 'error') {
      await notify(platform, tx, { type: status === 'processed' ? 'postProcessed' : 'postFailed', profileId: post.profileId, postId: post.id });
    }
  };
