// The OpenAPI 3.1 document, made from the mounted contract, and its browsable reference.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { routes } from '@camarim/contract';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { describeRealtime } from './asyncapi.ts';
import { DOCS_LOOK } from './theme.ts';
import { type ApiDocument, exactDocument } from './exact.ts';
import { GUIDE } from './guide.ts';

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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    ...DOCS_LOOK,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
};
