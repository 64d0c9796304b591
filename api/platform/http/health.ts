// Probes: alive, and ready to take work.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

export const mountHealth = (app: FastifyInstance, db: Database): void => {
  const hidden = { schema: { hide: true } as never, logLevel: 'warn' as const };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async (request, reply) => {
    try {
      await sql`SELECT 1`.execute(db);
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
};
