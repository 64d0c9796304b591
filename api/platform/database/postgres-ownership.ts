// Obtains a ready server on a data directory and its ownership: one owner at a time, by a lock in
// the server.
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@camarim/contract/time';
import pg from 'pg';
import { freePort } from './free-port.ts';
import {
  SUPERUSER,
  clusterName,
  findServer,
  isServerOf,
  spawnServer,
  stopServer,
} from './postgres-process.ts';
import type { RunningServer, ServerParts } from './postgres-process.ts';

export const DATABASE = 'camarim';

const START_ATTEMPTS = 40;
const RETRY_PAUSE_MS = 250;
const CONNECT_PAUSE_MS = 30;
const READY_TIMEOUT_MS = 10 * MINUTE_MS;
const OWNER_WAIT_MS = 2_000;
/**
 * The lock of the process that owns a running server; it ends with the process.
 */
const OWNER_LOCK = 4_207_001;

/** Another live process owns the server of this home. */
export class HomeInUseError extends Error {}

export interface OwnedServer extends RunningServer {
  /**
   * The session that holds the owner lock; undefined when this process uses a server that another
   * process owns.
   */
  keeper?: pg.Client;
}

export interface ObtainOptions {
  password: string;
  /** Use a server that another process owns instead of refusing. */
  join: boolean;
  /** The port that clients use already, when a crashed server is restarted. */
  port?: number;
}

export function serverUrl(password: string, port: number, database = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** The server already running on the data directory if it fits, else a new one. */
export async function obtainServer(
  parts: ServerParts,
  options: ObtainOptions,
): Promise<OwnedServer> {
  let lastError: unknown;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    try {
      const running = await findServer(parts.layout.data);
      const held = running ? await adopt(parts, running, options) : await launch(parts, options);
      if (held) return held;
    } catch (error) {
      if (error instanceof HomeInUseError) throw error;
      // Normal for a moment after a crash: old backends still hold the shared memory.
      lastError = error;
      await sleep(RETRY_PAUSE_MS);
    }
  }
  throw new Error(
    `PostgreSQL did not start on ${parts.layout.data}; ${parts.layout.serverLog} says why.`,
    { cause: lastError },
  );
}

async function launch(
  parts: ServerParts,
  { password, port: known }: ObtainOptions,
): Promise<OwnedServer> {
  const port = known ?? (await freePort());
  const { pid, ended } = await spawnServer(parts, port);
  let end: Error | undefined;
  void ended.then((error) => (end = error));
  const keeper = await openOwnerSession(
    serverUrl(password, port, 'postgres'),
    OWNER_WAIT_MS,
    () => {
      if (end) throw end;
    },
  );
  if (!keeper) throw new HomeInUseError(`Another Camarim took the server on ${parts.layout.data}.`);
  return { pid, port, keeper };
}

/**
 * Takes over a server whose owner died. One started with other settings or programs is stopped:
 * undefined.
 */
async function adopt(
  parts: ServerParts,
  running: RunningServer,
  options: ObtainOptions,
): Promise<OwnedServer | undefined> {
  const { data } = parts.layout;
  const url = serverUrl(options.password, running.port, 'postgres');
  const keeper = await openOwnerSession(url, options.join ? 0 : OWNER_WAIT_MS, async () => {
    if (!(await isServerOf(running.pid, data)))
      throw new Error('PostgreSQL ended while it was being taken over');
  });
  if (!keeper) {
    if (options.join) return running;
    throw new HomeInUseError(
      `Another Camarim is running on ${data}. Stop it, or set CAMARIM_HOME to another folder.`,
    );
  }
  const { rows } = await keeper.query<{ cluster_name: string }>('SHOW cluster_name');
  const fits =
    rows[0]?.cluster_name === clusterName(parts) && (options.port ?? running.port) === running.port;
  if (fits) return { ...running, keeper };
  await keeper.end();
  await stopServer(running.pid, data);
  return undefined;
}

/**
 * Waits until the server answers and takes the owner lock; undefined when another session holds it.
 */
async function openOwnerSession(
  url: string,
  ownerWaitMs: number,
  checkAlive: () => void | Promise<void>,
): Promise<pg.Client | undefined> {
  const keeper = await connectWhenReady(url, checkAlive);
  const deadline = Date.now() + ownerWaitMs;
  for (;;) {
    const { rows } = await keeper.query<{ owned: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS owned',
      [OWNER_LOCK],
    );
    if (rows[0]?.owned) break;
    if (Date.now() >= deadline) {
      await keeper.end();
      return undefined;
    }
    await sleep(CONNECT_PAUSE_MS);
  }
  const { rowCount } = await keeper.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    DATABASE,
  ]);
  if (rowCount === 0) await keeper.query(`CREATE DATABASE ${DATABASE}`);
  return keeper;
}

// Recovery after a crash may take minutes; until then the server refuses or says that it is
// starting up.
async function connectWhenReady(
  url: string,
  checkAlive: () => void | Promise<void>,
): Promise<pg.Client> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'camarim owner',
      keepAlive: true,
    });
    // The owner learns of a lost session from 'end'; without a listener 'error' would end the
    // process.
    let refusal: Error | undefined;
    client.on('error', (error) => (refusal = error));
    try {
      await client.connect();
      return client;
    } catch (error) {
      refusal = error as Error;
    }
    await checkAlive();
    if (!isTemporary(refusal) || Date.now() > deadline) throw refusal;
    await sleep(CONNECT_PAUSE_MS);
  }
}

function isTemporary(error: Error): boolean {
  const { code } = error as Error & { code?: string };
  return (
    code === '57P03' ||
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    error.message.includes('terminated')
  );
}
