// Ends calls that take longer than the `handlerTimeout` of their route, also those with a body.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCodes } from 'fastify';

/**
 * Fastify's own timer ends when Node closes the request's stream, which is as soon as a body was
 * read: calls with a body had no deadline. This one begins where the body is there, and ends with
 * the answer.
 */
export const installDeadlines = (app: FastifyInstance): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('preValidation', (request, reply, done) => {
    const { handlerTimeout = 0, url = '' } = request.routeOptions;
    const giveUp = (): void => {
      if (!reply.sent && !reply.raw.headersSent)
        void reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(String(handlerTimeout), url));
    };
    if (handlerTimeout > 0) timers.set(request, setTimeout(giveUp, handlerTimeout));
    done();
  });
  // Also called when the client closes the connection.
  app.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(timers.get(request));
    done();
  });
};
