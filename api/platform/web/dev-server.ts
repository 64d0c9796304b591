// While developing: Vite inside our server answers modules and reloads the browser.
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';

/** Returns a function that gives the newest build. */
export const startViteMiddleware = async (
  app: FastifyInstance,
  webRoot: string,
): Promise<() => Promise<ServerBuild>> => {
  const { createServer } = await import('vite');
  const own = new Set(process.listeners('SIGTERM'));
  const vite = await createServer({
    root: webRoot,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  // The router's own compiler is a second Vite that takes SIGTERM for itself and ends the process
  // at once, database and all.
  for (const listener of process.listeners('SIGTERM'))
    if (!own.has(listener)) process.off('SIGTERM', listener);
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  return () =>
    vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>;
};
