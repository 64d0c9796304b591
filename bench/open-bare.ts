// The bare handler of bare.ts in a process of its own, with statements that were recorded from our
// own code.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import {
  connectDatabase,
  type Database,
  PreparingClient,
  statementHash,
} from '../api/platform/database/database.ts';

export type Statement = { name: string; text: string; values: unknown[] };
export type BareRequest = {
  databaseUrl: string;
  statements: Statement[];
  body: string;
  connections: number;
};
export type BareReply = { port: number };

/** The statements of a read, with their values, as our own code sends them. */
export const recordStatements = async (
  databaseUrl: string,
  read: (db: Database, pool: pg.Pool) => Promise<unknown>,
): Promise<Statement[]> => {
  const { db, pool, close } = connectDatabase(databaseUrl, { max: 1 });
  // Once before, for what is only asked the first time.
  await read(db, pool);
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
  await read(db, pool);
  PreparingClient.prototype.query = query;
  await close();
  return statements;
};

/** Answers `GET /`. */
export const openBare = async (request: BareRequest): Promise<BareReply & { stop(): void }> => {
  const child = fork(join(import.meta.dirname, 'bare.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(request);
  const [reply] = (await once(child, 'message')) as [BareReply];
  return { ...reply, stop: () => child.disconnect() };
};
