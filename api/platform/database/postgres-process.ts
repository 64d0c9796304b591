// Starts, recognises and stops one PostgreSQL server process on a data directory.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);
const SERVER_LOG_MAX_BYTES = 5 * 1024 * 1024;
const FAST_STOP_TIMEOUT_MS = 30_000;

export const SUPERUSER = 'camarim';

/** Where everything of one embedded server stands. */
export interface Layout {
  data: string;
  passwordFile: string;
  serverLog: string;
}

export interface ServerParts {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  layout: Layout;
  settings: Record<string, string>;
}

export interface RunningServer {
  pid: number;
  port: number;
}

/** A name that changes with the programs and settings, shown by the server as cluster_name. */
export function clusterName({ binaries, settings }: ServerParts): string {
  const print = createHash('sha256')
    .update(JSON.stringify([binaries, settings]))
    .digest('hex')
    .slice(0, 12);
  return `camarim-${print}`;
}

/** Creates the data directory once. A directory cut short by a crash is thrown away, never used. */
export async function initialise({ binaries, account, layout }: ServerParts): Promise<void> {
  const draft = `${layout.data}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await changeOwner(draft, account.owner);
  const locale = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const access = [
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    `--pwfile=${layout.passwordFile}`,
  ];
  const args = ['-D', draft, ...locale, ...access, '--no-instructions'];
  const [program = '', ...words] = [...account.prefix, binaries.initdb, ...args];
  await run(program, words, { cwd: '/', env: serverEnvironment() }).catch(
    (error: { stderr?: string; message: string }) => {
      throw new Error(
        `PostgreSQL could not create its data directory ${layout.data}:\n${error.stderr || error.message}`,
      );
    },
  );
  await rename(draft, layout.data);
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C in a terminal reaches only the
 * application.
 */
export async function spawnServer(
  parts: ServerParts,
  port: number,
): Promise<{ pid: number; ended: Promise<Error> }> {
  const { binaries, account, layout, settings } = parts;
  await changeOwner(layout.data, account.owner);
  await rotate(layout.serverLog);
  const options = { ...settings, port: String(port), cluster_name: clusterName(parts) };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program = '', ...words] = [
    ...account.prefix,
    binaries.postgres,
    '-D',
    layout.data,
    ...flags,
  ];
  const output = await open(layout.serverLog, 'a', 0o600);
  const child = spawn(program, words, {
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  const ended = new Promise<Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, signal) =>
      resolve(new Error(`PostgreSQL ended (${signal ?? `exit code ${code}`})`)),
    );
  });
  child.unref();
  await output.close();
  return { pid: child.pid ?? -1, ended };
}

/**
 * The server that holds this data directory, if one runs. A postmaster.pid left by a crash whose
 * number now belongs to some other program is removed, because PostgreSQL itself would refuse to
 * start.
 */
export async function findServer(data: string): Promise<RunningServer | undefined> {
  const pidFile = join(data, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (pid > 0 && (await isServerOf(pid, data))) return { pid, port: Number(lines[3]) };
  await rm(pidFile, { force: true });
  return undefined;
}

/**
 * Asks for a fast shutdown (open transactions are rolled back), then insists; resolves when the
 * server is gone.
 */
export async function stopServer(pid: number, data: string): Promise<void> {
  const deadline = Date.now() + FAST_STOP_TIMEOUT_MS;
  signal(pid, 'SIGINT');
  while (await isServerOf(pid, data)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await sleep(25);
  }
}

/**
 * Whether the process is a live PostgreSQL server of exactly this data directory (a zombie is not).
 */
export async function isServerOf(pid: number, data: string): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
      return stdout.includes('postgres') && stdout.includes(data);
    }
    const name = await readFile(`/proc/${pid}/comm`, 'utf8');
    return (
      name.trim() === 'postgres' && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data))
    );
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

// The account may have changed since the last start (another container, another user): the server
// insists on owning its data.
async function changeOwner(folder: string, owner: PostgresAccount['owner']): Promise<void> {
  if (!owner || (await stat(folder)).uid === owner.uid) return;
  for (const entry of await readdir(folder, { recursive: true }))
    await chown(join(folder, entry), owner.uid, owner.gid);
  await chown(folder, owner.uid, owner.gid);
}

async function rotate(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > SERVER_LOG_MAX_BYTES) await rename(file, `${file}.1`);
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
