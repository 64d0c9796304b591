// Where LiveKit reports what happens in its rooms: POST /livekit/webhook, signed by it.
import type { FastifyInstance } from 'fastify';
import type { LiveEngine } from '../port.ts';
import type { LiveKitLive } from './livekit-live.ts';

const BODY_MAX_BYTES = 1024 ** 2;

export const isLiveKit = (live: LiveEngine): live is LiveKitLive => 'receiveWebhook' in live;

/** Answers 200 to what LiveKit signed, 401 to all else. */
export const liveKitWebhook =
  (live: Pick<LiveKitLive, 'receiveWebhook'>) =>
  async (server: FastifyInstance): Promise<void> => {
    server.addContentTypeParser(
      'application/webhook+json',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    server.post('/livekit/webhook', { schema: { hide: true } as never }, async (request, reply) => {
      try {
        await live.receiveWebhook(String(request.body), request.headers.authorization ?? '');
      } catch {
        return reply.code(401).send();
      }
      return reply.send();
    });
  };
