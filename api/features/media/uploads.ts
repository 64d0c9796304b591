// Uploads: granting one file to storage, finding what arrived, and attaching it once.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { uploadCredentials } from '@camarim/contract/features/media/uploads';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import {
  type AiChoice,
  maxUploadBytes,
  mediaKindOf,
  type MediaKind,
} from '@camarim/contract/limits';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import type { z } from 'zod';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { isEmbedded } from '../../platform/blobs/open.ts';
import { isOwnUploadKey, originalKey, ORIGINALS, uploadPrefix } from './storage-keys.ts';
import { insertMedia } from './store.ts';
import type { MediaPurpose } from './store.ts';
import { declaredBytesOf, type NewUpload, releaseParts, reserveUpload } from './uploads-store.ts';

/** A finished upload as its owner names it. */
export type UploadedFile = {
  key: string;
  contentType: string;
  name?: string | undefined;
  ai?: AiChoice | undefined;
};

/** The stored object; null when the person has no such upload. */
export type StoredUpload = UploadedFile & { stored: { bytes: number; contentType: string } | null };

/** Time to send a large file by a slow network. */
export const GRANT_MS = HOUR_MS;
/** An upload that was not attached is removed this long after its grant ended. */
const UNUSED_UPLOAD_TTL_MS = DAY_MS;

/** What may be published as media of a post; a profile has pictures only. */
const ALL_KINDS: readonly MediaKind[] = ['image', 'video', 'audio', 'archive'];

/** Photos of iPhones, which no decoder here reads. */
const HEIC = /^image\/hei[cf](-sequence)?$/;

/**
 * The kind of file, by what the browser says it is. Throws upload.heic, whose text says what to do,
 * and upload.typeNotAllowed.
 */
export const requireKind = (
  contentType: string,
  kinds: readonly MediaKind[] = ALL_KINDS,
): MediaKind => {
  if (HEIC.test(contentType)) throw new AppError('upload.heic');
  const kind = mediaKindOf(contentType);
  if (kind === null || !kinds.includes(kind)) throw new AppError('upload.typeNotAllowed');
  return kind;
};

const sizeText = (bytes: number): string =>
  bytes >= 1_024 ** 3 ? `${bytes / 1_024 ** 3} GB` : `${bytes / 1_024 ** 2} MB`;

/** Throws upload.tooLarge. */
export const requireSize = (bytes: number, maxBytes: number): void => {
  if (bytes > maxBytes) throw new AppError('upload.tooLarge', { size: sizeText(maxBytes) });
};

/** Quota of members, who send profile images and documents. */
const MEMBER_OUTSTANDING_BYTES = 512 * 1_024 ** 2;
const MIB = 1_024 ** 2;

export type Uploader = 'producer' | 'member';

/** On our own disk the database needs room, too. Throws upload.storageFull. */
const requireFreeDisk = async ({ blobs }: Ctx, bytes: number): Promise<void> => {
  if (isEmbedded(blobs) && !(await blobs.hasRoomFor(bytes)))
    throw new AppError('upload.storageFull');
};

/**
 * Counts a grant against its owner's quota until nothing more can be stored by it, and enqueues the
 * sweep that removes what was not used. Throws upload.storageFull, and upload.quota when the owner
 * has too much outstanding.
 */
export const reserveQuota = async (
  ctx: Ctx,
  upload: NewUpload,
  { by, expiresAt }: { by: Uploader; expiresAt: Date },
): Promise<void> => {
  const { db, jobs, config } = ctx;
  await requireFreeDisk(ctx, upload.bytes);
  await transaction(db, async (tx) => {
    if (
      !(await reserveUpload(
        tx,
        upload,
        by === 'producer' ? config.UPLOAD_OUTSTANDING_MB * MIB : MEMBER_OUTSTANDING_BYTES,
      ))
    )
      throw new AppError('upload.quota');
    await jobs.enqueue(
      tx,
      'media.sweep',
      { key: upload.key },
      { startAfter: new Date(expiresAt.getTime() + UNUSED_UPLOAD_TTL_MS) },
    );
  });
};

/** What the browser needs to send one file; storage itself refuses another type or more bytes. */
export const grantUpload = async (
  ctx: Ctx,
  ownerId: ProfileId,
  {
    contentType,
    size,
    maxBytes,
    kinds,
    by = 'member',
  }: {
    contentType: string;
    size?: number | undefined;
    maxBytes?: number;
    kinds: readonly MediaKind[];
    by?: Uploader;
  },
): Promise<z.input<typeof uploadCredentials>> => {
  const kind = requireKind(contentType, kinds);
  const allowed = maxBytes ?? maxUploadBytes(kind);
  if (size !== undefined) requireSize(size, allowed);
  // What counts against the owner is also the most that the store takes.
  const most = size ?? allowed;
  const { blobs, clock } = ctx;
  const key = `${uploadPrefix(ownerId)}${newId()}`;
  const expiresAt = new Date(clock.now().getTime() + GRANT_MS);
  await reserveQuota(
    ctx,
    {
      key,
      ownerId,
      bytes: most,
      declared: size !== undefined,
      inParts: false,
      now: clock.now(),
    },
    { by, expiresAt },
  );
  const { url, fields } = await blobs.presignPost({
    bucket: ORIGINALS,
    key,
    contentType,
    maxBytes: most,
    expiresAt,
  });
  return { url, fields, expiresAt: expiresAt.toISOString(), maxBytes: most };
};

/** A file that we made for a person, as an upload of theirs; `name` is unique. Returns its key. */
export const sendUpload = async (
  { blobs }: Ctx,
  ownerId: ProfileId,
  name: string,
  { file, contentType }: { file: string; contentType: string },
): Promise<string> => {
  const key = `${uploadPrefix(ownerId)}${name}`;
  const { size: bytes } = await stat(file);
  await blobs.put(ORIGINALS, key, { stream: createReadStream(file), bytes }, { contentType });
  return key;
};

/**
 * Asks storage about each upload. Refuses nothing: `attachUploads` does, inside the transaction
 * that may be a replay.
 */
export const findUploads = (
  { blobs }: Ctx,
  ownerId: ProfileId,
  files: readonly UploadedFile[],
): Promise<StoredUpload[]> =>
  Promise.all(
    files.map(async (file): Promise<StoredUpload> => ({
      ...file,
      stored: isOwnUploadKey(ownerId, file.key) ? await blobs.head(ORIGINALS, file.key) : null,
    })),
  );

/**
 * Makes media of uploads, in order. Throws upload.notFound for one that did not arrive, is another
 * person's or was attached before, upload.incomplete for one of another size than was declared,
 * upload.typeNotAllowed and upload.tooLarge.
 */
export const attachUploads = async (
  tx: Transaction,
  uploads: readonly StoredUpload[],
  { ownerId, purpose, now }: { ownerId: ProfileId; purpose: MediaPurpose; now: Date },
): Promise<MediaId[]> => {
  const ids: MediaId[] = [];
  for (const { key, contentType, name, ai, stored } of uploads) {
    const kind = requireKind(contentType, purpose === 'post' ? ALL_KINDS : ['image']);
    if (!stored) throw new AppError('upload.notFound');
    requireKind(stored.contentType, [kind]);
    requireSize(stored.bytes, maxUploadBytes(kind));
    const declared = await declaredBytesOf(tx, key);
    if (declared !== null && declared !== stored.bytes) throw new AppError('upload.incomplete');
    const id = newId() as MediaId;
    const attached = await insertMedia(tx, {
      id,
      ownerId,
      purpose,
      kind,
      contentType,
      name: name ?? null,
      bucket: ORIGINALS,
      uploadKey: key,
      originalKey: originalKey(id),
      bytes: stored.bytes,
      ai: ai ?? 'none',
      now,
    });
    if (!attached) throw new AppError('upload.notFound');
    await releaseParts(tx, key);
    ids.push(id);
  }
  return ids;
};
