// Delivers trailers: GET /media/{mediaId}/trailer/{seconds}.{expires}.{signature}.mp4, to everyone
// for whom the owner of a locked post chose that trailer as its free preview.
import { isUuid, type MediaId } from '@camarim/contract/ids';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requesterOf, viewerOf } from '../../../platform/http/guard.ts';
import type { Authenticate, Requester } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { MediaAccess } from '../../access/index.ts';
import { renditionOf, type RenditionRow } from '../store.ts';
import { addressSigner } from '../view-media.ts';
import { cacheWithTtl, viewerKey } from './access.ts';
import { cachingFor, sendObject } from './deliver.ts';

const TOKEN = /^(\d{1,2})\.(\d{1,12})\.([\w-]{22})\.mp4$/;

type TrailerRequest = { mediaId: MediaId; seconds: number; requester: Requester };

/** The trailer, if the requester may see it now. */
const findAllowed = async (
  ctx: Ctx,
  accessTo: MediaAccess,
  { mediaId, seconds, requester }: TrailerRequest,
): Promise<RenditionRow | null> => {
  const rendition = await renditionOf(ctx.db, mediaId, `trailer${seconds}`);
  if (!rendition) return null;
  const access = await accessTo({ ...rendition, id: mediaId }, requester);
  const granted =
    access.level === 'full' ||
    (access.level === 'preview' && access.trailerSeconds?.includes(seconds));
  return granted ? rendition : null;
};

export const registerTrailerRoutes = (
  app: FastifyInstance,
  ctx: Ctx,
  authenticate: Authenticate,
  accessTo: MediaAccess,
): void => {
  const find = cacheWithTtl(
    ctx,
    ({ mediaId, seconds, requester }: TrailerRequest) =>
      `${mediaId} ${seconds} ${viewerKey(requester)}`,
    (target) => findAllowed(ctx, accessTo, target),
  );
  app.get(
    '/media/:mediaId/trailer/:token',
    { schema: { hide: true } as never },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { mediaId = '', token = '' } = request.params as Record<string, string>;
      const [, secondsText, expires, signature = ''] = TOKEN.exec(token) ?? [];
      const seconds = Number(secondsText);
      const claim = { mediaId, seconds, expiresSeconds: Number(expires), signature };
      // Every address that this server did not sign gets the answer of those without access.
      if (!isUuid(mediaId) || !(await addressSigner(ctx)).verifyTrailer(claim, ctx.clock.now()))
        throw new AppError('auth.forbidden');
      const viewer = await viewerOf(authenticate, request);
      const age = await ctx.age.stateOf(request);
      const requester = requesterOf({ viewer, place: request.place });
      const trailer = age.proven
        ? await find({ mediaId: mediaId as MediaId, seconds, requester })
        : null;
      if (!trailer) throw new AppError('auth.forbidden');
      return sendObject(ctx, request, reply, {
        key: trailer.key,
        contentType: trailer.content_type,
        etag: `"${mediaId}.trailer${seconds}.${trailer.bytes}"`,
        cacheControl: cachingFor(ctx, age, null),
      });
    },
  );
};
