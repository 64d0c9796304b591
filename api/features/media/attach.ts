// Media attached by a form, in its order: uploads that become media now, and media that the person
// owns already.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { type MediaKind, mediaKindOf } from '@camarim/contract/limits';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { processMedia } from './process/process-media.ts';
import { lockOwnForShare } from './store.ts';
import { attachUploads, findUploads, type StoredUpload, type UploadedFile } from './uploads.ts';

export type MediaInput = UploadedFile | { id: MediaId };

/** `fresh`: it was uploaded for this very form. */
export type AttachedMedia = { id: MediaId; kind: MediaKind; fresh: boolean };

const isUpload = (media: MediaInput): media is UploadedFile => 'key' in media;

/**
 * Asks storage about the uploads among them, before the transaction, so that no connection waits
 * for it.
 */
export const findInputUploads = (
  ctx: Ctx,
  ownerId: ProfileId,
  medias: readonly MediaInput[],
): Promise<StoredUpload[]> => findUploads(ctx, ownerId, medias.filter(isUpload));

/**
 * The media in the order of the form. Processing of new ones begins with the commit, existing ones
 * are used as they are. Throws media.notFound for one that is another person's, is erased or comes
 * twice, and what `attachUploads` throws.
 */
export const attachMedias = async (
  ctx: Ctx,
  tx: Transaction,
  medias: readonly MediaInput[],
  { ownerId, uploads, now }: { ownerId: ProfileId; uploads: readonly StoredUpload[]; now: Date },
): Promise<AttachedMedia[]> => {
  const ownIds = medias.flatMap((media) => (isUpload(media) ? [] : [media.id]));
  const own = new Map((await lockOwnForShare(tx, ownerId, ownIds)).map((row) => [row.id, row]));
  if (own.size < ownIds.length) throw new AppError('media.notFound');
  const attached = (await attachUploads(tx, uploads, { ownerId, purpose: 'post', now })).values();
  const all: AttachedMedia[] = [];
  for (const media of medias) {
    if (isUpload(media)) {
      const id = attached.next().value as MediaId;
      await processMedia(ctx, tx, id);
      all.push({ id, kind: mediaKindOf(media.contentType) ?? 'image', fresh: true });
    } else {
      const row = own.get(media.id);
      all.push({
        id: media.id,
        kind: mediaKindOf(row?.content_type ?? '') ?? row?.kind ?? 'image',
        fresh: false,
      });
    }
  }
  return all;
};
