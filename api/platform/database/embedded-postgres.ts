// The embedded default: a real PostgreSQL 18 as a child process that keeps its data in the home
// folder.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { chooseAccount } from './postgres-account.ts';
import { locateBinaries } from './postgres-binaries.ts';
import { obtainServer, serverUrl } from './postgres-ownership.ts';
import { initialise, stopServer } from './postgres-process.ts';
import type { Layout, ServerParts } from './postgres-process.ts';

const MAJOR_VERSION = '18';
const RESTART_PAUSE_MS = 2_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Socket paths have a limit of about 107 bytes, which a home folder may exceed.
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  // The default suits rotating disks: ten of some thousand rows were found by reading all of them.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statement errors reach the application; in this file they would show people's data.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
};

export interface EmbeddedPostgresOptions {
  /** The folder of all state; the server lives in `postgres` inside it. */
  home: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /**
   * Server settings on top of the durable defaults; tests that do not test durability pass `fsync:
   * 'off'`.
   */
  settings?: Record<string, string>;
  /**
   * For commands beside a running application: use its server instead of refusing, and leave it
   * running.
   */
  join?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  /** Stops the server; call it after the pools are closed. */
  stop(): Promise<void>;
}

/**
 * Starts the server, or takes over the one that an earlier process left running when it was killed.
 * While we own it, it is started again on the same port should it die. Fails with HomeInUseError
 * when another process owns it.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { home, log, settings, join: joins = false } = options;
  const layout = await prepareLayout(home);
  const [binaries, account] = await Promise.all([locateBinaries(), chooseAccount()]);
  const parts: ServerParts = { binaries, account, layout, settings: { ...SETTINGS, ...settings } };
  const password = await ensureCluster(parts, log);
  let held = await obtainServer(parts, { password, join: joins });
  let stopping: Promise<void> | undefined;

  /** Starts the server again whenever it dies, until `stop`. */
  async function watch(): Promise<void> {
    while (held.keeper && !stopping) {
      const { keeper } = held;
      await new Promise<void>((resolve) => keeper.once('end', resolve));
      if (stopping) return;
      log.error('PostgreSQL stopped unexpectedly; starting it again');
      await restart(held.port);
    }
  }

  async function restart(port: number): Promise<void> {
    while (!stopping) {
      try {
        held = await obtainServer(parts, { password, join: false, port });
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start');
        await sleep(RESTART_PAUSE_MS);
      }
    }
  }

  const watching = watch();

  async function stop(): Promise<void> {
    if (!held.keeper) return;
    await held.keeper.end();
    // A restart that has begun is finished first, so that its server is stopped, too.
    await watching;
    await held.keeper.end();
    await stopServer(held.pid, layout.data);
  }

  return {
    url: serverUrl(password, held.port),
    stop: () => (stopping ??= stop()),
  };
}

async function prepareLayout(home: string): Promise<Layout> {
  const folder = join(home, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    data: join(folder, 'data'),
    passwordFile: join(folder, 'password'),
    serverLog: join(folder, 'server.log'),
  };
}

/** Creates the data directory if there is none, and returns the superuser's password. */
async function ensureCluster(
  parts: ServerParts,
  log: EmbeddedPostgresOptions['log'],
): Promise<string> {
  const { data, passwordFile } = parts.layout;
  const version = await readIfThere(join(data, 'PG_VERSION'));
  const password = await readIfThere(passwordFile);
  if (version === undefined) {
    const fresh = password ?? randomBytes(24).toString('hex');
    if (password === undefined) await writeFile(passwordFile, fresh, { mode: 0o600 });
    await initialise(parts);
    log.info('created a PostgreSQL data directory');
    return fresh;
  }
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${data} was written by PostgreSQL ${version} and this is ${MAJOR_VERSION}: restore a backup into a new home.`,
    );
  }
  if (password === undefined) {
    throw new Error(
      `${passwordFile} is missing, so the database in ${data} cannot be opened. Put the file back from a backup.`,
    );
  }
  return password;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
