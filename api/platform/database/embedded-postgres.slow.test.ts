// The embedded server through crashes: no acknowledged row is lost, and the next start is never
// blocked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdtemp,
  mkdir,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';
import { HomeInUseError } from './postgres-ownership.ts';
import { isServerOf } from './postgres-process.ts';

let folder: string;
let home: string;
let started: EmbeddedPostgres[];

// Creating a cluster is the slow part: it is done once, and each test works on a copy.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'camarim homes '));
  home = join(folder, 'pristine');
  await (await startEmbeddedPostgres({ home, log: quiet })).stop();
});

beforeEach(async () => {
  home = join(folder, 'copy');
  await cp(join(folder, 'pristine'), home, { recursive: true });
  started = [];
});

afterEach(async () => {
  for (const server of started) await server.stop();
  await rm(home, { recursive: true });
});

afterAll(() => rm(folder, { recursive: true }));

const quiet = { info() {}, warn() {}, error() {} };
const dataFolder = () => join(home, 'postgres', 'data');
const serverPid = async () =>
  Number((await readFile(join(dataFolder(), 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** The processes whose working directory is the data directory, deleted or not. */
async function runningServers(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
  );
  return pids.filter((_, at) => folders[at]?.startsWith(dataFolder()));
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, log: quiet, ...options });
  started.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Runs another process that owns the server, and kills it without a chance to clean up. */
async function ownAndDie(): Promise<{ url: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../testing/database-owner.ts'), home],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  return JSON.parse(line.toString()) as { url: string };
}

test('the first start creates a durable UTF-8 database that only its password opens', async () => {
  const { url } = await start();
  const [row] = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
    current_setting('full_page_writes') AS pages, current_setting('server_encoding') AS encoding,
      current_setting('data_checksums') AS checksums`,
  );
  expect(row).toEqual({
    fsync: 'on',
    commits: 'on',
    pages: 'on',
    encoding: 'UTF8',
    checksums: 'on',
  });
  const open = new URL(url);
  open.password = 'guess';
  await expect(query(open.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(join(home, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
});

test('the port is not among those of outgoing connections, so that a restart finds it free', async () => {
  expect(Number(new URL((await start()).url).port)).toBeLessThan(32_768);
});

test('rows are there after a stop and a start', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id');
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
});

test('a server whose owner was killed with kill -9 is taken over with its rows', async () => {
  const { url } = await ownAndDie();
  const orphan = await serverPid();
  expect(await isServerOf(orphan, dataFolder())).toBe(true);
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS id');
  const server = await start();
  expect(await serverPid()).toBe(orphan);
  expect(await query(server.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  await server.stop();
  expect(await isServerOf(orphan, dataFolder())).toBe(false);
});

test('a server left by an owner with other settings is replaced, not taken over', async () => {
  await ownAndDie();
  const orphan = await serverPid();
  const server = await start({ settings: { work_mem: '8MB' } });
  expect(await serverPid()).not.toBe(orphan);
  expect(await query(server.url, 'SHOW work_mem')).toEqual([{ work_mem: '8MB' }]);
});

test('a second owner of one home is refused, and a command may use the server without stopping it', async () => {
  const owner = await start();
  await expect(start()).rejects.toThrow(HomeInUseError);
  const guest = await start({ join: true });
  expect(guest.url).toBe(owner.url);
  await guest.stop();
  expect(await query(owner.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
});

test('no acknowledged row is lost when the server is killed during writes, and it restarts by itself', async () => {
  const { url } = await start();
  await query(url, 'CREATE TABLE ledger (id int PRIMARY KEY)');
  const acknowledged: number[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const pid = await serverPid();
  const writer = async (first: number) => {
    for (let id = first; ; id += 4) {
      await pool.query('INSERT INTO ledger VALUES ($1)', [id]);
      acknowledged.push(id);
    }
  };
  const writers = Promise.allSettled([0, 1, 2, 3].map(writer));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(200);
  process.kill(-pid, 'SIGKILL');
  await writers;
  await pool.end();
  await expect
    .poll(
      () =>
        query(url, 'SELECT 1').then(
          () => true,
          () => false,
        ),
      { timeout: 45_000 },
    )
    .toBe(true);
  const rows = await query<{ id: number }>(url, 'SELECT id FROM ledger');
  const kept = new Set(rows.map((row) => row.id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(await serverPid()).not.toBe(pid);
});

test('a stop while the server is restarted after a crash leaves no server behind', async () => {
  const server = await start();
  const pid = String(await serverPid());
  process.kill(-pid, 'SIGKILL');
  const next = async () => String(await serverPid().catch(() => pid));
  await expect.poll(next, { interval: 1 }).not.toBe(pid);
  await server.stop();
  expect(await runningServers()).toEqual([]);
});

test('a pid file that names an unrelated process does not block the start', async () => {
  await (await start()).stop();
  await writeFile(
    join(dataFolder(), 'postmaster.pid'),
    `${process.pid}\n${dataFolder()}\n1\n5432\n\n127.0.0.1\n0 0\nready\n`,
  );
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
});

test('a data directory whose creation was interrupted is created again', async () => {
  await rm(dataFolder(), { recursive: true });
  await mkdir(`${dataFolder()}.new/base`, { recursive: true });
  await writeFile(`${dataFolder()}.new/PG_VERSION`, '18\n');
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS up')).toEqual([{ up: 1 }]);
});

test('a lost password and a data directory of another version are explained in the error', async () => {
  await (await start()).stop();
  await rm(join(home, 'postgres', 'password'));
  await expect(start()).rejects.toThrow(/password is missing/);
  await writeFile(join(dataFolder(), 'PG_VERSION'), '14\n');
  await expect(start()).rejects.toThrow(/written by PostgreSQL 14/);
});

test('the owner locks the server again after the crash of a backend ended its session', async () => {
  const { url } = await start();
  const sessions = `SELECT pid FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE application_name = 'camarim owner' AND locktype = 'advisory' AND granted`;
  const before = await query<{ pid: number }>(url, sessions);
  const [victim] = await query<{ pid: number }>(
    url,
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
  );
  process.kill(victim?.pid ?? 0, 'SIGKILL');
  const owners = async () =>
    (await query<{ pid: number }>(url, sessions).catch(() => before)).map(({ pid }) => pid);
  await expect.poll(owners, { timeout: 45_000 }).not.toContain(before[0]?.pid);
  await expect.poll(owners).toHaveLength(1);
  await expect(start()).rejects.toThrow(HomeInUseError);
});
