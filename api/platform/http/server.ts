// The Fastify instance everything is mounted on: request ids, cookies, schemas, security headers, error hook.
import { randomUUIDv7 } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';
import { notePlaces } from './place.ts';
import { installErrorHook, sendRefusal } from './errors.ts';

/** A request that takes longer is given up; uploads stream and are bounded by their store. */
const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 72_000;
/** More than the contract's longest parameter, so that its own limit names the field; the router's would answer that there is no such route. */
const PARAM_MAX = 2_000;
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Makes the server without any route. */
export const createServer = async (config: Config, log: Logger): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The hook below writes the one line of a request.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_MAX },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer', null);
  notePlaces(app, config);
  await app.register(cookie);
  // Pages set their own Content-Security-Policy with a nonce; the API has nothing to run.
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    // At a terminal, what went well would push away who can log in and where to pay.
    const level = config.CAMARIM_ENV === 'local' && reply.statusCode < 400 ? 'debug' : 'info';
    // The route's pattern, not its address: ids and names stay out of the log.
    request.log[level]({ method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  installErrorHook(app);
  return app;
};

/** Answers what no route took: JSON under /api; pages are somebody else's. */
export const installApiNotFound = (app: FastifyInstance): void => {
  app.all('/api/*', { schema: { hide: true } as never }, (request, reply) => sendRefusal(request, reply, new AppError('route.notFound')));
};
