// GET /overlays/{key}/events: the events of a producer's rooms as they happen, for programs.
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { linkOf } from './authorise.ts';
import { markLinkUsed } from './store.ts';
import type { Streams } from './streams.ts';

const SEQ = /^\d{1,15}$/;

export const serveStreams = (server: FastifyInstance, ctx: Ctx, streams: Streams): void => {
  server.get(
    '/overlays/:key/events',
    { schema: { hide: true } as never },
    async (request, reply) => {
      const link = await linkOf(ctx, request);
      const lastSeen = String(request.headers['last-event-id'] ?? '');
      const out = await streams.open(link, SEQ.test(lastSeen) ? Number(lastSeen) : null);
      await markLinkUsed(ctx.db, link.id, ctx.clock.now());
      return (
        reply
          .header('cache-control', 'no-store')
          // nginx would collect events until a buffer is full.
          .header('x-accel-buffering', 'no')
          .type('text/event-stream')
          .send(out)
      );
    },
  );
};
