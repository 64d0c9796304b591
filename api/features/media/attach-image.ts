// Profile images are small and needed at once: the request renders them and answers with the
// refusal.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { failMedia } from './process/fail-media.ts';
import { renderOriginal, storeRenditions } from './process/render.ts';
import { noListener } from './process/steps.ts';
import { loadWork, markProcessed } from './store.ts';
import { attachUploads, findUploads } from './uploads.ts';

const TIME_LIMIT_MS = 30_000;

/**
 * Makes a profile image of a finished upload; the caller stores the id. Throws upload.notFound,
 * upload.forged, upload.damaged, upload.tooManyPixels, upload.typeNotAllowed and upload.tooLarge; a
 * refused file leaves nothing in storage.
 */
export const attachImage = async (
  ctx: Ctx,
  { ownerId, key, purpose }: { ownerId: ProfileId; key: string; purpose: 'avatar' | 'cover' },
): Promise<MediaId> => {
  const [found] = await findUploads(ctx, ownerId, [{ key, contentType: '' }]);
  if (!found?.stored) throw new AppError('upload.notFound');
  const upload = { ...found, contentType: found.stored.contentType };
  const [mediaId] = await transaction(ctx.db, (tx) =>
    attachUploads(tx, [upload], { ownerId, purpose, now: ctx.clock.now() }),
  );
  const work = mediaId && (await loadWork(ctx.db, mediaId));
  if (!work) throw new AppError('upload.notFound');
  try {
    const { facts, renditions } = await renderOriginal(
      ctx,
      work,
      AbortSignal.timeout(TIME_LIMIT_MS),
    );
    const stored = await storeRenditions(ctx, mediaId, renditions);
    await transaction(ctx.db, (tx) =>
      markProcessed(tx, mediaId, { kind: 'image', ...facts }, stored, ctx.clock.now()),
    );
    return mediaId;
  } catch (error) {
    await failMedia(
      ctx,
      noListener,
      mediaId,
      error instanceof AppError ? error.code : 'media.processingFailed',
    );
    throw error;
  }
};
