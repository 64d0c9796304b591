// Submits a verification with its documents: either everything is stored, or nothing.
import type { ProfileId } from '@camarim/contract/ids';
import type { FieldError } from '@camarim/contract/errors';
import type { Ctx } from '../../context.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { deleteDocuments, deleteUploads, storeDocuments } from './documents/documents.ts';
import { KINDS, type VerificationKind } from './kinds.ts';

/** The upload of each document that the kind demands, under the name of its field. */
type Uploads<K extends VerificationKind> = Record<
  `${(typeof KINDS)[K]['documents'][number]}Key`,
  string
>;

/** Throws the only fault, or validate.invalidRequest with all of them. */
export const refuseFaults = (fields: Record<string, FieldError>): void => {
  const [first] = Object.values(fields);
  if (first)
    throw new AppError(Object.keys(fields).length === 1 ? first.code : 'validate.invalidRequest', {
      fields,
    });
};

/**
 * Stores the documents, then what `insert` writes. Throws upload.* of the images, validate.invalid
 * when one was sent twice, and what `insert` throws; then nothing is stored.
 */
export const submitWithDocuments = async <K extends VerificationKind>(
  ctx: Ctx,
  { kind, id, ownerId }: { kind: K; id: string; ownerId: ProfileId },
  uploads: Uploads<K>,
  insert: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  const keys: Record<string, string> = uploads;
  const given = KINDS[kind].documents.map((name) => ({ name, key: keys[`${name}Key`] ?? '' }));
  if (new Set(given.map(({ key }) => key)).size < given.length)
    throw fieldError('selfieKey', 'validate.invalid');
  const holder = { group: kind, id };
  await storeDocuments(ctx, ownerId, holder, given);
  try {
    await transaction(ctx.db, insert);
  } catch (error) {
    await deleteDocuments(ctx, holder);
    throw error;
  }
  await deleteUploads(ctx, given);
};
