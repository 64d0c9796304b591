// The Fastify instance everything is mounted on: request ids, cookies, schemas, security headers,
// error hook.
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import { newId } from '../ids/new-id.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log/log.ts';
import { decoratePlaces } from './place.ts';
import { refuseCountries } from './refused-countries.ts';
import { readTrustedProxies } from './trusted-proxies.ts';
import { installDeadlines } from './deadline.ts';
import { installErrorHook, sendRefusal } from './errors.ts';
import { refuseOverload } from './overload.ts';

/**
 * A request that takes longer to arrive gets 408; uploads stream and are bounded by their store.
 */
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * A call or page that takes longer to answer is given up with 503, by `handlerTimeout` of its route
 * (deadline.ts). Above what one statement may take (DEADLINES) and gateways are waited for; files
 * and exports, which last as long as the other side is slow, have none.
 */
export const HANDLER_TIMEOUT_MS = 45_000;
const KEEP_ALIVE_MS = 72_000;
/**
 * More than the contract's longest parameter, so that its own limit names the field; the router's
 * would answer that there is no such route.
 */
const PARAM_MAX = 2_000;
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Browser features that our pages do not use; third-party scripts may not use them either.
 */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  // Our own pages broadcast live shows and record voice notes.
  .concat('camera=(self)', 'microphone=(self)')
  .join(', ');
/** An answer of the API that is opened as a page shows nothing and runs nothing. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * RFC 9112, 3.2: a request with two Host headers may be read as one for another site by the proxy
 * in front.
 */
const countOfHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/**
 * Makes the server without any route. While `isDraining` says so, each answer ends its connection,
 * so that the next one goes elsewhere.
 */
export const createServer = async (
  config: Config,
  log: Logger,
  isDraining: () => boolean = () => false,
): Promise<FastifyInstance> => {
  const trustsProxy = readTrustedProxies(config.TRUST_PROXY) ?? (() => false);
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The hook below writes the one line of a request.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Without progress: a client that reads slowly, and so takes a little of what is ready, keeps
    // its connection. Sockets of Socket.IO have their own pings.
    connectionTimeout: config.CONNECTION_STALL_SECONDS * 1_000,
    // Requests on keep-alive connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Others, such as `Upgrade: h2c` of curl, are answered as if they had not asked; the socket
    // server would close them.
    http: {
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_MAX },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('viewer', null);
  refuseOverload(app, config.MAX_IN_FLIGHT);
  installDeadlines(app);
  decoratePlaces(app, config);
  await app.register(cookie);
  refuseCountries(app, config);
  // Pages set their own Content-Security-Policy with a nonce; the API has nothing to run.
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: config.production
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // PayPal's button talks with the window that it opens.
    crossOriginOpenerPolicy: {
      policy: config.PAYPAL_BASE_URL === undefined ? 'same-origin' : 'same-origin-allow-popups',
    },
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('permissions-policy', PERMISSIONS);
    if (request.url.startsWith('/api/'))
      reply.header('cache-control', 'no-store').header('content-security-policy', API_POLICY);
    if (countOfHosts(request.raw.rawHeaders) > 1) throw new AppError('validate.invalidRequest');
  });
  // At the end: what was under way when the draining began ends its connection, too.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    // In the pretty format successful requests would scroll the log-in instructions away.
    const level = config.CAMARIM_ENV === 'local' && reply.statusCode < 400 ? 'debug' : 'info';
    // The route's pattern, not its address: ids and names stay out of the log.
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  installErrorHook(app);
  return app;
};

/** The 404 of unknown API routes: JSON under /api; unknown pages are answered by mount-web. */
export const installApiNotFound = (app: FastifyInstance): void => {
  app.all('/api/*', { schema: { hide: true } as never }, (request, reply) =>
    sendRefusal(request, reply, new AppError('route.notFound')),
  );
};
