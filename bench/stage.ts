// A fresh application for one scenario: server process, embedded PostgreSQL with its durable
// settings, temporary home.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../api/platform/database/embedded-postgres.ts';
import type { StageReply, StageRequest } from './server.ts';

export type Stage = StageReply & {
  /**
   * The server's own database, for measuring the same SQL without us and for asking whether all is
   * done.
   */
  database: pg.Pool;
  databaseUrl: string;
};

const SILENT = { info() {}, warn() {}, error() {} };

/** Opens a stage, gives it to `play`, and removes it whatever happens. */
export const onStage = async <T>(
  request: Omit<StageRequest, 'home'>,
  play: (stage: Stage) => Promise<T>,
): Promise<T> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-'));
  const server = fork(join(import.meta.dirname, 'server.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    server.send({ home, ...request } satisfies StageRequest);
    const reply = await replyOf(server);
    const { url } = await startEmbeddedPostgres({ home, log: SILENT, join: true });
    const database = new pg.Pool({ connectionString: url, max: 2 });
    try {
      return await play({ ...reply, database, databaseUrl: url });
    } finally {
      await database.end();
    }
  } finally {
    if (server.connected) server.disconnect();
    if (server.exitCode === null) await once(server, 'exit');
    await rm(home, { recursive: true, force: true });
  }
};

const replyOf = (server: ChildProcess): Promise<StageReply> =>
  new Promise((resolve, reject) => {
    server.once('message', (reply) => resolve(reply as StageReply));
    server.once('exit', (code) =>
      reject(new Error(`the server of the benchmark ended with ${code}`)),
    );
  });
