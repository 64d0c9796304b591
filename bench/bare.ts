// A bare Fastify handler that runs some statements and sends bytes from memory: what any server
// would at least have to do. Forked by `openBare`.
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import type { BareReply, BareRequest } from './open-bare.ts';

process.once('message', async (message) => {
  const { databaseUrl, statements, body, connections } = message as BareRequest;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const app = Fastify();
  app.get('/', async (_, reply) => {
    for (const statement of statements) await pool.query(statement);
    return reply.type('application/json; charset=utf-8').send(body);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: (app.server.address() as AddressInfo).port } satisfies BareReply);
  process.once('disconnect', () => process.exit(0));
});
