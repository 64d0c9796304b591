// Mounts contract routes on Fastify: validation, session, role, origin, rate and envelope happen
// here, once.
import { type RouteKey, type Routes, routes } from '@camarim/contract';
import type { FieldError } from '@camarim/contract/errors';
import type {
  Auth,
  BodyOf,
  DataInput,
  ParamsOf,
  QueryOf,
  RouteDefinition,
} from '@camarim/contract/route';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RouteOptions,
} from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { contextOf } from './context.ts';
import { envelopeSchema, refusalsOf } from './envelope.ts';
import type { IdempotentReply } from '../idempotency/stored-replies.ts';
import { toAppError } from './errors.ts';
import { type Guard, requesterOf } from './guard.ts';
import { asksForOrigin } from './origin.ts';
import { ALWAYS_ADMITTED, COUNTED } from './overload.ts';
import { HANDLER_TIMEOUT_MS } from './server.ts';
import { requireRight } from './staff.ts';
import { requireStorable } from './storable.ts';
import type {
  AdminViewer,
  EarnerViewer,
  ProducerViewer,
  RequestContext,
  Viewer,
} from './viewer.ts';

type ViewerOf<A extends Auth> = A extends 'admin'
  ? AdminViewer
  : A extends 'producer'
    ? ProducerViewer
    : A extends 'earner'
      ? EarnerViewer
      : A extends 'member'
        ? Viewer
        : A extends 'optional'
          ? Viewer | null
          : null;

/**
 * A route that requires an idempotency key has one when its handler runs (`requireIdempotencyKey`).
 */
type KeyOf<Route> = Route extends { idempotency: 'required' }
  ? { idempotencyKey: string }
  : unknown;

/** What a handler receives. */
export type Call<K extends RouteKey> = {
  params: ParamsOf<Routes[K]>;
  query: QueryOf<Routes[K]>;
  body: BodyOf<Routes[K]>;
  viewer: ViewerOf<Routes[K]['auth']>;
  context: RequestContext & KeyOf<Routes[K]>;
  /** Only for cookies and headers; the body is what the handler returns. */
  http: { request: FastifyRequest; reply: FastifyReply };
};

/** The result of a handler: `data` and, for lists, the pagination. */
export type Answer<Data> = {
  data: Data;
  message?: string;
  total?: number;
  limit?: number;
  offset?: number;
  cursor?: string | null;
};

export type Handler<K extends RouteKey> = (call: Call<K>) => Promise<Answer<DataInput<Routes[K]>>>;

/** A set of handlers; a mistyped path, input or reply does not compile. */
export type Handlers<K extends RouteKey = RouteKey> = { [Key in K]: Handler<Key> };

/**
 * Keeps a feature's handlers exactly typed: `handlers({ 'GET /posts/{id}': async (call) => ... })`.
 */
export const handlers = <K extends RouteKey>(set: Handlers<K>): Handlers<K> => set;

/**
 * What is wrong with a body beyond its shape, by field. Asked when the shape is wrong already, so
 * that one reply names the errors of all fields; the body is what the client sent.
 */
type FindFaults = (body: Record<string, unknown>) => Promise<Record<string, FieldError>>;

/** A handler whose refusals of a wrong shape also name what `findFaults` finds. */
export const namingAllFaults = <H extends (call: never) => unknown>(
  findFaults: FindFaults,
  handler: H,
): H => Object.assign(handler, { findFaults });

type MountedHandler = ((call: unknown) => Promise<Answer<unknown>>) & { findFaults?: FindFaults };

const refuseShape = async (
  { body, validationError }: FastifyRequest,
  findFaults: FindFaults,
): Promise<void> => {
  if (!validationError) return;
  const refusal = toAppError(validationError);
  if (!refusal?.data.fields) throw validationError;
  const sent = typeof body === 'object' && body !== null ? body : {};
  const fields = { ...(await findFaults(sent as Record<string, unknown>)), ...refusal.data.fields };
  throw new AppError(refusal.code, { fields });
};

const DEFAULT_BODY_BYTES = 65_536;

const requireOrigin = (
  definition: RouteDefinition,
  method: string,
  request: FastifyRequest,
): void => {
  if (!asksForOrigin(method, definition)) return;
  if (request.headers['x-origin'] !== 'CAM') throw new AppError('request.originMissing');
};

const requireRole = ({ auth, right }: RouteDefinition, viewer: Viewer | null): void => {
  if (auth === 'public' || auth === 'optional' || auth === 'provider') return;
  if (!viewer) throw new AppError('auth.required');
  if (auth === 'earner' && !viewer.earner) throw new AppError('auth.producersOnly');
  if (auth === 'producer' && !viewer.producer) throw new AppError('auth.producersOnly');
  if (auth === 'admin') requireRight(viewer, right);
};

const requireIdempotencyKey = (definition: RouteDefinition, context: RequestContext): void => {
  if (definition.idempotency === 'required' && !context.idempotencyKey)
    throw new AppError('request.idempotencyKeyMissing');
};

/** A scope whose bodies are bytes, whatever their content type. */
const withRawBodies = (app: FastifyInstance, declare: (scope: FastifyInstance) => void): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    declare(scope);
  });
};

/** Puts one feature's handlers under /api. */
export const mount = <K extends RouteKey>(
  app: FastifyInstance,
  guard: Guard,
  remember: IdempotentReply,
  set: Handlers<K>,
): void => {
  for (const key of Object.keys(set) as K[]) {
    const definition: RouteDefinition = routes[key];
    const handler = set[key] as MountedHandler;
    const declare = (scope: FastifyInstance): void =>
      void scope.route(routeOf(key, definition, { guard, remember }, handler));
    if (definition.rawBody) withRawBodies(app, declare);
    else declare(app);
  }
};

/**
 * Undeclared query parameters are refused, because a filter with a typing error would list
 * everything. Webhook routes are exempt: gateways append parameters.
 */
const knowsItsQuery = ({ auth }: RouteDefinition): boolean => auth !== 'provider';

/**
 * Made once for each route, however many applications a process starts: the library compiles a
 * validator for each schema object.
 */
const schemas = new Map<string, FastifySchema>();

const schemaOf = (key: string, definition: RouteDefinition): FastifySchema => {
  const known = schemas.get(key);
  if (known) return { ...known };
  const [method = '', path = ''] = key.split(' ');
  const schema = {
    operationId: definition.id,
    summary: definition.summary,
    tags: [path.replace('/publics', '').split('/')[1] ?? ''],
    security:
      definition.auth === 'public' || definition.auth === 'provider'
        ? []
        : [{ bearer: [] }, { cookie: [] }],
    ...(definition.params && { params: definition.params }),
    ...(knowsItsQuery(definition) && {
      querystring: (definition.query ?? z.object({})).strict(),
    }),
    ...(definition.body && {
      body:
        definition.example === undefined
          ? definition.body
          : definition.body.meta({ examples: [definition.example] }),
    }),
    response: {
      ...(!definition.file && { 200: envelopeSchema(definition) }),
      ...refusalsOf(method, definition),
    },
  } as FastifySchema;
  schemas.set(key, schema);
  return { ...schema };
};

const routeOf = (
  key: string,
  definition: RouteDefinition,
  { guard, remember }: { guard: Guard; remember: IdempotentReply },
  handler: MountedHandler,
): RouteOptions => {
  const [method, path] = key.split(' ') as [HTTPMethods, string];
  const { findFaults } = handler;
  return {
    method,
    attachValidation: findFaults !== undefined,
    url: `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: definition.bodyLimitBytes ?? DEFAULT_BODY_BYTES,
    // A download lasts as long as its client is slow.
    ...(definition.auth === 'provider'
      ? { config: ALWAYS_ADMITTED }
      : !definition.file && { config: COUNTED, handlerTimeout: HANDLER_TIMEOUT_MS }),
    schema: schemaOf(key, definition) as never,
    onRequest: async (request) => {
      requireOrigin(definition, method, request);
      const viewer =
        definition.auth === 'public' || definition.auth === 'provider'
          ? null
          : await guard.viewerOf(request);
      requireRole(definition, viewer);
      request.viewer = viewer;
      await guard.limit(key, definition, request);
    },
    // A missing body is an empty object: Fastify would give the schema null, for which it has no
    // default.
    preValidation: async (request) => {
      if (definition.stepUp && request.viewer) await guard.requireProof(request.viewer);
      if (definition.body) request.body ??= {};
    },
    handler: async (request, reply) => {
      if (findFaults) await refuseShape(request, findFaults);
      const context = {
        ...contextOf(request),
        adult: await guard.isAdult(request),
        requester: requesterOf(request),
      };
      requireIdempotencyKey(definition, context);
      const { params, query, body, viewer } = request;
      requireStorable(params, query, body);
      const work = () =>
        handler({ params, query, body, viewer, context, http: { request, reply } });
      const { idempotencyKey } = context;
      // Idempotency keys belong to accounts, so a visitor's call is made without one.
      const kept = definition.idempotency === 'remembered' && viewer && idempotencyKey !== null;
      const answer = await (kept
        ? remember(
            {
              profileId: viewer.profileId,
              key: idempotencyKey,
              route: key,
              request: { params, query, body },
            },
            work,
          )
        : work());
      return definition.file ? reply : { success: true, ...answer };
    },
  };
};
