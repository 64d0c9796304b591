// Files of the build: hashed ones for ever, each already compressed; icons and the like for an
// hour.
import { readdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export const serveAssets = async (app: FastifyInstance, webRoot: string): Promise<void> => {
  const client = `${webRoot}build/client/`;
  await app.register(fastifyStatic, {
    root: `${client}assets/`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    schemaHide: true,
  });
  const files = await readdir(client, { withFileTypes: true });
  const names = files
    .filter((file) => file.isFile() && !/\.(?:br|gz)$/.test(file.name))
    .map(({ name }) => name);
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    maxAge: '1h',
  });
  for (const name of names)
    app.get(`/${name}`, { schema: { hide: true } as never }, (_request, reply) =>
      reply.sendFile(name),
    );
};
