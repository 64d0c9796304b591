// Multipart uploads: begin, resume after a reload or a lost connection, complete, abort.
import type { multiUpload } from '@camarim/contract/features/media/uploads';
import type { ProfileId } from '@camarim/contract/ids';
import { maxUploadBytes, UPLOAD_PART_BYTES } from '@camarim/contract/limits';
import type { z } from 'zod';
import { type PartedUpload, PartsRefused, type UploadedPart } from '../../platform/blobs/port.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { declaredBytesOf, releaseParts } from './uploads-store.ts';
import { GRANT_MS, requireKind, requireSize, reserveQuota } from './uploads.ts';
import { isOwnUploadKey, ORIGINALS, uploadPrefix } from './storage-keys.ts';

type MultiUpload = z.input<typeof multiUpload>;

/** An upload as its owner names it. */
type UploadRef = { key: string; uploadId: string };

/** Addresses for a large file by a slow network; taking the upload up again gives new ones. */
const ADDRESSES_MS = 12 * GRANT_MS;

const ownUpload = (ownerId: ProfileId, { key, uploadId }: UploadRef): PartedUpload => {
  if (!isOwnUploadKey(ownerId, key)) throw new AppError('upload.notFound');
  return { bucket: ORIGINALS, key, uploadId };
};

const partBytes = (partNumber: number, size: number): number =>
  Math.min(UPLOAD_PART_BYTES, size - (partNumber - 1) * UPLOAD_PART_BYTES);

const describe = async (
  { blobs, clock }: Ctx,
  upload: PartedUpload,
  size: number,
  arrived: readonly UploadedPart[],
): Promise<MultiUpload> => {
  const expiresAt = new Date(clock.now().getTime() + ADDRESSES_MS);
  const whole = arrived.filter(({ partNumber, bytes }) => bytes === partBytes(partNumber, size));
  const here = new Set(whole.map(({ partNumber }) => partNumber));
  const missing = Array.from(
    { length: Math.ceil(size / UPLOAD_PART_BYTES) },
    (_, index) => index + 1,
  ).filter((partNumber) => !here.has(partNumber));
  const parts = await Promise.all(
    missing.map(async (partNumber) => {
      const bytes = partBytes(partNumber, size);
      return {
        partNumber,
        bytes,
        url: await blobs.presignPart(upload, { partNumber, bytes, expiresAt }),
      };
    }),
  );
  return {
    key: upload.key,
    uploadId: upload.uploadId,
    expiresAt: expiresAt.toISOString(),
    parts,
    arrived: whole,
  };
};

/**
 * Throws upload.typeNotAllowed, upload.tooLarge, upload.quota, upload.storageFull, and
 * validate.invalid when the parts are not as many as the size asks for.
 */
export const beginMultiUpload = async (
  ctx: Ctx,
  ownerId: ProfileId,
  { contentType, size, partCount }: { contentType: string; size: number; partCount: number },
): Promise<MultiUpload> => {
  requireSize(size, maxUploadBytes(requireKind(contentType)));
  if (partCount !== Math.ceil(size / UPLOAD_PART_BYTES))
    throw fieldError('partCount', 'validate.invalid');
  const key = `${uploadPrefix(ownerId)}${newId()}`;
  const now = ctx.clock.now();
  await reserveQuota(
    ctx,
    { key, ownerId, bytes: size, declared: true, inParts: true, now },
    { by: 'producer', expiresAt: new Date(now.getTime() + ADDRESSES_MS) },
  );
  const upload = await ctx.blobs.startParts(ORIGINALS, key, { contentType });
  return describe(ctx, upload, size, []);
};

/** An id that no store ever gave is an upload that is not there. */
const notFound = (error: unknown): never => {
  if (error instanceof PartsRefused && error.reason === 'NoSuchUpload')
    throw new AppError('upload.notFound');
  throw error;
};

/**
 * Throws upload.notFound for another size than was counted, and once it is completed, aborted or
 * swept.
 */
export const resumeMultiUpload = async (
  ctx: Ctx,
  ownerId: ProfileId,
  { size, ...begun }: UploadRef & { size: number },
): Promise<MultiUpload> => {
  const upload = ownUpload(ownerId, begun);
  if ((await declaredBytesOf(ctx.db, upload.key)) !== size) throw new AppError('upload.notFound');
  const arrived = await ctx.blobs.listParts(upload).catch(notFound);
  if (!arrived) throw new AppError('upload.notFound');
  return describe(ctx, upload, size, arrived);
};

type PartRef = Pick<UploadedPart, 'partNumber' | 'etag'>;

/**
 * S3 completes an object with any subset of its parts, so the server checks that all parts are
 * listed and have their size.
 */
const requireAll = (
  named: readonly PartRef[],
  arrived: readonly UploadedPart[],
  size: number,
): void => {
  const bytesOf = new Map(arrived.map(({ partNumber, bytes }) => [partNumber, bytes]));
  const whole =
    named.length === Math.ceil(size / UPLOAD_PART_BYTES) &&
    named.every(
      ({ partNumber }, index) =>
        partNumber === index + 1 && bytesOf.get(partNumber) === partBytes(partNumber, size),
    );
  if (!whole) throw new AppError('upload.incomplete');
};

/**
 * Throws upload.incomplete when parts are missing or others, upload.notFound when there is nothing
 * to complete.
 */
export const completeMultiUpload = async (
  { blobs, db }: Ctx,
  ownerId: ProfileId,
  { parts, ...begun }: UploadRef & { parts: readonly PartRef[] },
): Promise<{ key: string; etag: string; bytes: number }> => {
  const upload = ownUpload(ownerId, begun);
  const size = await declaredBytesOf(db, upload.key);
  try {
    const arrived = size === null ? null : await blobs.listParts(upload);
    if (size !== null && arrived) {
      requireAll(parts, arrived, size);
      const { key, etag, bytes } = await blobs.completeParts(upload, parts);
      return { key, etag, bytes };
    }
  } catch (error) {
    if (!(error instanceof PartsRefused)) throw error;
    if (error.reason !== 'NoSuchUpload') throw new AppError('upload.incomplete');
  }
  // The answer to an earlier call may have been lost.
  const made = await blobs.head(ORIGINALS, upload.key);
  if (!made) throw new AppError('upload.notFound');
  return { key: made.key, etag: made.etag, bytes: made.bytes };
};

/** Aborts the upload; its bytes no longer count against the quota. */
export const abortMultiUpload = async (
  { blobs, db }: Ctx,
  ownerId: ProfileId,
  begun: UploadRef,
): Promise<void> => {
  const upload = ownUpload(ownerId, begun);
  // With another id than the one of this key, nothing is aborted, and its parts can still be sent.
  const isOpen = (await blobs.listParts(upload).catch(notFound)) !== null;
  await blobs.abortParts(upload).catch(notFound);
  if (isOpen && !(await blobs.head(ORIGINALS, upload.key))) await releaseParts(db, upload.key);
};
