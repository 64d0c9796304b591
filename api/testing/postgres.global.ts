// Vitest global set-up: one embedded PostgreSQL for the whole run, with a migrated template to
// clone.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { findServer, stopServer } from '../platform/database/postgres-process.ts';
import { installJobs } from '../platform/jobs/install.ts';
import { deadRunFolders } from '../../tools/run-folder.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the run's server, for creating others from. */
    postgresUrl: string;
    /** The name of the migrated database that test files clone. */
    templateDatabase: string;
  }
}

/** In the folder of the run, with the name of the project: a run may be of two. */
const HOME = 'postgres-home-';
const TEMPLATE = 'migrated_template';

/**
 * Speed: a crash of the machine may lose a test's data. Tests of durability start a server of their
 * own.
 */
const NOT_DURABLE = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepDeadRuns();
  const home = join(tmpdir(), `${HOME}${project.name}`);
  await mkdir(home);
  const log = { info() {}, warn: warn, error: warn };
  const server = await startEmbeddedPostgres({ home, log, settings: NOT_DURABLE });
  await createTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', TEMPLATE);
  return async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
}

async function createTemplate(url: string): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const target = new URL(url);
  target.pathname = TEMPLATE;
  const pool = new pg.Pool({ connectionString: target.href, max: 1 });
  await migrate(pool, join(import.meta.dirname, '../migrations'), installJobs);
  await pool.end();
}

/** A run ended by kill -9 leaves its server behind. */
async function sweepDeadRuns(): Promise<void> {
  for (const folder of deadRunFolders()) {
    const homes = (await readdir(folder)).filter((name) => name.startsWith(HOME));
    for (const home of homes) {
      const data = join(folder, home, 'postgres', 'data');
      const running = await findServer(data);
      if (running) await stopServer(running.pid, data);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function warn(...words: unknown[]): void {
  process.stderr.write(`${words.map(String).join(' ')}\n`);
}
