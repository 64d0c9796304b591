// Advances the status of a post as its media are processed, and publishes each change to the owner.
import { topicKey } from '@camarim/contract/events';
import type { MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import {
  failedAmong,
  lostAmong,
  requestTrailer,
  unfinishedAmong,
  unplayableAmong,
} from '../../media/index.ts';
import type { MediaStepDetail, MediaStepListener, MediaStep } from '../../media/index.ts';
import { notify } from '../../notifications/index.ts';
import type { PostStatus } from '../store.ts';
import { markTrailer, trailerChosen } from './free-preview-store.ts';
import { nextStatus } from './next-status.ts';
import { lockPost, postsOf, setPlayable, setStatus } from './publish-store.ts';
import type { LockedPost } from './publish-store.ts';
import { syncPublication } from './sync-publication.ts';

type PostStatusChange = { id: PostId; profileId: ProfileId; status: PostStatus };

/** Realtime event for the owner's screen. */
const publishStatus = (
  { outbox }: Ctx,
  tx: Transaction,
  post: PostStatusChange,
  encoding?: { mediaId: MediaId; percent: number },
): Promise<void> =>
  outbox.publish(tx, {
    event: 'notifications',
    topics: [topicKey('member', post.profileId)],
    payload: {
      field: 'posts',
      postId: post.id,
      status: post.status,
      ...(encoding && { encoding }),
    },
  });

export const changePostStatus = async (
  ctx: Ctx,
  tx: Transaction,
  post: PostStatusChange,
): Promise<void> => {
  await setStatus(tx, post.id, post.status);
  await publishStatus(ctx, tx, post);
};

type PlayabilityInput = Pick<
  LockedPost,
  'id' | 'playableAt' | 'heldAt' | 'draft' | 'status' | 'mediaIds'
>;

/**
 * A post that is not a draft becomes playable once all of its media are, and unplayable when one of
 * the published media fails or it is submitted for review. A failure of media added later does not
 * hide a published post.
 */
export const syncPlayable = async (
  { clock }: Ctx,
  tx: Transaction,
  post: PlayabilityInput,
): Promise<void> => {
  const seen = post.playableAt !== null;
  const broken = post.status === 'error' && (!seen || (await lostAmong(tx, post.mediaIds)) > 0);
  const playable =
    !post.draft &&
    !post.heldAt &&
    !broken &&
    (seen || (await unplayableAmong(tx, post.mediaIds)) === 0);
  if (playable === seen) return;
  await setPlayable(tx, post.id, playable ? clock.now() : null);
};

/**
 * Called by media processing in its transaction, after it changed the media. Of two media that
 * finish at once, the second waits for the lock on the post's row and then sees the first.
 */
export const createMediaStepListener =
  (ctx: Ctx): MediaStepListener =>
  async (tx, mediaId: MediaId, step, detail = {}) => {
    for (const id of await postsOf(tx, mediaId)) {
      const post = await lockPost(tx, id);
      if (!post || post.deletedAt) continue;
      const { progress } = detail;
      if (progress === undefined) await advancePost(ctx, tx, post, { mediaId, step, ...detail });
      else await publishStatus(ctx, tx, post, { mediaId, percent: progress });
    }
  };

const advancePost = async (
  ctx: Ctx,
  tx: Transaction,
  post: LockedPost,
  { mediaId, step, seconds: failed }: { mediaId: MediaId; step: MediaStep } & MediaStepDetail,
): Promise<void> => {
  // The owner's page reads the post again.
  if (step === 'trailer') return publishStatus(ctx, tx, post);
  if (step === 'trailerFailed') {
    // Another length may be shown since.
    const shown =
      failed !== undefined &&
      (await markTrailer(tx, { id: post.id, mediaId, seconds: failed }, true));
    return shown ? publishStatus(ctx, tx, post) : undefined;
  }
  if (step === 'processed') {
    const seconds = await trailerChosen(tx, post.id, mediaId);
    if (seconds !== null) {
      await markTrailer(tx, { id: post.id, mediaId, seconds }, false);
      await requestTrailer(ctx, tx, { mediaId, seconds });
    }
  }
  const others = post.mediaIds.filter((id) => id !== mediaId);
  const status = nextStatus(post.status, step, {
    unfinished: await unfinishedAmong(tx, others),
    failed: step === 'queue' ? await failedAmong(tx, others) : 0,
  });
  await syncPlayable(ctx, tx, { ...post, status });
  await syncPublication(ctx, tx, post.id);
  if (status === post.status) return;
  await changePostStatus(ctx, tx, { id: post.id, profileId: post.profileId, status });
  if (status === 'processed' || status === 'error') {
    await notify(ctx, tx, {
      type: status === 'processed' ? 'postProcessed' : 'postFailed',
      profileId: post.profileId,
      postId: post.id,
    });
  }
};
