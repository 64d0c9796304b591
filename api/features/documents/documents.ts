// Pictures of identity documents: judged by content, sealed before they are kept, removed when they
// are no longer needed.
import type { ProfileId } from '@camarim/contract/ids';
import { DOCUMENT_CONTENT_TYPES, DOCUMENT_MAX_BYTES } from '@camarim/contract/limits';
import { fileTypeFromBuffer } from 'file-type';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewedAmong } from '../../platform/audit/audit.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { findUploads } from '../media/index.ts';

/**
 * What documents belong to: a request to become a producer, one to have one's age verified, or the
 * record of a performer.
 */
export type Holder = { group: 'producer' | 'age' | 'performer'; id: string };

export const DOCUMENT_NAMES = ['documentFront', 'documentBack', 'selfie'] as const;
export type DocumentName = (typeof DOCUMENT_NAMES)[number];

export const DOCUMENTS = 'private';

export const documentKey = ({ group, id }: Holder, name: DocumentName): string =>
  `documents/${group}/${id}/${name}`;

/** A request that never came about leaves its documents behind for this long. */
const SWEEP_AFTER_MS = 3_600_000;
const MAX_SIZE = `${DOCUMENT_MAX_BYTES / 1_048_576} MB`;

type Using = Pick<Platform, 'blobs' | 'seal' | 'db' | 'jobs' | 'clock'>;

const readWhole = async ({ blobs }: Using, key: string): Promise<Buffer> => {
  const blob = await blobs.get(DOCUMENTS, key);
  return blob ? Buffer.concat((await blob.stream.toArray()) as Buffer[]) : Buffer.alloc(0);
};

const isDocumentType = (contentType: string | undefined): boolean =>
  (DOCUMENT_CONTENT_TYPES as readonly string[]).includes(contentType ?? '');

type Given = { name: DocumentName; key: string };

/**
 * The finished upload's bytes. Throws upload.notFound and upload.forged for the field `{name}Key`,
 * and upload.tooLarge.
 */
const readUpload = async (
  using: Using,
  ownerId: ProfileId,
  { name, key }: Given,
): Promise<Buffer> => {
  const [found] = await findUploads(using, ownerId, [{ key, contentType: '' }]);
  if (!found?.stored) throw fieldError(`${name}Key`, 'upload.notFound');
  if (found.stored.bytes > DOCUMENT_MAX_BYTES)
    throw new AppError('upload.tooLarge', { size: MAX_SIZE });
  const content = await readWhole(using, key);
  if (!isDocumentType((await fileTypeFromBuffer(content))?.mime))
    throw fieldError(`${name}Key`, 'upload.forged');
  return content;
};

/**
 * Seals the uploads for their holder and removes the uploads themselves. Nothing is kept when one
 * is refused. Call it before the transaction that writes the holder; `removeDocuments` if that
 * fails.
 */
export const keepDocuments = async (
  using: Using,
  ownerId: ProfileId,
  holder: Holder,
  given: readonly Given[],
): Promise<void> => {
  const contents: Buffer[] = [];
  for (const one of given) contents.push(await readUpload(using, ownerId, one));
  // Also when this process dies before the holder is written.
  await transaction(using.db, (tx) =>
    using.jobs.enqueue(tx, 'documents.sweep', holder, {
      startAfter: new Date(using.clock.now().getTime() + SWEEP_AFTER_MS),
    }),
  );
  for (const [index, { name }] of given.entries()) {
    const key = documentKey(holder, name);
    await using.blobs.put(
      DOCUMENTS,
      key,
      using.seal.sealBytes(key, contents[index] ?? Buffer.alloc(0)),
      { contentType: 'application/octet-stream' },
    );
  }
};

/** The uploads in clear, once the holder is written. */
export const removeUploads = async (
  { blobs }: Pick<Platform, 'blobs'>,
  given: readonly Given[],
): Promise<void> => {
  for (const { key } of given) await blobs.delete(DOCUMENTS, key);
};

/** Removes everything that a holder has; what is not there is fine. */
export const removeDocuments = async (
  { blobs }: Pick<Platform, 'blobs'>,
  holder: Holder,
): Promise<void> => {
  for (const name of DOCUMENT_NAMES) await blobs.delete(DOCUMENTS, documentKey(holder, name));
};

/** The picture in clear and its type; null when it is not there. */
export const openDocument = async (
  using: Using,
  holder: Holder,
  name: DocumentName,
): Promise<{ content: Buffer; contentType: string } | null> => {
  const key = documentKey(holder, name);
  const sealed = await readWhole(using, key);
  if (sealed.length === 0) return null;
  const content = using.seal.openBytes(key, sealed);
  return {
    content,
    contentType: (await fileTypeFromBuffer(content))?.mime ?? 'application/octet-stream',
  };
};

/**
 * Throws documents.notViewed unless this administrator opened each of these pictures: an approval
 * vouches for what they show.
 */
export const requireViewed = async (
  tx: Transaction,
  adminId: ProfileId,
  { group, id }: Holder,
  names: readonly DocumentName[],
): Promise<void> => {
  const subjects = names.map((name) => `${id}/${name}`);
  const viewed = await viewedAmong(tx, `${group}.documentViewed`, adminId, subjects);
  if (viewed.length < subjects.length) throw new AppError('documents.notViewed');
};
