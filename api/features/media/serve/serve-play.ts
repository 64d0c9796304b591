// Delivers playback: playlists, segments and their key, whole files: GET
// /media/{mediaId}/play/{token}/...
import { isUuid, type MediaId, type ProfileId } from '@camarim/contract/ids';
import { type Locale, LOCALES } from '@camarim/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requesterOf, viewerOf } from '../../../platform/http/guard.ts';
import type { Authenticate, Requester } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { MediaAccess, ProtectedMedia } from '../../access/index.ts';
import { captionsIn } from '../captions/captions-store.ts';
import { masterPlaylist, streamPlaylist } from '../play/playlists.ts';
import { loadPlay, type PlayRow } from '../play/play-store.ts';
import { openSegmentKey, pieceKey, type StreamPhase } from '../storage-keys.ts';
import { addressSigner } from '../view-media.ts';
import { cachingFor, sendObject } from './deliver.ts';
import { viewerKey, cacheWithTtl } from './access.ts';

type ServeContext = { ctx: Ctx; authenticate: Authenticate; accessTo: MediaAccess };
type PlayRequest = { mediaId: MediaId; boundTo: ProfileId | null; requester: Requester };

const TOKEN = /^(public|me)\.(\d{1,12})\.([\w-]{22})$/;
const PIECE = /^(first|whole)\/(\w{1,10})\/(?:(init)\.mp4|(\d{1,5})\.m4s)$/;
const FILES: Readonly<Record<string, string>> = {
  'whole.mp4': 'whole',
  'sound.m4a': 'sound',
  'sprite.jpg': 'sprite',
  file: 'file',
};

/**
 * Refuses every address that this server did not sign for this viewer, with one answer and before
 * any query.
 */
const readToken = async (
  { ctx, authenticate }: ServeContext,
  request: FastifyRequest,
): Promise<PlayRequest> => {
  const { mediaId = '', token = '' } = request.params as Record<string, string>;
  const [, audience, expires, signature] = TOKEN.exec(token) ?? [];
  if (!isUuid(mediaId) || signature === undefined) throw new AppError('auth.forbidden');
  const viewer = await viewerOf(authenticate, request);
  if (audience === 'me' && !viewer) throw new AppError('auth.forbidden');
  const boundTo = audience === 'me' ? (viewer?.profileId ?? null) : null;
  const claim = {
    mediaId,
    audience: boundTo ?? 'public',
    expiresSeconds: Number(expires),
    signature,
  };
  if (!(await addressSigner(ctx)).verifyPlay(claim, ctx.clock.now()))
    throw new AppError('auth.forbidden');
  return {
    mediaId: mediaId as MediaId,
    boundTo,
    requester: requesterOf({ viewer, place: request.place }),
  };
};

/**
 * Finds the playable parts of a media, if the viewer has full access. Caches the media's row for
 * all viewers and the access of each.
 */
const createPlayFinder = ({
  ctx,
  accessTo,
}: ServeContext): ((asked: PlayRequest) => Promise<PlayRow | null>) => {
  const playOf = cacheWithTtl(
    ctx,
    (id: MediaId) => id,
    (id) => loadPlay(ctx.db, id),
    // A player loads its playlist again at the moment when the whole video replaces the early one.
    (play) => play?.complete ?? false,
  );
  const accessNow = cacheWithTtl(
    ctx,
    ({ media, requester }: { media: ProtectedMedia; requester: Requester }) =>
      `${media.id} ${viewerKey(requester)}`,
    ({ media, requester }) => accessTo(media, requester),
  );
  return async ({ mediaId, requester }) => {
    const play = await playOf(mediaId);
    const access =
      play &&
      (await accessNow({
        media: { id: mediaId, purpose: play.purpose, owner_id: play.owner_id },
        requester,
      }));
    return access?.level === 'full' ? play : null;
  };
};

/**
 * Serves playback at a valid address, to the audience that the address was signed for, while they
 * have access.
 */
export const registerPlayRoutes = (
  app: FastifyInstance,
  ctx: Ctx,
  authenticate: Authenticate,
  accessTo: MediaAccess,
): void => {
  const serving = { ctx, authenticate, accessTo };
  const find = createPlayFinder(serving);
  app.get(
    '/media/:mediaId/play/:token/*',
    { schema: { hide: true } as never },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const asked = await readToken(serving, request);
      const age = await ctx.age.stateOf(request);
      const play = age.proven ? await find(asked) : null;
      // No access, nothing to play and no such media get the same answer.
      if (!play) throw new AppError('auth.forbidden');
      return answer(ctx, request, reply, {
        mediaId: asked.mediaId,
        play,
        path: (request.params as { '*': string })['*'],
        cacheControl: cachingFor(ctx, age, asked.boundTo),
      });
    },
  );
};

/**
 * A web server in front asks once and then sends the pieces of the video itself, for so long
 * (docs/operations/media.md). With what is remembered here an ended right is refused half a minute
 * later at most. Playlists and keys are always asked for here.
 */
const VERDICT_SECONDS = 25;

/**
 * `Vary` of the access decision: a cache must not use it for a request that differs in one of these
 * headers.
 */
const dependsOn = ({ config }: Ctx): string =>
  [
    'authorization',
    'cookie',
    config.GEO_COUNTRY_HEADER,
    config.GEO_STATE_HEADER,
    config.GEO_CITY_HEADER,
  ]
    .flatMap((name) => name?.toLowerCase() ?? [])
    .join(', ');

/**
 * That the viewer may have every piece of the video now, and nothing else. It is for nginx, who
 * would obey `Cache-Control` before `X-Accel-Expires`.
 */
const sendVerdict = (ctx: Ctx, reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply
    .removeHeader('cache-control')
    .code(204)
    .headers({
      'x-accel-expires': VERDICT_SECONDS,
      'x-piece-caching': cacheControl,
      vary: dependsOn(ctx),
    })
    .send();

type PlayTarget = { mediaId: MediaId; play: PlayRow; path: string; cacheControl: string };

const answer = async (
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  playing: PlayTarget,
): Promise<FastifyReply> => {
  const { mediaId, play, path } = playing;
  if (path === 'right') return sendVerdict(ctx, reply, playing.cacheControl);
  if (path === 'key' && play.segment_key)
    return reply
      .type('application/octet-stream')
      .send(openSegmentKey(ctx, mediaId, play.segment_key));
  if (path.endsWith('.m3u8')) return sendPlaylist(reply, play, path.slice(0, -'.m3u8'.length));
  const language = LOCALES.find((known) => path === `captions/${known}.vtt`);
  if (language !== undefined) return sendCaptions(ctx, reply, mediaId, language);
  if (path in FILES) return sendFile(ctx, request, reply, playing);
  return sendPiece(ctx, request, reply, playing);
};

/** Not cached either: captions may be replaced, and are small. */
const sendCaptions = async (
  { db }: Ctx,
  reply: FastifyReply,
  mediaId: MediaId,
  language: Locale,
): Promise<FastifyReply> => {
  const vtt = await captionsIn(db, mediaId, language);
  if (vtt === null) throw new AppError('auth.forbidden');
  return reply
    .type('text/vtt; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(vtt);
};

/** Playlists are not cached, because that of the whole video replaces that of the first phase. */
const sendPlaylist = (reply: FastifyReply, { streams }: PlayRow, name: string): FastifyReply => {
  const stream = streams.find((one) => one.name === name);
  const playlist =
    name === 'master' && streams.length > 0
      ? masterPlaylist(streams)
      : stream && streamPlaylist(stream);
  if (!playlist) throw new AppError('auth.forbidden');
  return reply.type('application/vnd.apple.mpegurl').send(playlist);
};

const sendPiece = (
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaId, path, cacheControl }: PlayTarget,
): Promise<FastifyReply> => {
  const [, phase, name = '', init, number] = PIECE.exec(path) ?? [];
  if (phase === undefined) throw new AppError('auth.forbidden');
  // A player that began with the first phase may still request its segments after the whole video
  // is ready.
  const key = pieceKey(
    mediaId,
    { phase: phase as StreamPhase, name },
    init ? 'init' : Number(number),
  );
  return sendObject(ctx, request, reply, {
    key,
    contentType: init ? 'video/mp4' : 'video/iso.segment',
    etag: `"${mediaId}.${path}"`,
    cacheControl,
  });
};

/** A name for the browser's folder of downloads, whatever signs the owner's had. */
const attachmentNamed = (name: string): string =>
  `attachment; filename="arquivo.zip"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.codePointAt(0)?.toString(16)}`)}`;

const sendFile = (
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaId, play, path, cacheControl }: PlayTarget,
): Promise<FastifyReply> => {
  const file = play.files.find(({ kind }) => kind === FILES[path]);
  if (!file) throw new AppError('auth.forbidden');
  if (file.kind === 'file')
    reply
      .header('content-disposition', attachmentNamed(play.name ?? 'arquivo.zip'))
      .header('x-content-type-options', 'nosniff');
  return sendObject(ctx, request, reply, {
    key: file.key,
    contentType: file.content_type,
    etag: `"${mediaId}.${file.kind}.${file.bytes}"`,
    cacheControl,
  });
};
