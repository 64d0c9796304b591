// Uploads: permission to send one file to storage, finding what arrived, and attaching it once.
import { randomUUIDv7 } from 'node:crypto';
import type { uploadCredentials } from '@camarim/contract/features/uploads';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { maxUploadBytes, mediaKindOf, type MediaKind } from '@camarim/contract/limits';
import type { z } from 'zod';
import { KEY } from '../../platform/blobs/port.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertMedia } from './store.ts';
import type { MediaPurpose } from './store.ts';

/** Originals are private, those of profile images too: they hold whatever the camera wrote into them. */
export const ORIGINALS = 'private';

/** A finished upload as its owner names it. */
export type UploadedFile = { key: string; contentType: string; name?: string | undefined };

/** What storage says of it; null when no such upload of this person's is there. */
export type FoundUpload = UploadedFile & { stored: { bytes: number; contentType: string } | null };

/** Time to send a large file by a slow network. */
export const GRANT_MS = 3_600_000;
/** An upload that nothing came of is removed this long after it could last arrive. */
const KEPT_UNUSED_MS = 24 * 3_600_000;

/** A person's uploads have their own corner of the bucket, so nobody can attach another's. */
export const prefixOf = (ownerId: ProfileId): string => `uploads/${ownerId}/`;

export const isOwn = (ownerId: ProfileId, key: string): boolean => key.startsWith(prefixOf(ownerId)) && KEY.test(key);

/** Where nothing that was given to a browser can write. */
const originalKeyOf = (mediaId: MediaId): string => `originals/${mediaId}`;

/** What may be published as media of a post; a profile has pictures only. */
const ALL_KINDS: readonly MediaKind[] = ['image', 'video', 'audio', 'archive'];

/** The kind of file, by what the browser says it is. Throws upload.typeNotAllowed. */
export const requireKind = (contentType: string, kinds: readonly MediaKind[] = ALL_KINDS): MediaKind => {
  const kind = mediaKindOf(contentType);
  if (kind === null || !kinds.includes(kind)) throw new AppError('upload.typeNotAllowed');
  return kind;
};

const readable = (bytes: number): string => (bytes >= 1_024 ** 3 ? `${bytes / 1_024 ** 3} GB` : `${bytes / 1_024 ** 2} MB`);

/** Throws upload.tooLarge. */
export const requireSize = (bytes: number, maxBytes: number): void => {
  if (bytes > maxBytes) throw new AppError('upload.tooLarge', { size: readable(maxBytes) });
};

/** What came of a key that was given out is looked at later: unused, it goes. */
export const sweepLater = ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, key: string, expiresAt: Date): Promise<unknown> =>
  transaction(db, (tx) => jobs.enqueue(tx, 'media.sweep', { key }, { startAfter: new Date(expiresAt.getTime() + KEPT_UNUSED_MS) }));

/** What the browser needs to send one file; storage itself refuses another type or more bytes. */
export const grantUpload = async (
  platform: Pick<Platform, 'db' | 'blobs' | 'clock' | 'jobs'>,
  ownerId: ProfileId,
  { contentType, size, maxBytes, kinds }: { contentType: string; size?: number | undefined; maxBytes?: number; kinds: readonly MediaKind[] },
): Promise<z.input<typeof uploadCredentials>> => {
  const kind = requireKind(contentType, kinds);
  const most = maxBytes ?? maxUploadBytes(kind);
  if (size !== undefined) requireSize(size, most);
  const { blobs, clock } = platform;
  const key = `${prefixOf(ownerId)}${randomUUIDv7()}`;
  const expiresAt = new Date(clock.now().getTime() + GRANT_MS);
  const { url, fields } = await blobs.presignPost({ bucket: ORIGINALS, key, contentType, maxBytes: most, expiresAt });
  await sweepLater(platform, key, expiresAt);
  return { url, fields, expiresAt: expiresAt.toISOString(), maxBytes: most };
};

/** Asks storage about each upload. Refuses nothing: `attachUploads` does, inside the transaction that may be a replay. */
export const findUploads = ({ blobs }: Pick<Platform, 'blobs'>, ownerId: ProfileId, files: readonly UploadedFile[]): Promise<FoundUpload[]> =>
  Promise.all(files.map(async (file): Promise<FoundUpload> => ({ ...file, stored: isOwn(ownerId, file.key) ? await blobs.head(ORIGINALS, file.key) : null })));

/**
 * Makes media of uploads, in order. Throws upload.notFound for one that did not arrive, is somebody else's or was attached
 * before, upload.typeNotAllowed and upload.tooLarge.
 */
export const attachUploads = async (
  tx: Transaction,
  uploads: readonly FoundUpload[],
  { ownerId, purpose, now }: { ownerId: ProfileId; purpose: MediaPurpose; now: Date },
): Promise<MediaId[]> => {
  const ids: MediaId[] = [];
  for (const { key, contentType, name, stored } of uploads) {
    const kind = requireKind(contentType, purpose === 'post' ? ALL_KINDS : ['image']);
    if (!stored) throw new AppError('upload.notFound');
    requireKind(stored.contentType, [kind]);
    requireSize(stored.bytes, maxUploadBytes(kind));
    const id = randomUUIDv7() as MediaId;
    const attached = await insertMedia(tx, { id, ownerId, purpose, contentType, name: name ?? null, bucket: ORIGINALS, uploadKey: key, originalKey: originalKeyOf(id), bytes: stored.bytes, now });
    if (!attached) throw new AppError('upload.notFound');
    ids.push(id);
  }
  return ids;
};
