// Images of identity documents: checked by content, stored sealed, deleted when no longer needed.
import type { ProfileId } from '@camarim/contract/ids';
import { DOCUMENT_CONTENT_TYPES, DOCUMENT_MAX_BYTES } from '@camarim/contract/limits';
import { HOUR_MS } from '@camarim/contract/time';
import { fileTypeFromBuffer } from 'file-type';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { viewedAmong } from '../../../platform/audit/audit.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { findUploads } from '../../media/index.ts';
import { DOCUMENT_NAMES, type DocumentName, type VerificationKind } from '../kinds.ts';
import { needsDocuments } from '../store.ts';

/** What documents belong to. */
export type Holder = { group: VerificationKind; id: string };

const DOCUMENTS = 'private';

export const documentKey = ({ group, id }: Holder, name: DocumentName): string =>
  `documents/${group}/${id}/${name}`;

/** When documents are deleted whose holder was never stored. */
const SWEEP_AFTER_MS = HOUR_MS;
const MAX_SIZE = `${DOCUMENT_MAX_BYTES / 1_048_576} MB`;

const readWhole = async ({ blobs }: Ctx, key: string): Promise<Buffer> => {
  const blob = await blobs.get(DOCUMENTS, key);
  return blob ? Buffer.concat((await blob.stream.toArray()) as Buffer[]) : Buffer.alloc(0);
};

const isDocumentType = (contentType: string | undefined): boolean =>
  (DOCUMENT_CONTENT_TYPES as readonly string[]).includes(contentType ?? '');

type DocumentUpload = { name: DocumentName; key: string };

/**
 * The content of a finished upload. Throws upload.notFound and upload.forged for the field
 * `{name}Key`, and upload.tooLarge.
 */
const readUpload = async (
  using: Ctx,
  ownerId: ProfileId,
  { name, key }: DocumentUpload,
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
 * Stores the uploads sealed; nothing is stored when one is refused. Call it before the transaction
 * that inserts the holder; then `deleteUploads`, or `deleteDocuments` if it failed.
 */
export const storeDocuments = async (
  using: Ctx,
  ownerId: ProfileId,
  holder: Holder,
  given: readonly DocumentUpload[],
): Promise<void> => {
  const contents: Buffer[] = [];
  for (const one of given) contents.push(await readUpload(using, ownerId, one));
  // Covers a crash before the holder is inserted.
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

/** Deletes the unencrypted uploads, once the holder is inserted. */
export const deleteUploads = async (
  { blobs }: Ctx,
  given: readonly DocumentUpload[],
): Promise<void> => {
  for (const { key } of given) await blobs.delete(DOCUMENTS, key);
};

/** Deletes all documents of a holder that is erased, unless a legal hold keeps them. */
export const sweepDocuments = async (ctx: Ctx, holder: Holder): Promise<void> => {
  if (!(await needsDocuments(ctx.db, holder.group, holder.id))) await deleteDocuments(ctx, holder);
};

/** Deletes all documents of a holder; missing ones are ignored. */
export const deleteDocuments = async ({ blobs }: Ctx, holder: Holder): Promise<void> => {
  for (const name of DOCUMENT_NAMES) await blobs.delete(DOCUMENTS, documentKey(holder, name));
};

/** The decrypted image and its type; null when it does not exist. */
export const openDocument = async (
  using: Ctx,
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
 * Throws documents.notViewed unless this administrator has opened each of these images, on which an
 * approval is based.
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
