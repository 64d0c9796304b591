// Offers and answers of WHIP and WHEP as HTTP has them (RFC 9725).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { LiveIceServer } from '../../../platform/live/port.ts';
import type { Ctx } from '../../../context.ts';
import type { Connection } from './connect.ts';

const SDP = 'application/sdp';

/** Throws request.unsupportedMediaType for what is no SDP. */
export const offerOf = (request: FastifyRequest): string => {
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

/** Sends the answer; the connection's address is `folder` and its id. */
export const sendAnswer = (
  ctx: Ctx,
  reply: FastifyReply,
  folder: string,
  { peer, answer }: Connection,
): void => {
  const links = ctx.live.iceServers().flatMap(linkOf);
  void reply
    .code(201)
    .type(SDP)
    .header('cache-control', 'no-store')
    .header('location', `${folder}/${peer}`)
    .headers(links.length > 0 ? { link: links.join(', ') } : {})
    .send(answer);
};
