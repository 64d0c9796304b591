// Each buyer's own copy of a paid image, with an invisible forensic mark that identifies the buyer.
import { buffer } from 'node:stream/consumers';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { installationSecret } from '../../../platform/installation/secret.ts';
import { markCopy, type MarkMatch, traceCopy } from '../../../platform/media/forensic-mark.ts';
import type { Ctx } from '../../../context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { copiesPrefix, copyKey, RENDITIONS, type RenditionKind } from '../storage-keys.ts';
import { renditionOf } from '../store.ts';
import { namesOf } from './buyers-store.ts';

/** Thumbnails are too small to be worth taking. */
const MARKED_KINDS: ReadonlySet<RenditionKind> = new Set(['lg', 'full']);
export const isMarkedKind = (kind: RenditionKind): boolean => MARKED_KINDS.has(kind);

const markKey = ({ db }: Pick<Ctx, 'db'>): Promise<Buffer> => installationSecret(db, 'media.marks');
const nameOf = (mediaId: string, buyerId: string): string => `${mediaId} ${buyerId}`;

const read = async ({ blobs }: Pick<Ctx, 'blobs'>, key: string): Promise<Buffer> => {
  const found = await blobs.get(RENDITIONS, key);
  if (!found) throw new AppError('auth.forbidden');
  return buffer(found.stream);
};

/**
 * Cache of copies known to exist, so that a view needs no storage request. Copies are deleted only
 * with their media, whose access is checked before.
 */
const knownCopies = new WeakMap<object, Set<string>>();
const KNOWN_COPIES_MAX = 50_000;

const knownCopiesIn = (blobs: Platform['blobs']): Set<string> => {
  const keys = knownCopies.get(blobs) ?? new Set();
  if (keys.size >= KNOWN_COPIES_MAX) keys.clear();
  knownCopies.set(blobs, keys);
  return keys;
};

/** Drops a missing copy from the cache, so that the next view makes it again. */
export const forgetCopy = ({ blobs }: Ctx, key: string): void =>
  void knownCopies.get(blobs)?.delete(key);

/** Key of the buyer's own copy, which is made at their first view. */
export const copyFor = async (
  ctx: Ctx,
  {
    mediaId,
    kind,
    key,
    buyerId,
  }: { mediaId: MediaId; kind: RenditionKind; key: string; buyerId: ProfileId },
): Promise<string> => {
  const ownKey = copyKey(mediaId, buyerId, kind);
  const known = knownCopiesIn(ctx.blobs);
  if (known.has(ownKey)) return ownKey;
  if (await ctx.blobs.head(RENDITIONS, ownKey)) {
    known.add(ownKey);
    return ownKey;
  }
  const marked = await markCopy(
    ctx.media,
    await read(ctx, key),
    await markKey(ctx),
    nameOf(mediaId, buyerId),
  );
  await ctx.blobs.put(RENDITIONS, ownKey, marked, { contentType: 'image/webp' });
  known.add(ownKey);
  return ownKey;
};

/** Who was ever served a copy, whatever they bought it in and whatever became of the purchase. */
const copyOwners = async (
  { blobs }: Pick<Ctx, 'blobs'>,
  mediaId: MediaId,
): Promise<ProfileId[]> => {
  const prefix = copiesPrefix(mediaId);
  const keys = await blobs.keysUnder(RENDITIONS, prefix);
  const ids = keys.flatMap((key) => key.slice(prefix.length).split('/')[0] ?? []);
  return [...new Set(ids)] as ProfileId[];
};

/**
 * Traces a leaked image to its buyer: those who were served a copy of it, the likeliest first.
 * Throws media.notFound.
 */
export const traceLeak = async (
  ctx: Pick<Ctx, 'db' | 'blobs' | 'media'>,
  mediaId: MediaId,
  found: Buffer,
): Promise<(MarkMatch & { buyerId: ProfileId; domainName: string })[]> => {
  const original = await renditionOf(ctx.db, mediaId, 'full');
  if (!original) throw new AppError('media.notFound');
  const buyers = new Map(
    (await namesOf(ctx.db, await copyOwners(ctx, mediaId))).map((buyer) => [
      nameOf(mediaId, buyer.id),
      buyer,
    ]),
  );
  const suspicions = await traceCopy(
    ctx.media,
    found,
    await read(ctx, original.key),
    await markKey(ctx),
    [...buyers.keys()],
  );
  return suspicions.flatMap((suspicion) => {
    const buyer = buyers.get(suspicion.copy);
    return buyer ? [{ ...suspicion, buyerId: buyer.id, domainName: buyer.domain_name }] : [];
  });
};
