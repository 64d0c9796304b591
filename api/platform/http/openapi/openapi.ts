// The OpenAPI 3.1 document, made from the mounted contract, and its browsable reference.
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { routes } from '@camarim/contract';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { plainPolicy } from '../../web/plain-page.ts';
import { describeRealtime } from './asyncapi.ts';
import { type ApiDocument, exactDocument } from './exact.ts';
import { GUIDE } from './guide.ts';
import { REFERENCE_PATH, REFERENCE_STYLES, referencePages } from './reference.ts';

/** Must be registered before the routes it describes. */
export const documentApi = async (
  app: FastifyInstance,
  publicUrl: string,
  {
    browsable,
  }: { /** Answers at /api/openapi.json, /api/asyncapi.json and /api/docs. */ browsable: boolean },
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Camarim',
        version: '1',
        description: GUIDE,
        license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      exactDocument(
        jsonSchemaTransformObject(document) as unknown as ApiDocument,
        Object.values(routes),
      ) as never,
  });
  if (!browsable) return;
  app.get('/api/openapi.json', { schema: { hide: true } as never }, async () => app.swagger());
  app.get('/api/asyncapi.json', { schema: { hide: true } as never }, () =>
    describeRealtime(publicUrl),
  );
  mountReference(app);
};

/** The reference at /api/docs, made at its first visit. */
const mountReference = (app: FastifyInstance): void => {
  let pages: ReadonlyMap<string, string> | undefined;
  const policy = plainPolicy(REFERENCE_STYLES);
  const show = (reply: FastifyReply, part: string) => {
    pages ??= referencePages(app.swagger() as never);
    const page = pages.get(part);
    if (page === undefined) return reply.callNotFound();
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(page);
  };
  const schema = { hide: true } as never;
  app.get(REFERENCE_PATH, { schema }, (_request, reply) => show(reply, ''));
  app.get<{ Params: { part: string } }>(`${REFERENCE_PATH}/:part`, { schema }, (request, reply) =>
    show(reply, request.params.part),
  );
};
