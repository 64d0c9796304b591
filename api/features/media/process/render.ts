// From an original to image renditions in storage. Idempotent: repeating writes the same objects.
import type { ErrorCode } from '@camarim/contract/errors';
import type { MediaId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import {
  EncoderMissing,
  type ImageFacts,
  MediaRefused,
  type RefusalReason,
  type RenderedImage,
} from '../../../platform/media/port.ts';
import type { Ctx } from '../../../context.ts';
import { isBlockedFile } from '../hashes/files-store.ts';
import { type PictureIdentity, resemblesBlocked } from '../hashes/hashes-store.ts';
import { RENDITIONS, renditionKey, renditionPrefix } from '../storage-keys.ts';
import type { NewRendition, WorkRow } from '../store.ts';
import { withOriginal } from './original.ts';

const CODES: Record<RefusalReason, ErrorCode> = {
  typeNotAllowed: 'upload.typeNotAllowed',
  heic: 'upload.heic',
  forged: 'upload.forged',
  damaged: 'upload.damaged',
  tooManyPixels: 'upload.tooManyPixels',
  tooLarge: 'upload.tooLarge',
  tooLong: 'upload.tooLong',
  animationTooLarge: 'upload.animationTooLarge',
  archiveRefused: 'upload.archiveRefused',
};

/** The error code for the owner when the file is the cause; null when a retry may help. */
export const asCode = (error: unknown): ErrorCode | null => {
  if (error instanceof MediaRefused) return CODES[error.reason];
  if (error instanceof EncoderMissing) return 'media.encoderMissing';
  return error instanceof AppError ? error.code : null;
};

/**
 * Renders a profile image. Throws AppError with the code for the person when the file can't be
 * used.
 */
export const renderOriginal = async (
  ctx: Ctx,
  work: WorkRow,
  signal: AbortSignal,
): Promise<{ facts: ImageFacts; renditions: RenderedImage[] }> => {
  try {
    return await withOriginal(ctx, work, signal, (file) =>
      ctx.media.renderImage({ file, watermark: '', signal }),
    );
  } catch (error) {
    const code = asCode(error);
    throw code === null ? error : new AppError(code);
  }
};

/** Stores the images. */
export const storeRenditions = (
  { blobs }: Ctx,
  mediaId: MediaId,
  renditions: readonly RenderedImage[],
): Promise<NewRendition[]> =>
  Promise.all(
    renditions.map(async ({ kind, content, contentType, width, height }): Promise<NewRendition> => {
      const key = renditionKey(mediaId, kind);
      await blobs.put(RENDITIONS, key, content, { contentType });
      return { kind, key, contentType, width, height, bytes: content.byteLength };
    }),
  );

/** What is known of a picture by its facts. */
export const identityOf = ({
  perceptualHash,
  perceptualHashMirror,
  pdq,
}: ImageFacts): PictureIdentity => ({ hashes: [perceptualHash, perceptualHashMirror], pdq });

/** Throws upload.blocked when one of the pictures resembles one that was taken down. */
export const refuseBlocked = async (
  { db }: Ctx,
  pictures: readonly PictureIdentity[],
): Promise<void> => {
  if (await resemblesBlocked(db, pictures)) throw new AppError('upload.blocked');
};

/** Throws upload.blocked when one of the files is one that was taken down. */
export const refuseBlockedFiles = async ({ db }: Ctx, sha256: readonly string[]): Promise<void> => {
  if (await isBlockedFile(db, sha256)) throw new AppError('upload.blocked');
};

/** Deletes everything the media has in storage; what is not there is fine. */
export const removeObjects = async (
  { blobs }: Ctx,
  media: { id: MediaId; original_key: string; upload_key: string },
): Promise<void> => {
  await blobs.delete(RENDITIONS, media.upload_key);
  await blobs.delete(RENDITIONS, media.original_key);
  await blobs.deleteAll(RENDITIONS, renditionPrefix(media.id));
};
