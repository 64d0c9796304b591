// A bare Fastify handler with the timeline's own SQL and bytes: what any server would at least have
// to do. Forked by its scenario.
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import { memoryPresence } from '../api/platform/presence/memory.ts';
import { systemClock } from '../api/platform/clock/system.ts';
import {
  connectDatabase,
  PreparingClient,
  statementHash,
} from '../api/platform/database/database.ts';
import type { Ctx } from '../api/context.ts';
import { timeline } from '../api/features/posts/feed/feeds.ts';
import { NOWHERE } from '../api/platform/http/place.ts';
import type { Viewer } from '../api/platform/http/viewer.ts';

export type BareRequest = {
  databaseUrl: string;
  profileId: string;
  limit: number;
  body: string;
  connections: number;
};
export type BareReply = { port: number; statements: number };

type Statement = { name: string; text: string; values: unknown[] };

/** The statements of one timeline, with their values, as our own code sends them. */
const recordStatements = async ({
  databaseUrl,
  profileId,
  limit,
}: BareRequest): Promise<Statement[]> => {
  const { db, pool, close } = connectDatabase(databaseUrl, { max: 1 });
  const platform = {
    db,
    pool,
    clock: systemClock,
    presence: memoryPresence(systemClock),
    config: { FEE_BPS: 2_000 },
  } as Partial<Ctx> as Ctx;
  const requester = { profileId, place: NOWHERE } as Viewer;
  const reader = { requester, locale: 'pt' as const, adult: true };
  const read = () => timeline(platform, reader, { limit, others: false });
  // Once before, for what is only asked the first time.
  await read();
  const statements: Statement[] = [];
  const { query } = PreparingClient.prototype;
  PreparingClient.prototype.query = function record(
    this: PreparingClient,
    ...args: unknown[]
  ): never {
    const [text, values] = args as [string, unknown[]];
    statements.push({ name: statementHash(text), text, values });
    return query.apply(this, args);
  };
  await read();
  PreparingClient.prototype.query = query;
  await close();
  return statements;
};

process.once('message', async (message) => {
  const request = message as BareRequest;
  const statements = await recordStatements(request);
  const pool = new pg.Pool({ connectionString: request.databaseUrl, max: request.connections });
  const app = Fastify();
  app.get('/timeline', async (_, reply) => {
    for (const statement of statements) await pool.query(statement);
    return reply.type('application/json; charset=utf-8').send(request.body);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({
    port: (app.server.address() as AddressInfo).port,
    statements: statements.length,
  } satisfies BareReply);
  process.once('disconnect', () => process.exit(0));
});
