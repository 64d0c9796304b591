// The free preview of a locked post: which media everyone sees, a picture whole or the trailer of a
// video.
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../context.ts';
import { requestTrailer } from '../../media/index.ts';
import { contentTypeOf, setFreePreview } from './free-preview-store.ts';

/** `seconds`: the length of the trailer of a video; null for a picture. */
export type FreePreviewChoice = { mediaId: MediaId; seconds: number | null };

/**
 * Replaces the free preview of the post; null takes it away. Throws media.notFound for a media of
 * another post, and post.previewKind for what is neither a picture without a length nor a video
 * with one.
 */
export const chooseFreePreview = async (
  ctx: Ctx,
  tx: Transaction,
  post: { id: PostId; mediaIds: readonly MediaId[] },
  choice: FreePreviewChoice | null,
): Promise<void> => {
  if (!choice) return setFreePreview(tx, post.id, null);
  const { mediaId, seconds } = choice;
  if (!post.mediaIds.includes(mediaId)) throw new AppError('media.notFound');
  const type = await contentTypeOf(tx, mediaId);
  const fits = seconds === null ? type.startsWith('image/') : type.startsWith('video/');
  if (!fits) throw fieldError('freePreview', 'post.previewKind');
  await setFreePreview(tx, post.id, { mediaId, seconds: seconds ?? 0 });
  if (seconds !== null) await requestTrailer(ctx, tx, { mediaId, seconds });
};
