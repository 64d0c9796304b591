// Load shedding: under overload a quick 503 keeps running calls and probes responsive.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { outages } from '../log/once-per-outage.ts';
import { sendRefusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a route means to the limit. `counted`: it is work that ends soon (calls and pages), and
     * is refused above the limit. `always`: probes and notifications of gateways, answered under
     * any load. Files and uploads, which last as long as the other side is slow, are neither
     * counted nor refused.
     */
    load?: 'counted' | 'always';
  }
}

export const COUNTED = { load: 'counted' } as const;
export const ALWAYS_ADMITTED = { load: 'always' } as const;

const RETRY_AFTER_SECONDS = 1;

/** A page's own calls come without a socket; they were admitted with their page. */
const isInternal = (request: FastifyRequest): boolean => '_lightMyRequest' in request.raw;

/**
 * Call it before anything else hooks on. `inFlightMax` counted requests are worked on at once. A
 * request is counted only while it is worked on, not while its body arrives or its reply is sent: a
 * slow client takes no slot.
 */
export const refuseOverload = (app: FastifyInstance, inFlightMax: number): void => {
  let inFlight = 0;
  const overloads = outages();
  /** Counted requests whose client is still connected. */
  const admitted = new WeakSet<FastifyRequest>();
  const working = new WeakSet<FastifyRequest>();

  const begin = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (inFlight >= inFlightMax) {
      if (overloads.begins())
        request.log.warn({ inFlight }, 'overloaded: requests are refused with 503');
      return void sendRefusal(
        request,
        reply,
        new AppError('server.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
      );
    }
    inFlight += 1;
    working.add(request);
    done();
  };
  const pause = (request: FastifyRequest): void => {
    if (working.delete(request)) inFlight -= 1;
  };

  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (request.routeOptions.config.load !== 'counted' || isInternal(request)) return done();
    admitted.add(request);
    begin(request, reply, done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    pause(request);
    done();
  });
  app.addHook('preValidation', (request, reply, done) =>
    admitted.has(request) && !reply.sent ? begin(request, reply, done) : done(),
  );
  app.addHook('onSend', (request, _reply, _payload, done) => {
    pause(request);
    done();
  });
  // Also called when the client closes the connection.
  app.addHook('onResponse', (request, _reply, done) => {
    admitted.delete(request);
    pause(request);
    done();
  });
};
