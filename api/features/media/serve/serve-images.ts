// Delivers renditions: GET /media/{mediaId}/{kind}. Originals have no address at all.
import { isUuid, type MediaId, type ProfileId } from '@camarim/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requesterOf, viewerOf } from '../../../platform/http/guard.ts';
import type { Authenticate, Requester } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { MediaAccess } from '../../access/index.ts';
import { renditionOf, type RenditionRow } from '../store.ts';
import { addressSigner } from '../view-media.ts';
import { RENDITION_KINDS, type RenditionKind } from '../storage-keys.ts';
import { copyFor, forgetCopy, isMarkedKind } from './copies.ts';
import { cachingFor, sendObject } from './deliver.ts';
import { viewerKey, cacheWithTtl } from './access.ts';

type ServeContext = { ctx: Ctx; authenticate: Authenticate; accessTo: MediaAccess };

const SECONDS = /^\d{1,12}$/;

type ImageRequest = {
  mediaId: MediaId;
  kind: RenditionKind;
  /** The address is valid for this viewer only; null: for everyone. */
  boundTo: ProfileId | null;
  /** The requester, also of a public address. */
  requester: Requester;
};

/**
 * Serves a rendition at a valid address, to the audience that the address was signed for, while
 * they have access.
 */
export const registerImageRoutes = (
  app: FastifyInstance,
  ctx: Ctx,
  authenticate: Authenticate,
  accessTo: MediaAccess,
): void => {
  const serving = { ctx, authenticate, accessTo };
  const find = cacheWithTtl(
    ctx,
    ({ mediaId, kind, requester }: ImageRequest) => `${mediaId} ${kind} ${viewerKey(requester)}`,
    (target) => findAllowed(serving, target),
  );
  app.get('/media/:mediaId/:kind', { schema: { hide: true } as never }, async (request, reply) => {
    // Refusals must not be cached.
    reply.header('cache-control', 'no-store');
    const requested = await readAddress(serving, request);
    // Without an age proof every address answers the blurred preview; the address itself reveals
    // nothing.
    const age = await ctx.age.stateOf(request);
    const target: ImageRequest = age.proven ? requested : { ...requested, kind: 'preview' };
    const rendition = await find(target);
    // No access, no rendition and no such media get the same answer.
    if (!rendition) throw new AppError('auth.forbidden');
    const { mediaId, kind, boundTo, requester } = target;
    // The response is another rendition than the requested one: Content-Location says so (RFC 9110,
    // 8.7).
    if (kind !== requested.kind) reply.header('content-location', `/media/${mediaId}/${kind}`);
    const key =
      rendition.copyOf === null
        ? rendition.key
        : await copyFor(ctx, { mediaId, kind, key: rendition.key, buyerId: rendition.copyOf });
    const etag = `"${mediaId}.${kind}.${rendition.bytes}${rendition.copyOf === null ? '' : `.${requester.profileId}`}"`;
    const delivery = {
      key,
      contentType: rendition.content_type,
      etag,
      cacheControl: cachingFor(ctx, age, boundTo),
    };
    return sendObject(ctx, request, reply, delivery).catch((error: unknown) => {
      forgetCopy(ctx, key);
      throw error;
    });
  });
};

/**
 * Refuses every address that this server did not sign for this viewer, with one answer and before
 * any query.
 */
const readAddress = async (
  { ctx, authenticate }: ServeContext,
  request: FastifyRequest,
): Promise<ImageRequest> => {
  const { mediaId, kind: kindText } = request.params as Record<string, string>;
  const { a: audience, e: expires, s: signature } = request.query as Record<string, unknown>;
  const kind = RENDITION_KINDS.find((known) => known === kindText);
  const wellFormed =
    mediaId &&
    isUuid(mediaId) &&
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
  if (!(await addressSigner(ctx)).verify(claim, ctx.clock.now()))
    throw new AppError('auth.forbidden');
  return {
    mediaId: mediaId as MediaId,
    kind,
    boundTo,
    requester: requesterOf({ viewer, place: request.place }),
  };
};

/** A rendition, and the buyer whose marked copy is served; null: the unmarked rendition. */
type ServedRendition = RenditionRow & { copyOf: ProfileId | null };

/** The rendition, if the viewer has access to it now. */
const findAllowed = async (
  { ctx, accessTo }: ServeContext,
  { mediaId, kind, requester }: ImageRequest,
): Promise<ServedRendition | null> => {
  const rendition = await renditionOf(ctx.db, mediaId, kind);
  if (!rendition) return null;
  const access = await accessTo({ ...rendition, id: mediaId }, requester);
  if (access.level === 'none' || (access.level === 'preview' && kind !== 'preview')) return null;
  return {
    ...rendition,
    copyOf: access.reason === 'purchase' && isMarkedKind(kind) ? requester.profileId : null,
  };
};
