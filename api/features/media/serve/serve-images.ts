// Delivers renditions: GET /media/{mediaId}/{kind}. Originals have no address at all.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requesterOf, viewerOf } from '../../../platform/http/guard.ts';
import type { Authenticate, Requester } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { renditionOf, type RenditionRow } from '../store.ts';
import { addressSigner } from '../view-media.ts';
import { RENDITION_KINDS, type RenditionKind } from '../storage-keys.ts';
import { copyFor, forgetCopy, isMarkedKind } from './copies.ts';
import { cachingFor, deliver } from './deliver.ts';
import { viewerKey, type MediaAccessSources, cacheWithTtl, resolveMediaAccess } from './access.ts';

type ServeContext = { platform: Platform; authenticate: Authenticate; rights: MediaAccessSources };

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const SECONDS = /^\d{1,12}$/;

type ImageRequest = {
  mediaId: MediaId;
  kind: RenditionKind;
  /** The address holds for this viewer alone; null: for everybody. */
  boundTo: ProfileId | null;
  /** Who asks, also by an address that holds for everybody. */
  requester: Requester;
};

/** Serves what a valid address asks for, to whom it was given, while the right lasts. */
export const registerImageRoutes = (
  app: FastifyInstance,
  platform: Platform,
  authenticate: Authenticate,
  rights: MediaAccessSources,
): void => {
  const serving = { platform, authenticate, rights };
  const find = cacheWithTtl(
    platform,
    ({ mediaId, kind, requester }: ImageRequest) => `${mediaId} ${kind} ${viewerKey(requester)}`,
    (asked) => findAllowed(serving, asked),
  );
  app.get('/media/:mediaId/:kind', { schema: { hide: true } as never }, async (request, reply) => {
    // A refusal is never kept by a cache.
    reply.header('cache-control', 'no-store');
    const given = await readAddress(serving, request);
    // Who has not shown their age gets the blurred picture, whatever the address: the address
    // itself tells nothing.
    const age = await platform.age.stateOf(request, () => viewerOf(authenticate, request));
    const asked: ImageRequest = age.proven ? given : { ...given, kind: 'preview' };
    const found = await find(asked);
    // The same answer for no right, no picture and no such media.
    if (!found) throw new AppError('auth.forbidden');
    const { mediaId, kind, boundTo, requester } = asked;
    // The answer is another picture than the one asked for (RFC 9110, 8.7): a client that stores
    // pictures can tell.
    if (kind !== given.kind) reply.header('content-location', `/media/${mediaId}/${kind}`);
    const key =
      found.copyOf === null
        ? found.key
        : await copyFor(platform, { mediaId, kind, key: found.key, buyerId: found.copyOf });
    const etag = `"${mediaId}.${kind}.${found.bytes}${found.copyOf === null ? '' : `.${requester.profileId}`}"`;
    const delivery = {
      key,
      contentType: found.content_type,
      etag,
      cacheControl: cachingFor(platform, age, boundTo),
    };
    return deliver(platform, request, reply, delivery).catch((error: unknown) => {
      forgetCopy(platform, key);
      throw error;
    });
  });
};

/**
 * Refuses every address that this server did not give to this viewer, alike and before anything is
 * looked up.
 */
const readAddress = async (
  { platform, authenticate }: ServeContext,
  request: FastifyRequest,
): Promise<ImageRequest> => {
  const { mediaId, kind: kindText } = request.params as Record<string, string>;
  const { a: audience, e: expires, s: signature } = request.query as Record<string, unknown>;
  const kind = RENDITION_KINDS.find((known) => known === kindText);
  const wellFormed =
    mediaId &&
    UUID.test(mediaId) &&
    kind &&
    typeof signature === 'string' &&
    typeof expires === 'string' &&
    SECONDS.test(expires);
  if (!wellFormed || (audience !== 'public' && audience !== 'me'))
    throw new AppError('auth.forbidden');
  const viewer = await viewerOf(authenticate, request);
  if (audience === 'me' && !viewer) throw new AppError('auth.forbidden');
  const boundTo = audience === 'me' ? (viewer?.profileId ?? null) : null;
  const claim = {
    mediaId,
    kind,
    audience: boundTo ?? 'public',
    expiresSeconds: Number(expires),
    signature,
  };
  if (!(await addressSigner(platform)).verify(claim, platform.clock.now()))
    throw new AppError('auth.forbidden');
  return {
    mediaId: mediaId as MediaId,
    kind,
    boundTo,
    requester: requesterOf({ viewer, place: request.place }),
  };
};

/** A rendition, and the buyer whose own copy of it is to be given; null for that of everybody. */
type ServedRendition = RenditionRow & { copyOf: ProfileId | null };

/** The rendition, if the viewer has a right to it at this moment. */
const findAllowed = async (
  { platform, rights }: ServeContext,
  { mediaId, kind, requester }: ImageRequest,
): Promise<ServedRendition | null> => {
  const rendition = await renditionOf(platform.db, mediaId, kind);
  const access =
    rendition && (await resolveMediaAccess(rights, { ...rendition, id: mediaId }, requester));
  if (!rendition || !access || (access === 'preview' && kind !== 'preview')) return null;
  return {
    ...rendition,
    copyOf: access === 'bought' && isMarkedKind(kind) ? requester.profileId : null,
  };
};
