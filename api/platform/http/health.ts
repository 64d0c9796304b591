// Probes: alive (the process answers), and ready to take work (readiness.ts). Both answer under any
// load.
import type { FastifyInstance } from 'fastify';
import { outages } from '../log/once-per-outage.ts';
import { ALWAYS_ADMITTED } from './overload.ts';
import type { Readiness } from './readiness.ts';

export const mountHealth = (app: FastifyInstance, readiness: Readiness): void => {
  const hidden = {
    schema: { hide: true } as never,
    logLevel: 'warn' as const,
    config: ALWAYS_ADMITTED,
  };
  const failures = outages();
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async (request, reply) => {
    const obstacle = await readiness.obstacle();
    if (obstacle === null) return { status: 'ready' };
    if (obstacle !== 'stopping' && failures.begins()) request.log.warn({ obstacle }, 'not ready');
    return reply.code(503).send({ status: obstacle });
  });
};
