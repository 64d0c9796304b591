// Routes of the media of live shows: WHIP and WHEP.
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { LiveId } from '@camarim/contract/features/lives';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { LiveIceServer } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import { canEnter, canWatch, ownLive, ownOpenLive, ownVisit } from '../policy.ts';
import { type Connection, publish, unwatch, watch } from './connect.ts';

const SDP = 'application/sdp';

const offerOf = (request: FastifyRequest): string => {
  const [type] = (request.headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== SDP || !Buffer.isBuffer(request.body))
    throw new AppError('request.unsupportedMediaType');
  return request.body.toString('utf8');
};

/** As in RFC 9725, section 4.6. */
const linkOf = ({ urls, username, credential }: LiveIceServer): string[] =>
  urls.map((url) =>
    [
      `<${url}>; rel="ice-server"`,
      ...(username === undefined ? [] : [`username="${username}"`]),
      ...(credential === undefined
        ? []
        : [`credential="${credential}"`, 'credential-type="password"']),
    ].join('; '),
  );

type Kind = 'whip' | 'whep';

const answer = (
  ctx: Ctx,
  reply: FastifyReply,
  { id, kind }: { id: LiveId; kind: Kind },
  connection: Connection,
): void => {
  const links = ctx.live.iceServers().flatMap(linkOf);
  void reply
    .code(201)
    .type(SDP)
    .header('cache-control', 'no-store')
    .header('location', `/api/lives/${id}/${kind}/${connection.peer}`)
    .headers(links.length > 0 ? { link: links.join(', ') } : {})
    .send(connection.answer);
};

export const mediaHandlers = (ctx: Ctx) =>
  handlers({
    'POST /lives/{id}/whip': async ({ viewer, params, http }) => {
      const live = await ownOpenLive(ctx, params.id, viewer);
      const connection = await publish(ctx, live, offerOf(http.request));
      answer(ctx, http.reply, { id: params.id, kind: 'whip' }, connection);
      return { data: null };
    },
    'DELETE /lives/{id}/whip/{peer}': async ({ viewer, params }) => {
      const { id } = await ownLive(ctx, params.id, viewer);
      await ctx.live.leave(id, params.peer);
      return { data: null };
    },
    'POST /lives/{id}/whep': async ({ viewer, params, context, http }) => {
      const visitor = await canWatch(ctx, params.id, viewer, context);
      const connection = await watch(ctx, visitor, offerOf(http.request));
      answer(ctx, http.reply, { id: params.id, kind: 'whep' }, connection);
      return { data: null };
    },
    'DELETE /lives/{id}/whep/{peer}': async ({ viewer, params }) => {
      await unwatch(ctx, await ownVisit(ctx, params.id, params.peer as PeerId, viewer));
      return { data: null };
    },
    'GET /lives/{id}/ice-servers': async ({ viewer, params, context }) => {
      await canEnter(ctx, params.id, viewer, context);
      return { data: ctx.live.iceServers() };
    },
  });
