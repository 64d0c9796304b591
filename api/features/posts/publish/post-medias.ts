// Adds media to the viewer's own post and removes them.
import type { MediaId } from '@camarim/contract/ids';
import { POST_MEDIAS_MAX } from '@camarim/contract/limits';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../../context.ts';
import {
  attachMedias,
  eraseMedia,
  failedAmong,
  findInputUploads,
  audiosAmong,
  unfinishedAmong,
  unplayableAmong,
} from '../../media/index.ts';
import type { MediaInput } from '../../media/index.ts';
import { performersIn, refuseMedia } from '../../verifications/index.ts';
import type { OwnPost } from '../policy.ts';
import type { PostStatus } from '../store.ts';
import { lockExistingPost } from './edit-post.ts';
import { reviewChange } from './reviewable-posts.ts';
import { changePostStatus, syncPlayable } from './post-status.ts';
import { appendMedia, detachMedia, unneededAmong } from './publish-store.ts';
import type { LockedPost } from './publish-store.ts';
import { syncPublication } from './sync-publication.ts';
import { applyCauses } from './withhold-store.ts';

/**
 * Appends media and begins to process new ones. Idempotent by key. Throws post.notFound, post.sold
 * for a sold post without media, review.sold, media.withheld, post.tooManyMedias,
 * post.oneAudioOnly, media.notFound for one that the post contains already, and what `attachMedias`
 * throws.
 */
export const addMedias = async (
  ctx: Ctx,
  { row }: Allowed<OwnPost>,
  medias: readonly MediaInput[],
  key: string | null,
): Promise<void> => {
  const { id, profile_id: ownerId } = row;
  const uploads = await findInputUploads(ctx, ownerId, medias);
  const now = ctx.clock.now();
  await once(
    ctx.db,
    { profileId: ownerId, key, route: 'POST /posts/{id}/medias', request: { id, medias }, now },
    async (tx) => {
      const post = await lockExistingPost(tx, id);
      if (post.sold && post.mediaIds.length === 0) throw new AppError('post.sold');
      if (post.mediaIds.length + medias.length > POST_MEDIAS_MAX)
        throw new AppError('post.tooManyMedias', { max: POST_MEDIAS_MAX });
      const added = (await attachMedias(ctx, tx, medias, { ownerId, uploads, now })).map(
        (media) => media.id,
      );
      if (added.some((mediaId) => post.mediaIds.includes(mediaId)))
        throw new AppError('media.notFound');
      const mediaIds = [...post.mediaIds, ...added];
      if ((await audiosAmong(tx, mediaIds)) > 1) throw new AppError('post.oneAudioOnly');
      const appearing = (await performersIn(tx, id)).map((performer) => performer.id);
      await refuseMedia(tx, appearing, added, 'post');
      await appendMedia(tx, id, added);
      const unfinished = await unfinishedAmong(tx, added);
      // A post that is still being processed keeps its status, and the new media join it.
      const held = await reviewChange(ctx, tx, post, { content: true });
      await syncWithMedias(
        ctx,
        tx,
        { ...held, mediaIds },
        post.status === 'processed' && unfinished > 0 ? 'queue' : post.status,
      );
      return { added };
    },
  );
};

/**
 * Removes one media; its files are erased unless another post needs them. Throws media.notFound,
 * post.sold and post.empty.
 */
export const removeMedia = async (
  ctx: Ctx,
  { row }: Allowed<OwnPost>,
  mediaId: MediaId,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const post = await lockExistingPost(tx, row.id);
    if (!post.mediaIds.includes(mediaId)) throw new AppError('media.notFound');
    // Media that were never playable were not part of any sale.
    if (post.sold && (await unplayableAmong(tx, [mediaId])) === 0) throw new AppError('post.sold');
    const mediaIds = post.mediaIds.filter((id) => id !== mediaId);
    if (mediaIds.length === 0 && post.text === '') throw new AppError('post.empty');
    await detachMedia(tx, post.id, mediaId);
    await eraseMedia(ctx, tx, await unneededAmong(tx, [mediaId]));
    await syncWithMedias(ctx, tx, { ...post, mediaIds }, await statusOf(tx, mediaIds));
  });
};

/** Updates the status and visibility of the post after its media changed. */
const syncWithMedias = async (
  ctx: Ctx,
  tx: Transaction,
  post: LockedPost,
  status: PostStatus,
): Promise<void> => {
  if (status !== post.status) await changePostStatus(ctx, tx, { ...post, status });
  await syncPlayable(ctx, tx, { ...post, status });
  // One of which a decision left nothing has something again, or the other way round.
  await applyCauses(tx, [post.id], ctx.clock.now());
  await syncPublication(ctx, tx, post.id);
};

/** Status by the remaining media, so that a post continues after its failed media were removed. */
const statusOf = async (tx: Transaction, mediaIds: readonly MediaId[]): Promise<PostStatus> => {
  if ((await failedAmong(tx, mediaIds)) > 0) return 'error';
  return (await unfinishedAmong(tx, mediaIds)) > 0 ? 'processing' : 'processed';
};
