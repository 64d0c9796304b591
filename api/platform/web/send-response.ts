// Sends a page's response as it comes, compressed on the way.
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | null;

/** The best encoding the browser takes; a quality of zero means that it does not. */
export const encodingOf = (accepted: string | undefined): Encoding => {
  const offers = new Map(
    (accepted ?? '')
      .split(',')
      .map((offer) => [offer.split(';')[0]?.trim(), !/;\s*q=0(?:\.0*)?\s*$/.test(offer)] as const),
  );
  if (offers.get('br')) return 'br';
  return offers.get('gzip') ? 'gzip' : null;
};

/** Pages are personal: the browser keeps them for going back, and asks again otherwise. */
const PAGE_CACHING = 'private, no-cache';

export const copyHeaders = (reply: FastifyReply, headers: Headers): void => {
  for (const [name, value] of headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (!headers.has('cache-control') && !reply.hasHeader('cache-control'))
    reply.header('cache-control', PAGE_CACHING);
  reply.header('vary', 'cookie, accept-encoding');
};

// Flushed at every chunk: the first bytes of a streamed page must not wait for the last.
const compressor = (encoding: 'br' | 'gzip') =>
  encoding === 'br'
    ? createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      })
    : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 });

export const sendResponse = (
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): FastifyReply => {
  reply.code(response.status);
  copyHeaders(reply, response.headers);
  if (!response.body) return reply.send();
  const body = Readable.fromWeb(response.body as ReadableStream);
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (!encoding) return reply.send(body);
  reply.header('content-encoding', encoding).removeHeader('content-length');
  const compressed = compressor(encoding);
  // Both ways: a page that fails ends the response, and a client that leaves ends the rendering.
  // Fastify reports the error of what it sends.
  return reply.send(pipeline(body, compressed, () => {}));
};
